//! A list whose pages come from different instances.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use crate::{
    addresses::{self, FORWARDED_FOR},
    forms::contact,
    numbers::pooled::Cluster,
    session::Session,
};

const ROWS: usize = 34;

/// Fills the list through all instances and reads its pages in turn, in every order: each row once, sorted.
pub(crate) async fn page_in_turn(cluster: &Cluster) -> Result<()> {
    let session = cluster.sign_in().await?;
    let server = cluster.url();
    for number in 0..ROWS {
        let mut form = contact(&number.to_string());
        if let Some(name) = form.get_mut("full_name") {
            // Five of each name, so that ties have to be kept apart.
            *name = format!("Person {}", number % 7).into();
        }
        let request = cluster.client.post(format!("{server}/api/consultations/create/")).json(&form);
        let created = request.header(FORWARDED_FOR, addresses::next().to_string()).send().await?;
        ensure!(created.status().is_success(), "a form was answered {}", created.status());
    }
    for (sort, field, descending) in [
        ("newest", "created_at", true),
        ("oldest", "created_at", false),
        ("name_asc", "full_name", false),
        ("name_desc", "full_name", true),
    ] {
        let rows = read(cluster, &session, sort).await?;
        let text =
            |row: &Value, name: &str| row.get(name).map(ToString::to_string).context("a field is missing");
        let slugs = rows.iter().map(|row| text(row, "slug")).collect::<Result<BTreeSet<_>>>()?;
        ensure!(slugs.len() == ROWS, "{sort}: {} of {ROWS} rows came", slugs.len());
        let mut values = rows.iter().map(|row| text(row, field)).collect::<Result<Vec<_>>>()?;
        if descending {
            values.reverse();
        }
        ensure!(values.is_sorted(), "{sort} is not sorted: {values:?}");
    }
    Ok(())
}

async fn read(cluster: &Cluster, session: &Session, sort: &str) -> Result<Vec<Value>> {
    let mut rows = Vec::new();
    let server = cluster.url();
    for page in 1..=ROWS.div_ceil(10) {
        let path = format!("/api/consultations?page={page}&sort={sort}");
        let body: Value = session.get(&cluster.client, &server, &path).await?.json().await?;
        ensure!(body.get("count") == Some(&Value::from(ROWS)), "the list counts {:?}", body.get("count"));
        rows.extend(body.get("results").and_then(Value::as_array).into_iter().flatten().cloned());
    }
    Ok(rows)
}
