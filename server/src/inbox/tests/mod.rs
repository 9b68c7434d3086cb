//! Tests the inbox over HTTP, and its queries.

mod actions;
mod boxes;
mod bulk;
mod histories;
mod history_pages;
mod list;
mod moves;
mod neighbours;
mod next_release;
mod pairs;
mod people;
mod reindex;
mod related;
mod search;
mod undo;

use reqwest::{Response, StatusCode};
use serde_json::{Value, json};

use crate::testing::app::{TestApp, parts};

/// Admin who sends requests.
pub(crate) struct Worker<'a> {
    pub(crate) app: &'a TestApp,
    pub(crate) access: String,
}

impl<'a> Worker<'a> {
    /// Signs in a new admin.
    pub(crate) async fn named(app: &'a TestApp, username: &str) -> Self {
        Self { app, access: app.sign_in(username).await.0 }
    }

    /// Sends an action, with a key where there is one.
    pub(crate) async fn send(&self, record: &str, body: &Value, key: Option<&str>) -> Response {
        let request = self.app.request("POST", &format!("/api/{record}/actions/"));
        let request = request.bearer_auth(&self.access).json(body);
        let request = if let Some(key) = key { request.header("idempotency-key", key) } else { request };
        request.send().await.unwrap()
    }

    /// Returns the response to an action.
    pub(crate) async fn act(&self, record: &str, body: &Value) -> (StatusCode, Value) {
        parts(self.send(record, body, None).await).await
    }

    /// Sends an action on several records, each with its last known version.
    pub(crate) async fn send_bulk(&self, list: &str, body: &Value, key: Option<&str>) -> Response {
        let request = self.app.request("POST", &format!("/api/{list}/actions/"));
        let request = request.bearer_auth(&self.access).json(body);
        let request = if let Some(key) = key { request.header("idempotency-key", key) } else { request };
        request.send().await.unwrap()
    }

    /// Returns the response to a `GET` request of the admin.
    pub(crate) async fn get(&self, path: &str) -> Value {
        let (status, body) = parts(self.app.get(path, &self.access).await).await;
        assert_eq!(status, StatusCode::OK, "{path}: {body}");
        body
    }
}

/// Statement that renames the account `eve`. The default accounts of tests are all named Ada.
pub(crate) const NAME_EVE: &str = "UPDATE admins SET first_name = 'Eve' WHERE username = 'eve'";

/// Returns the statement that inserts a consultation in a state.
pub(crate) fn consultation(state: &str) -> String {
    format!("SELECT add_consultation(full_name => 'Ada', email => 'a@b.example', state => '{state}')")
}

/// Returns the error body for one field.
pub(crate) fn refused(field: &str, message: &str) -> (StatusCode, Value) {
    let body = json!({"message": "Some fields need your attention", "errors": {field: message}});
    (StatusCode::UNPROCESSABLE_ENTITY, body)
}
