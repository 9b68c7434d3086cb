//! Attempts that are spread over instances.

use anyhow::{Result, ensure};
use reqwest::{StatusCode, header};
use serde_json::json;

use crate::numbers::pooled::Pair;

/// Failures before a login is refused.
const ATTEMPTS: usize = 10;

/// Guesses a password at both instances in turn: the limit counts them together.
pub(crate) async fn guess_in_turn(pair: &Pair) -> Result<()> {
    let guess = json!({"username": "ada", "password": "not the password"});
    let login = |server: &str| pair.client.post(format!("{server}/api/token/")).json(&guess).send();
    let urls = pair.urls();
    for (number, server) in (1..=ATTEMPTS).zip(urls.iter().cycle()) {
        let status = login(server).await?.status();
        ensure!(status == StatusCode::UNAUTHORIZED, "guess {number} was answered {status}");
    }
    for server in &urls {
        let answer = login(server).await?;
        let status = answer.status();
        ensure!(status == StatusCode::TOO_MANY_REQUESTS, "one guess more was answered {status}");
        ensure!(answer.headers().contains_key(header::RETRY_AFTER), "it does not say when to come back");
    }
    Ok(())
}
