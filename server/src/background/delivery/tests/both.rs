//! One worker for mails and webhooks.

use std::time::Duration;

use crate::{
    background::{
        cleanup::run_cleanup,
        delivery::worker::Sender,
        mail::{sender::MailSender, tests::config},
        webhook::sender::WebhookSender,
    },
    inbox::forget::forget,
    testing::{
        app::{TestApp, signed_webhooks},
        delivery::{Working, consult, timing, until},
        receiver::{Answer, Receiver},
        smtp::{Fault, MailServer, Step},
    },
};

#[tokio::test(flavor = "multi_thread")]
async fn silent_receiver_delays_no_other() {
    let (server, receiver) = (MailServer::start().await, Receiver::start().await);
    let (mail, webhook) = (config(&server.url()), signed_webhooks(&receiver.url()));
    let app = TestApp::set_up(|setup| {
        setup.config.mail = Some(mail.clone());
        setup.config.webhook = Some(webhook.clone());
    })
    .await;
    let senders = [Sender::Mail(MailSender::new(mail)), Sender::Webhook(WebhookSender::new(webhook))];
    let worker = Working::start(&app, senders, timing());
    server.fault(Some((Step::Data, Fault::Hang)));
    for _ in 0..6 {
        consult(&app, "ada@lovelace.example").await;
    }
    server.faulted(4).await;
    until(&app, 6, "state = 'sent' AND transport = 'webhook'").await;
    // Nor one that takes all but one place.
    server.fault(None);
    receiver.answer([Answer::Hang, Answer::Hang, Answer::Hang, Answer::status(204)]);
    for _ in 0..6 {
        consult(&app, "ada@lovelace.example").await;
    }
    until(&app, 9, "state = 'sent' AND transport = 'webhook'").await;
    worker.kill().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn drops_webhooks_that_nobody_receives() {
    let webhook = signed_webhooks("http://localhost/");
    let app = TestApp::set_up(|setup| setup.config.webhook = Some(webhook)).await;
    for _ in 0..3 {
        consult(&app, "ada@lovelace.example").await;
    }
    app.execute("UPDATE deliveries SET state = 'failed', answer = '500 Ada Lovelace' WHERE id = 2").await;
    run_cleanup(app.pool().clone(), true).await.unwrap();
    assert_eq!(app.rows("deliveries WHERE message IS NOT NULL").await, 3);
    // As a server without WEBHOOK_URL does when it starts.
    run_cleanup(app.pool().clone(), false).await.unwrap();
    assert_eq!(
        app.rows("deliveries WHERE state = 'dropped' AND message IS NULL AND answer IS NULL").await,
        3
    );
    // Nor is a deletion queued, and nothing is left of the record.
    forget(app.pool(), None, "ada@lovelace.example").await.unwrap();
    assert_eq!(app.rows("deliveries").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn empties_webhooks_of_records_that_another_program_deletes() {
    let webhook = signed_webhooks("http://localhost/");
    let app = TestApp::set_up(|setup| setup.config.webhook = Some(webhook)).await;
    consult(&app, "ada@lovelace.example").await;
    let other = consult(&app, "grace@hopper.example").await;
    // The application's role may have a schema of another name before it.
    app.execute("SET search_path = pg_temp, public; DELETE FROM submissions WHERE email LIKE 'ada@%'").await;
    assert_eq!(app.rows("deliveries WHERE message LIKE '%ada@lovelace%'").await, 0);
    assert_eq!(app.rows(&format!("deliveries WHERE slug = '{other}' AND message IS NOT NULL")).await, 1);
}

#[test]
fn limits_an_exchange_as_rfc_5321_says() {
    use crate::background::mail::smtp::TimeLimits;

    let TimeLimits { connect, reply, end, .. } = TimeLimits::default();
    assert_eq!((reply, end), (Duration::from_mins(1), Duration::from_mins(10)));
    assert!(connect <= Duration::from_secs(5));
}
