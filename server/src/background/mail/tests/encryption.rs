//! Attacks by mail servers, or on the way to them.

use super::{
    LONG, Working, app_with, config, consult,
    sending::{describe_outcome, send},
    timing, until,
};
use crate::testing::{
    certificate::{certificate, in_a_file},
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
async fn refuses_replies_injected_before_tls_and_retries_the_mail() {
    let (pem, tls) = certificate();
    let root = in_a_file(&pem);
    let server = MailServer::start_tls(tls).await;
    server.inject(FORGED);
    let config = config(&format!("smtp://localhost:{}?sslrootcert={}", server.port, root.display()));
    let app = app_with(config.clone()).await;
    consult(&app, "ada@lovelace.example").await;
    let worker = Working::start(&app, &config, timing());
    until(&app, 1, "tries > 0 AND (state <> 'waiting' OR failures > 0)").await;
    assert_eq!(app.rows("mails WHERE state = 'waiting' AND message IS NOT NULL").await, 1);
    assert_eq!(app.rows("mails WHERE answer LIKE '%unencrypted data%'").await, 1);
    server.inject("");
    until(&app, 1, "state = 'sent'").await;
    worker.stop().await;
    assert_eq!(server.received().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_a_line_without_end() {
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
        server.fault(Some((step, Fault::Endless)));
        let (outcome, words) = describe_outcome(send(&config(&url), LONG).await);
        assert_eq!(outcome, "unreachable", "{url}: {words}");
        assert!(words.contains("line"), "{url}: {words}");
        let taken = server.endless_bytes().await;
        assert!(taken < ENDLESS_BYTES / 2, "{url}: {taken} bytes were taken");
    }
}
