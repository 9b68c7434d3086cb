//! Attempts that are spread over instances.

use anyhow::{Result, ensure};
use reqwest::{StatusCode, header};
use serde_json::json;

use crate::numbers::pooled::Cluster;

/// Failures before a login is refused.
const ATTEMPTS: usize = 10;

/// Guesses a password at all instances in turn: the limit counts them together.
pub(crate) async fn guess_in_turn(cluster: &Cluster) -> Result<()> {
    let guess = json!({"username": "ada", "password": "not the password"});
    let login = || cluster.client.post(format!("{}/api/token/", cluster.url())).json(&guess).send();
    for number in 1..=ATTEMPTS {
        let status = login().await?.status();
        ensure!(status == StatusCode::UNAUTHORIZED, "guess {number} was answered {status}");
    }
    for _ in &cluster.servers {
        let answer = login().await?;
        let status = answer.status();
        ensure!(status == StatusCode::TOO_MANY_REQUESTS, "one guess more was answered {status}");
        ensure!(answer.headers().contains_key(header::RETRY_AFTER), "it does not say when to come back");
    }
    Ok(())
}
