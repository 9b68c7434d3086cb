//! The migration from the tables of 0.4.0.

use std::collections::BTreeSet;

use diesel::migration::Migration as _;
use diesel_async::AsyncMigrationHarness;
use diesel_migrations::MigrationHarness as _;

use crate::{
    background::{
        delivery::worker::Sender,
        mail::{
            sender::MailSender,
            tests::{app_with, config},
        },
        webhook::sender::WebhookSender,
    },
    storage::migrations::{MIGRATIONS, migrate},
    testing::{
        app::{signed_webhooks, texts},
        delivery::{Working, timing, until},
        receiver::Receiver,
        smtp::MailServer,
    },
};

/// The last migration of 0.4.0.
const NEWEST_OF_0_4_0: &str = "20261127000330";

#[tokio::test(flavor = "multi_thread")]
async fn moves_mails_and_webhooks_of_0_4_0_in_every_state() {
    let (server, receiver) = (MailServer::start().await, Receiver::start().await);
    let mail = config(&server.url());
    let app = app_with(mail.clone()).await;
    app.unmigrate().await;
    let mut harness = AsyncMigrationHarness::new(app.pool().get().await.unwrap());
    for migration in harness.pending_migrations(MIGRATIONS).unwrap() {
        if migration.name().version().to_string().as_str() <= NEWEST_OF_0_4_0 {
            harness.run_migration(&migration).unwrap();
        }
    }
    drop(harness);
    let states = "unnest(ARRAY['waiting', 'sent', 'failed', 'dropped']) AS state, \
                  unnest(ARRAY[false, true]) AS held";
    let columns =
        "CASE WHEN state IN ('waiting', 'failed') THEN '{}' END, state, held, 1, now() - interval '1 hour'";
    app.execute(&format!(
        "INSERT INTO submissions (kind, slug, full_name, name_key, email, email_key) VALUES
             ('consultations', md5(''), 'Ada', 'ada', 'ada@b.example', 'ada@b.example');
         INSERT INTO mails (submission_id, purpose, recipient, message_id, subject, message, state, held, failures, due_at)
         SELECT 1, purpose, 'ada@b.example', concat_ws('-', '<mail', purpose, state, held) || '@agency.example>', 'Hello',
             {columns}
         FROM unnest(ARRAY['notify', 'acknowledge']) AS purpose, {states};
         INSERT INTO webhooks (slug, event, message_id, message, state, held, failures, due_at)
         SELECT md5(''), event, concat_ws('-', event, state, held), {columns}
         FROM unnest(ARRAY['submission.created', 'submission.updated', 'submission.deleted']) AS event, {states}"
    ))
    .await;
    let all = |tables: &str| format!("SELECT concat_ws(' ', {tables}) AS text");
    let kept = "message_id, message, d.state, held, d.created_at, due_at, tries, failures, failing_since, answer, sent_at";
    let before = [
        texts(
            &app,
            &(all(&format!("'mail', slug, purpose, recipient, {kept}"))
                + " FROM mails AS d JOIN submissions AS s ON s.id = submission_id"),
        )
        .await,
        texts(&app, &(all(&format!("'webhook', slug, event, {kept}")) + " FROM webhooks AS d")).await,
    ];
    migrate(app.pool()).await.unwrap();
    let after = texts(
        &app,
        &(all(&format!("transport, slug, purpose, recipient, {kept}")) + " FROM deliveries AS d"),
    )
    .await;
    assert_eq!(after.len(), 16 + 24);
    assert_eq!(
        after.into_iter().collect::<BTreeSet<_>>(),
        before.concat().into_iter().collect::<BTreeSet<_>>()
    );

    // What waits is sent once, and what was sent, failed, was dropped or is held is not.
    let webhook = WebhookSender::new(signed_webhooks(&receiver.url()));
    let worker =
        Working::start(&app, [Sender::Mail(MailSender::new(mail)), Sender::Webhook(webhook)], timing());
    until(&app, 0, "state = 'waiting' AND NOT held").await;
    worker.stop().await;
    assert_eq!((server.received().len(), receiver.received().len()), (2, 3));
    assert_eq!(app.rows("deliveries WHERE state = 'sent' AND tries = 1 AND message IS NULL").await, 5);
    // A mail still goes with its record.
    app.execute("DELETE FROM submissions").await;
    assert_eq!(app.rows("deliveries WHERE transport = 'mail'").await, 0);
}
