//! What the API says about stored forms, compared with the forms that were acknowledged.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result, ensure};
use reqwest::{Client, StatusCode};
use serde_json::Value;

use crate::{forms::Kind, ledger::Receipt, server::create_admin, session::Session};

/// The account that asks.
const AUDITOR: &str = "auditor";

/// A server, and the database in which it has its accounts.
pub(crate) struct Inbox<'a> {
    pub(crate) client: &'a Client,
    pub(crate) server: String,
    pub(crate) database_url: String,
}

impl Inbox<'_> {
    /// Where the API contradicts the acknowledged forms, when no others are stored: the counts of lists and boxes, a search
    /// for each form, and the rows of an export.
    pub(crate) async fn contradictions(&self, receipts: &[Receipt]) -> Result<Vec<String>> {
        let password = create_admin(&self.database_url, AUDITOR)?;
        let session = Session::sign_in(self.client, &self.server, AUDITOR, &password).await?;
        let boxes = self.get(&session, "/api/inbox/").await?;
        let mut found = Vec::new();
        for &kind in Kind::ALL {
            let (list, acknowledged) = (kind.list(), receipts.iter().filter(|receipt| receipt.kind == kind));
            let slugs = acknowledged.clone().map(|receipt| receipt.slug.as_str()).collect::<BTreeSet<_>>();
            let count = self.get(&session, &format!("/api/{list}")).await?;
            let count = count.get("count").and_then(Value::as_u64).context("a list has no count")?;
            let in_boxes = boxes.get(list).and_then(Value::as_object).context("a list has no boxes")?;
            let in_boxes = in_boxes.values().filter_map(Value::as_u64).fold(0, u64::saturating_add);
            let exported = self.exported(&session, list).await?;
            let rows = u64::try_from(slugs.len())?;
            let counts = [("the list counts", count), ("the boxes count", in_boxes)];
            for (what, count) in counts.into_iter().filter(|&(_, count)| count != rows) {
                found.push(format!("{what} {count} of {rows} {list}"));
            }
            if !exported.iter().map(String::as_str).eq(slugs) {
                found.push(format!("an export has {} of {rows} {list}, or other ones", exported.len()));
            }
            for Receipt { key, slug, .. } in acknowledged {
                let hits = self.get(&session, &format!("/api/{list}?q={key}")).await?;
                let hits =
                    hits.get("results").and_then(Value::as_array).context("a search has no results")?;
                let is_it = |hit: &Value| hit.get("slug").and_then(Value::as_str) == Some(slug);
                if !matches!(&**hits, [hit] if is_it(hit)) {
                    found.push(format!("a search for one of the {list} finds {}", hits.len()));
                }
            }
        }
        Ok(found)
    }

    async fn get(&self, session: &Session, path: &str) -> Result<Value> {
        let answer = session.get(self.client, &self.server, path).await?;
        ensure!(answer.status() == StatusCode::OK, "{path} was answered {}", answer.status());
        Ok(answer.json().await?)
    }

    /// The slugs in an export, which are its last column, in their order.
    async fn exported(&self, session: &Session, list: &str) -> Result<Vec<String>> {
        let answer = session.get(self.client, &self.server, &format!("/api/{list}/export.csv")).await?;
        ensure!(answer.status() == StatusCode::OK, "an export was answered {}", answer.status());
        let file = answer.text().await?;
        let slugs =
            file.lines().skip(1).filter_map(|line| line.rsplit_once(',').map(|(_, slug)| slug.to_owned()));
        let mut slugs = slugs.collect::<Vec<_>>();
        slugs.sort();
        Ok(slugs)
    }
}
