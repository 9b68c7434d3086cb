//! Session of a signed-in admin.

use crate::harness::prelude::*;

#[derive(Clone)]
pub(crate) struct Session {
    server: SocketAddr,
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

    pub(crate) fn read_next(&self, answer: Answer) -> Result<Self> {
        Self::from_answer(self.server, answer)
    }

    pub(crate) async fn next(&self) -> Result<Self> {
        self.read_next(self.ask_next().await?)
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Result<Answer> {
        once(self.server, &post(path, &self.access, body)).await
    }

    pub(crate) async fn get(&self, path: &str) -> Result<Answer> {
        once(self.server, &get(path, &self.access)).await
    }

    /// Returns the JSON of a path; any status but 200 is an error.
    pub(crate) async fn read_json(&self, path: &str) -> Result<Value> {
        self.get(path).await?.ensure(200)?.json()
    }

    /// Returns the slug of the newest record of a list.
    pub(crate) async fn newest_slug(&self, list: &str) -> Result<String> {
        self.get(&format!("/api/{list}")).await?.json_text("/results/0/slug")
    }
}
