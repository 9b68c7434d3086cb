//! Tests of mail, from the form to the mail server.

mod encryption;
mod notice;
mod real;
mod rendering;
mod sending;
mod storing;

use crate::config::mail::{
    Destination, MailConfig,
    address::{address, mailbox},
};
use crate::testing::app::{TestApp, texts};

/// Returns settings for mail to a URL, with one address to notify.
pub(crate) fn config(url: &str) -> MailConfig {
    MailConfig {
        destination: Destination::parse(url).unwrap(),
        from: mailbox("Agency <site@agency.example>").unwrap(),
        notify: vec![address("staff@agency.example").unwrap()],
        acknowledge: false,
    }
}

/// Starts a server with mail settings.
pub(crate) async fn app_with(mail: MailConfig) -> TestApp {
    TestApp::set_up(|setup| setup.config.mail = Some(mail)).await
}
