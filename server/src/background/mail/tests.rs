//! Tests of mail, from the form to the mail server.

mod encryption;
mod notice;
mod real;
mod rendering;
mod sending;
mod storing;
mod working;

use std::{sync::Arc, time::Duration};

use agency_core::spam::HONEYPOT;
use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::background::delivery::worker::{Timing, Worker};
use crate::config::mail::{
    Destination, MailConfig,
    address::{address, mailbox},
};
use crate::testing::app::{TestApp, parts, texts};

/// A time limit that a busy machine does not reach.
const LONG: Duration = Duration::from_mins(5);

/// A time limit for mail servers that do not respond.
const SHORT: Duration = Duration::from_millis(300);

/// Returns settings for mail to a URL, with one address to notify.
fn config(url: &str) -> MailConfig {
    MailConfig {
        destination: Destination::parse(url).unwrap(),
        from: mailbox("Agency <site@agency.example>").unwrap(),
        notify: vec![address("staff@agency.example").unwrap()],
        acknowledge: false,
    }
}

/// Starts a server with mail settings.
async fn app_with(mail: MailConfig) -> TestApp {
    TestApp::set_up(|setup| setup.config.mail = Some(mail)).await
}

/// Sends a form from an address, and returns the record's slug.
async fn consult(app: &TestApp, email: &str) -> String {
    let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": email});
    stored(app, &form).await
}

/// Sends a form as a bot does, which fills every field.
async fn spam(app: &TestApp, email: &str) -> String {
    let form = json!({
        "message": "We need a shop.", "full_name": "Ada Lovelace", "email": email, HONEYPOT: "Hello"
    });
    stored(app, &form).await
}

async fn stored(app: &TestApp, form: &Value) -> String {
    let (status, created) = parts(app.post("/api/consultations/create/", form).await).await;
    assert_eq!(status, StatusCode::CREATED, "{created}");
    created["slug"].as_str().unwrap().to_owned()
}

/// Returns short pauses for a worker.
fn timing() -> Timing {
    Timing {
        send: LONG,
        lease: LONG * 2,
        poll: Duration::from_millis(20),
        outage_backoff: Duration::from_millis(20),
        pace: Duration::ZERO,
        backoff: Duration::from_millis(20),
        longest_backoff: Duration::from_millis(40),
    }
}

/// A running worker.
struct Working {
    stop: CancellationToken,
    task: JoinHandle<()>,
}

impl Working {
    /// Has a worker send an app's mails.
    fn start(app: &TestApp, mail: &MailConfig, timing: Timing) -> Self {
        let written =
            app.state.intake.outbox.as_ref().map(|outbox| Arc::clone(&outbox.written)).unwrap_or_default();
        let delivery = Arc::new(mail.clone());
        let (metrics, tasks) = (Arc::clone(&app.state.metrics), Arc::clone(&app.state.tasks));
        let worker = Worker { pool: app.pool().clone(), delivery, written, metrics, tasks, timing };
        let stop = CancellationToken::new();
        let task = tokio::spawn(worker.supervised(stop.clone()));
        Self { stop, task }
    }

    /// Tells it to stop and waits until it has.
    async fn stop(self) {
        self.stop.cancel();
        self.task.await.unwrap();
    }

    /// Ends it as a crash would.
    async fn kill(self) {
        self.task.abort();
        assert!(self.task.await.unwrap_err().is_cancelled());
    }
}

/// Waits until a number of mails fulfil a condition.
async fn until(app: &TestApp, count: i64, condition: &str) {
    while app.rows(&format!("mails WHERE {condition}")).await != count {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Returns the mail failures that the dashboard shows.
async fn mail_failures(app: &TestApp, access: &str) -> Value {
    parts(app.get("/api/inbox/", access).await).await.1["mail"].clone()
}
