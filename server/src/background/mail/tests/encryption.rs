//! Attacks by mail servers, or on the way to them.

use super::{
    app_with, config,
    sending::{describe_outcome, send},
};
use crate::{
    background::{delivery::worker::Sender, mail::sender::MailSender},
    testing::{
        certificate::{certificate, in_a_file},
        delivery::{Working, consult, timing, until},
        smtp::{Fault, MailServer, Step},
    },
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
    assert_eq!(describe_outcome(send(&config(&url)).await), ("sent", String::new()));
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
    let worker = Working::start(&app, [Sender::Mail(MailSender::new(config))], timing());
    // Sent by the forged replies, it would not have arrived; if they came apart from the real one, it is tried again.
    until(&app, 1, "tries > 0 AND (state <> 'waiting' OR failures > 0)").await;
    assert_eq!(app.rows("deliveries WHERE state = 'sent'").await, i64::from(!server.received().is_empty()));
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
    assert_eq!(describe_outcome(send(&config(&url)).await), ("sent", String::new()));
    assert_eq!(server.received().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn logs_in_by_cram_md5_or_says_what_the_mail_server_offers() {
    let (pem, tls) = certificate();
    let root = in_a_file(&pem);
    let server = MailServer::encrypting(tls).await;
    let url = format!("smtps://ada:secret@localhost:{}?sslrootcert={}", server.port, root.display());
    for (offer, expected) in [
        ("250-mail.test\r\n250 AUTH CRAM-MD5", None),
        ("250-mail.test\r\n250 AUTH DIGEST-MD5 CRAM-MD5", None),
        (
            "250-mail.test\r\n250 AUTH NTLM DIGEST-MD5 XOAUTH2",
            Some(
                "the mail server offers no way to sign in that works here, only XOAUTH2, NTLM, DIGEST-MD5: ",
            ),
        ),
        (
            "250-mail.test\r\n250 8BITMIME",
            Some("offers no way to sign in here: use its port for mail programs"),
        ),
    ] {
        server.fault(Some((Step::Hello, Fault::Say(offer))));
        let (outcome, words) = describe_outcome(send(&config(&url)).await);
        match expected {
            None => assert_eq!((outcome, &*words), ("sent", ""), "{offer}"),
            Some(expected) => assert!(outcome == "unreachable" && words.contains(expected), "{words}"),
        }
    }
    assert_eq!(server.received().len(), 2);
}
