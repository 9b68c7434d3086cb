//! One form, sent many times to several instances at once.

use std::collections::BTreeSet;

use anyhow::{Result, ensure};
use reqwest::StatusCode;
use serde_json::Value;
use tokio::task::JoinSet;

use crate::{
    forms::{Form, Kind},
    numbers::pooled::Cluster,
    product::DATABASE,
};

/// Sends one form so many times in parallel, to all instances in turn: one row, and one answer to all.
pub(crate) async fn repeat_in_parallel(cluster: &Cluster, kind: Kind, times: usize) -> Result<()> {
    let form = Form::new(kind);
    let mut requests = JoinSet::new();
    let server = cluster.url();
    for _ in 0..times {
        requests.spawn(form.request(&cluster.client, &server).send());
    }
    let mut answers = BTreeSet::new();
    for answer in requests.join_all().await {
        let answer = answer?;
        ensure!(answer.status() == StatusCode::CREATED, "a repeat was answered {}", answer.status());
        answers.insert(answer.json::<Value>().await?.to_string());
    }
    ensure!(answers.len() == 1, "repeats were answered differently: {answers:?}");
    let rows = cluster.postgres.query(DATABASE, crate::forms::KEYS_AND_SLUGS).await?;
    let rows = rows.iter().filter(|row| row.try_get(0).is_ok_and(|key: String| key == form.key)).count();
    ensure!(rows == 1, "a form sent {times} times has {rows} rows");
    Ok(())
}
