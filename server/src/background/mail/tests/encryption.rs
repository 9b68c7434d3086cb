//! Attacks by mail servers, or on the way to them.

use super::{
    app_with, config,
    sending::{describe_outcome, send},
    start, until,
};
use crate::testing::{
    certificate::{certificate, in_a_file},
    delivery::{LONG, consult, timing},
    smtp::{ENDLESS_BYTES, Fault, MailServer, Step},
};

/// The replies of a mail server that accepts a mail.
const FORGED: &str =
    "250-mail.test\r\n250 8BITMIME\r\n250 fine\r\n250 fine\r\n354 go on\r\n250 taken\r\n221 goodbye\r\n";

#[tokio::test(flavor = "multi_thread")]
async fn sends_mail_over_starttls() {
    let (pem, tls) = certificate();
    let root = in_a_file(&pem);
    let server = MailServer::start_tls(tls).await;
    let url = format!("smtp://localhost:{}?sslrootcert={}", server.port, root.display());
    assert_eq!(describe_outcome(send(&config(&url), LONG).await), ("sent", String::new()));
    assert_eq!(server.received().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn believes_no_replies_injected_before_tls() {
    let (pem, tls) = certificate();
    let root = in_a_file(&pem);
    let server = MailServer::start_tls(tls).await;
    server.inject(FORGED);
    let config = config(&format!("smtp://localhost:{}?sslrootcert={}", server.port, root.display()));
    let app = app_with(config.clone()).await;
    consult(&app, "ada@lovelace.example").await;
    let worker = start(&app, &config, timing());
    // Sent by the forged replies, it would not have arrived; if they came apart from the real one, it is tried again.
    until(&app, 1, "tries > 0 AND (state <> 'waiting' OR failures > 0)").await;
    assert_eq!(app.rows("mails WHERE state = 'sent'").await, i64::from(!server.received().is_empty()));
    server.inject("");
    until(&app, 1, "state = 'sent'").await;
    worker.stop().await;
    assert_eq!(server.received().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn logs_in_with_a_plain_password_whatever_else_is_offered() {
    let (pem, tls) = certificate();
    let root = in_a_file(&pem);
    let server = MailServer::encrypting(tls).await;
    server
        .fault(Some((Step::Hello, Fault::Say("250-mail.test\r\n250 AUTH DIGEST-MD5 CRAM-MD5 LOGIN PLAIN"))));
    let url = format!("smtps://ada:secret@localhost:{}?sslrootcert={}", server.port, root.display());
    assert_eq!(describe_outcome(send(&config(&url), LONG).await), ("sent", String::new()));
    assert_eq!(server.received().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_a_reply_without_end() {
    let (pem, tls) = certificate();
    let root = in_a_file(&pem);
    let url = |scheme: &str, server: &MailServer| {
        format!("{scheme}://localhost:{}?sslrootcert={}", server.port, root.display())
    };
    let plain = MailServer::start().await;
    let encrypting = MailServer::encrypting(tls.clone()).await;
    let start_tls = MailServer::start_tls(tls).await;
    for (server, url, step) in [
        // Before the encryption that it was asked for.
        (&plain, url("smtp", &plain), Step::Greeting),
        (&plain, plain.url(), Step::Hello),
        (&encrypting, url("smtps", &encrypting), Step::Greeting),
        (&start_tls, url("smtp", &start_tls), Step::Recipient),
    ] {
        // A long line, many lines, and many lines that mail-send does not count.
        for characters in ["x", "250-x\r\n", "250-\r\n", "250-\n"] {
            server.fault(Some((step, Fault::Endless(characters))));
            let (outcome, words) = describe_outcome(send(&config(&url), LONG).await);
            assert_eq!(outcome, "unreachable", "{url}: {words}");
            assert!(words.contains("too long"), "{url}: {words}");
            let taken = server.endless_bytes().await;
            assert!(taken < ENDLESS_BYTES / 2, "{url}: {taken} bytes were taken");
        }
    }
}
