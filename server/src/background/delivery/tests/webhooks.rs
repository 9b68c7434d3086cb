//! What the worker does with webhooks alone.

use std::{collections::BTreeSet, time::Duration};

use reqwest::StatusCode;
use serde_json::json;
use standardwebhooks::Webhook;

use crate::{
    background::{
        delivery::{
            commands::retry_failed_webhooks,
            queue,
            row::Transport,
            worker::{Sender, Timing},
        },
        webhook::{
            outbox::replace_by_deletions,
            sender::WebhookSender,
            tests::{app_with, slack},
        },
    },
    config::webhook::WebhookConfig,
    inbox::{forget::forget, tests::Worker as Staff},
    testing::{
        app::{TestApp, WEBHOOK_SECRET as SECRET, signed_webhooks as config},
        delivery::{Working, consult, failures, spam, timing, until},
        receiver::{Answer, Received, Receiver},
    },
};

async fn both() -> (Receiver, WebhookConfig, TestApp) {
    let receiver = Receiver::start().await;
    let config = config(&receiver.url());
    let app = app_with(&config).await;
    (receiver, config, app)
}

/// Has a worker send an app's webhooks.
fn start(app: &TestApp, config: &WebhookConfig, timing: Timing) -> Working {
    Working::start(app, [Sender::Webhook(WebhookSender::new(config.clone()))], timing)
}

fn ids(requests: &[Received]) -> Vec<&str> {
    requests.iter().map(|webhook| webhook.header("webhook-id")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_every_change_and_deletes_its_text() {
    let (receiver, config, app) = both().await;
    let worker = start(&app, &config, timing());
    let ada = Staff::named(&app, "ada").await;
    let slug = consult(&app, "ada@lovelace.example").await;
    assert_eq!(receiver.receives(1).await[0].event()["data"]["email"], "ada@lovelace.example");
    assert_eq!(ada.act("consultations/1", &json!({"action": "start", "version": 1})).await.0, StatusCode::OK);
    receiver.receives(2).await;
    until(&app, 2, "state = 'sent' AND message IS NULL AND sent_at IS NOT NULL").await;
    forget(app.pool(), app.state.webhooks.as_deref(), "ada@lovelace.example").await.unwrap();
    let requests = receiver.receives(3).await;
    until(&app, 1, "state = 'sent'").await;
    worker.stop().await;
    assert_eq!(ids(&requests), ["1", "2", "deleted"].map(|what| format!("{slug}_{what}")));
    assert_eq!(receiver.received().len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_the_id_and_renews_the_timestamp_of_each_attempt() {
    let (receiver, config, app) = both().await;
    receiver.answer([Answer::status(500)]);
    let slug = consult(&app, "ada@lovelace.example").await;
    let worker = start(&app, &config, timing());
    let timestamp = |webhook: &Received| webhook.header("webhook-timestamp").parse::<i64>().unwrap();
    let mut attempts = 2;
    // Timestamps have seconds.
    let requests = loop {
        let requests = receiver.receives(attempts).await;
        if timestamp(&requests[0]) < timestamp(requests.last().unwrap()) {
            break requests;
        }
        attempts = requests.len() + 1;
    };
    receiver.answer([Answer::status(200)]);
    until(&app, 1, "state = 'sent' AND failing_since IS NULL AND answer IS NULL").await;
    worker.stop().await;
    for webhook in &requests {
        assert_eq!(webhook.header("webhook-id"), format!("{slug}_1"));
        assert_eq!(webhook.body, requests[0].body);
        Webhook::new(SECRET).unwrap().verify(webhook.body.as_bytes(), &webhook.headers).unwrap();
    }
    let (first, last) = (&requests[0], requests.last().unwrap());
    assert_ne!(first.header("webhook-signature"), last.header("webhook-signature"));
}

#[tokio::test(flavor = "multi_thread")]
async fn gives_up_after_a_day_and_keeps_the_webhook_for_a_retry() {
    let (receiver, config, app) = both().await;
    let (access, _) = app.sign_in("ada").await;
    receiver.answer([Answer::Status(500, None, "on fire")]);
    consult(&app, "ada@lovelace.example").await;
    let worker = start(&app, &config, timing());
    until(&app, 1, "failures >= 3 AND state = 'waiting' AND failing_since IS NOT NULL").await;
    // After an hour it is still tried.
    app.execute("UPDATE deliveries SET failing_since = failing_since - interval '1 hour'").await;
    let tries = receiver.received().len();
    receiver.receives(tries + 3).await;
    assert_eq!(failures(&app, &access, "webhooks").await, json!({"failed": 0}));
    app.execute("UPDATE deliveries SET failing_since = now() - interval '1 day'").await;
    until(&app, 1, "state = 'failed' AND message IS NOT NULL").await;
    let answer = "500 Internal Server Error: on fire";
    assert_eq!(failures(&app, &access, "webhooks").await, json!({"failed": 1, "answer": answer}));
    // Without a receiver nothing can be retried.
    assert_eq!(failures(&app.second_server().await, &access, "webhooks").await, json!({"failed": 0}));
    receiver.answer([Answer::status(204)]);
    retry_failed_webhooks(app.pool(), Some(&config)).await.unwrap();
    until(&app, 1, "state = 'sent'").await;
    worker.stop().await;
    assert_eq!(failures(&app, &access, "webhooks").await, json!({"failed": 0}));
    let metrics = &app.state.metrics.webhooks;
    assert_eq!((metrics.sent.get(), metrics.given_up.get()), (1, 1));
    // Six were sent, of which the last may be the one that was given up.
    assert!(metrics.deferred.get() >= 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn ends_at_410_and_waits_as_long_as_asked() {
    let (receiver, config, app) = both().await;
    let gone = consult(&app, "ada@lovelace.example").await;
    receiver.answer([Answer::status(410)]);
    let worker = start(&app, &config, timing());
    until(&app, 1, "state = 'failed' AND tries = 1").await;
    receiver.answer([Answer::Status(429, Some(("retry-after", "1800".to_owned())), "")]);
    let limited = consult(&app, "ada@lovelace.example").await;
    let asked = "state = 'waiting' AND failures = 1 AND due_at BETWEEN now() + interval '29 minutes' AND now() + interval '30 minutes'";
    until(&app, 1, asked).await;
    // At most an hour.
    receiver
        .answer([Answer::Status(503, Some(("retry-after", "999999".to_owned())), ""), Answer::status(204)]);
    consult(&app, "ada@lovelace.example").await;
    until(&app, 1, "due_at BETWEEN now() + interval '59 minutes' AND now() + interval '60 minutes'").await;
    worker.stop().await;
    // They are due when the time is over.
    app.execute("UPDATE deliveries SET due_at = due_at - interval '1 hour'").await;
    let worker = start(&app, &config, timing());
    until(&app, 2, "state = 'sent' AND tries = 2").await;
    worker.stop().await;
    let told = receiver.received();
    assert_eq!(ids(&told).iter().filter(|id| **id == format!("{gone}_1")).count(), 1);
    assert_eq!(ids(&told).iter().filter(|id| **id == format!("{limited}_1")).count(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_nothing_of_spam_until_it_is_not() {
    let (receiver, config, app) = both().await;
    let staff = Staff::named(&app, "ada").await;
    let bot = spam(&app, "spammer@mail.example").await;
    let worker = start(&app, &config, timing());
    let honest = consult(&app, "ada@lovelace.example").await;
    assert_eq!(ids(&receiver.receives(1).await), [format!("{honest}_1")]);
    for (record, action, version) in [("consultations/1", "not_spam", 2), ("consultations/2", "spam", 1)] {
        let (status, _) = staff.act(record, &json!({"action": action, "version": version})).await;
        assert_eq!(status, StatusCode::OK);
    }
    until(&app, 3, "state = 'sent'").await;
    worker.stop().await;
    let requests = receiver.received();
    let expected = [format!("{honest}_1"), format!("{bot}_1"), format!("{bot}_3")];
    assert_eq!(
        ids(&requests).into_iter().map(ToOwned::to_owned).collect::<BTreeSet<_>>(),
        BTreeSet::from(expected)
    );
    assert_eq!(app.rows("deliveries WHERE held AND state = 'waiting'").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_deletions_after_everything_else() {
    let (receiver, config, app) = both().await;
    app.execute(
        "INSERT INTO deliveries (transport, slug, purpose, message_id, message, due_at, created_at)
         SELECT 'webhook', n, 'submission.deleted', 'deleted', '{}', at, at
         FROM generate_series(1, 20) AS n, (SELECT now() - interval '1 hour') AS due (at)",
    )
    .await;
    // Their age is no sign that the receiver is down.
    let mut connection = app.pool().get().await.unwrap();
    assert_eq!(queue::count_waiting(&mut connection, Transport::Webhook).await.unwrap(), (20, 0.0));
    drop(connection);
    let slug = consult(&app, "ada@lovelace.example").await;
    let worker = start(&app, &config, timing());
    until(&app, 21, "state = 'sent'").await;
    worker.stop().await;
    let requests = receiver.received();
    assert!(ids(&requests)[..4].contains(&&*format!("{slug}_1")), "{:?}", ids(&requests));
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_and_deletes_an_event_of_the_next_release() {
    let (receiver, config, app) = both().await;
    app.execute(
        "ALTER TABLE deliveries DROP CONSTRAINT deliveries_known;
         INSERT INTO deliveries (transport, slug, purpose, message_id, message) VALUES ('webhook', 'a', 'submission.merged', 'merged', '{}')",
    )
    .await;
    let worker = start(&app, &config, timing());
    until(&app, 1, "state = 'sent'").await;
    worker.stop().await;
    assert_eq!(ids(&receiver.received()), ["merged"]);

    let mut connection = app.pool().get().await.unwrap();
    let webhooks = app.state.webhooks.as_deref();
    replace_by_deletions(&mut connection, webhooks, &["a".to_owned()]).await.unwrap();
    assert_eq!(app.rows("deliveries").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn paces_deletions() {
    let (receiver, config, app) = both().await;
    for _ in 0..9 {
        consult(&app, "ada@lovelace.example").await;
    }
    forget(app.pool(), app.state.webhooks.as_deref(), "ada@lovelace.example").await.unwrap();
    let pace = Duration::from_millis(200);
    let begun = tokio::time::Instant::now();
    let worker = start(&app, &config, Timing { pace, ..timing() });
    receiver.receives(9).await;
    assert!(begun.elapsed() >= pace * 2);
    worker.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn drops_changes_when_the_format_becomes_slack() {
    let (receiver, standard, app) = both().await;
    let ada = Staff::named(&app, "ada").await;
    consult(&app, "ada@lovelace.example").await;
    assert_eq!(ada.act("consultations/1", &json!({"action": "start", "version": 1})).await.0, StatusCode::OK);
    app.execute("UPDATE deliveries SET answer = '500 Ada Lovelace', failures = 1, failing_since = now()")
        .await;
    let worker = start(&app, &slack(standard.url.as_str()), timing());
    let emptied = "message IS NULL AND answer IS NULL AND failing_since IS NULL";
    until(&app, 1, &format!("state = 'sent' AND purpose = 'submission.created' AND {emptied}")).await;
    until(&app, 1, &format!("state = 'dropped' AND purpose = 'submission.updated' AND {emptied}")).await;
    worker.stop().await;
    assert_eq!(receiver.received().len(), 1);
}
