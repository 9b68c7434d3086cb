//! Session of a signed-in admin.

use crate::harness::prelude::*;

#[derive(Clone)]
pub(crate) struct Session {
    pub(crate) server: SocketAddr,
    pub(crate) access: String,
    pub(crate) refresh: String,
}

impl Session {
    pub(crate) async fn sign_in(server: SocketAddr, username: &str, password: &str) -> Result<Self> {
        let form = json!({"username": username, "password": password});
        Self::from_answer(server, once(server, &post("/api/token/", "", &form)).await?)
    }

    /// Reads the tokens of a response.
    pub(crate) fn from_answer(server: SocketAddr, answer: Answer) -> Result<Self> {
        let answer = answer.ensure(200)?;
        Ok(Self { server, access: answer.json_text("/access")?, refresh: answer.json_text("/refresh")? })
    }

    /// Sends a refresh request.
    pub(crate) async fn ask_next(&self) -> Result<Answer> {
        self.post("/api/token/refresh/", &json!({"refresh": self.refresh})).await
    }

    pub(crate) async fn next(&self) -> Result<Self> {
        Self::from_answer(self.server, self.ask_next().await?)
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Result<Answer> {
        once(self.server, &post(path, &bearer(&self.access), body)).await
    }

    pub(crate) async fn get(&self, path: &str) -> Result<Answer> {
        once(self.server, &get(path, &self.access)).await
    }

    /// Returns the JSON of a path; any status but 200 is an error.
    pub(crate) async fn read_json(&self, path: &str) -> Result<Value> {
        self.get(path).await?.ensure(200)?.json()
    }

    /// Returns the slugs on a page of a list.
    pub(crate) async fn slugs(&self, path: &str) -> Result<Vec<String>> {
        let page = self.read_json(path).await?;
        let rows = page.get("results").and_then(Value::as_array).context("a page has no results")?;
        Ok(rows.iter().filter_map(|row| Some(row.get("slug")?.as_str()?.to_owned())).collect())
    }
}
