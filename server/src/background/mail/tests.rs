//! Tests of mail, from the form to the mail server.

mod encryption;
mod notice;
mod real;
mod rendering;
mod sending;
mod storing;
mod working;

use std::{sync::Arc, time::Duration};

use serde_json::Value;

use crate::background::delivery::worker::Timing;
use crate::config::mail::{
    Destination, MailConfig,
    address::{address, mailbox},
};
use crate::testing::{
    app::{TestApp, parts, texts},
    delivery::Working,
};

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

/// Has a worker send an app's mails.
fn start(app: &TestApp, mail: &MailConfig, timing: Timing) -> Working {
    let written =
        app.state.intake.mails.as_ref().map(|outbox| Arc::clone(&outbox.written)).unwrap_or_default();
    Working::start(app, mail, written, timing)
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
