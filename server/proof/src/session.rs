//! A signed-in admin, as the dashboard is one.

use anyhow::{Context as _, Result, ensure};
use reqwest::{Client, Response, StatusCode};
use serde_json::{Value, json};

/// The tokens of a sign-in.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    /// Opens the private calls.
    pub(crate) access: String,
    /// Is changed for the next pair.
    pub(crate) refresh: String,
}

impl Session {
    /// Signs in.
    pub(crate) async fn sign_in(
        client: &Client,
        server: &str,
        username: &str,
        password: &str,
    ) -> Result<Self> {
        let form = json!({"username": username, "password": password});
        let answer = client.post(format!("{server}/api/token/")).json(&form).send().await?;
        ensure!(answer.status() == StatusCode::OK, "signing in was answered {}", answer.status());
        Self::read(answer).await
    }

    /// Asks for the next pair.
    pub(crate) async fn ask_next(&self, client: &Client, server: &str) -> Result<Response> {
        let body = json!({"refresh": self.refresh});
        Ok(client.post(format!("{server}/api/token/refresh/")).json(&body).send().await?)
    }

    /// The next pair.
    pub(crate) async fn next(&self, client: &Client, server: &str) -> Result<Self> {
        let answer = self.ask_next(client, server).await?;
        ensure!(answer.status() == StatusCode::OK, "a refresh was answered {}", answer.status());
        Self::read(answer).await
    }

    /// Reads a private path.
    pub(crate) async fn get(&self, client: &Client, server: &str, path: &str) -> Result<Response> {
        Ok(client.get(format!("{server}{path}")).bearer_auth(&self.access).send().await?)
    }

    /// The tokens of an answer.
    pub(crate) async fn read(answer: Response) -> Result<Self> {
        let body: Value = answer.json().await?;
        let token = |name: &str| {
            body.get(name)
                .and_then(Value::as_str)
                .map(str::to_owned)
                .with_context(|| format!("no {name} token"))
        };
        Ok(Self { access: token("access")?, refresh: token("refresh")? })
    }
}
