//! The worker, next to others and during failures, sending mails.

use std::{collections::BTreeSet, time::Duration};

use chrono::{DateTime, Utc};
use diesel::{
    dsl,
    prelude::{IntoSql as _, QueryDsl as _, QueryResult},
    select,
    sql_types::Timestamptz,
};
use diesel_async::AsyncConnection as _;
use futures_util::FutureExt as _;
use futures_util::future::join_all;
use reqwest::StatusCode;
use serde_json::json;

use crate::{
    background::{
        delivery::{
            commands::retry_failed_mails,
            queue::{self, Leased},
            row::Transport,
            worker::{Sender, Timing},
        },
        mail::{
            sender::MailSender,
            smtp::TimeLimits,
            tests::{app_with, config},
        },
    },
    config::mail::{MailConfig, address::address},
    inbox::tests::Worker as Staff,
    storage::schema::deliveries,
    testing::{
        app::{TestApp, texts},
        delivery::{LONG, Working, consult, failures, spam, timing, until},
        smtp::{Fault, MailServer, Received, Step},
    },
};

const DUE: &str = "UPDATE deliveries SET due_at = now()";

async fn both() -> (MailServer, MailConfig, TestApp) {
    let server = MailServer::start().await;
    let config = config(&server.url());
    let app = app_with(config.clone()).await;
    (server, config, app)
}

/// Has a worker send an app's mails.
fn start(app: &TestApp, config: &MailConfig, timing: Timing) -> Working {
    Working::start(app, [Sender::Mail(MailSender::new(config.clone()))], timing)
}

fn ids(received: &[Received]) -> Vec<&str> {
    received.iter().map(|mail| mail.header("Message-ID")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_a_mail_and_deletes_its_text() {
    let (server, config, app) = both().await;
    let worker = start(&app, &config, timing());
    let slug = consult(&app, "ada@lovelace.example").await;
    let received = server.receives(1).await;
    assert_eq!(received[0].header("Subject"), "Consultation from Ada Lovelace");
    assert_eq!(ids(&received), [format!("<{slug}.0@agency.example>")]);
    assert_eq!(received[0].recipient, "staff@agency.example");
    until(&app, 1, "state = 'sent' AND message IS NULL AND sent_at IS NOT NULL").await;
    worker.stop().await;
    assert_eq!(server.received().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn holds_no_database_connection_while_the_mail_server_hangs() {
    let server = MailServer::start().await;
    server.fault(Some((Step::Data, Fault::Hang)));
    let config = config(&server.url());
    // The pool has no second connection.
    let app = TestApp::set_up(|setup| {
        setup.config.mail = Some(config.clone());
        setup.config.database.pool_size = 1;
    })
    .await;
    let (access, _) = app.sign_in("ada").await;
    for _ in 0..6 {
        consult(&app, "ada@lovelace.example").await;
    }
    let worker = start(&app, &config, timing());
    server.faulted(4).await;
    let status = app.pool().status();
    assert_eq!((status.size, status.max_size), (1, 1));
    for _ in 0..5 {
        assert_eq!(app.get("/api/consultations", &access).await.status(), StatusCode::OK);
        consult(&app, "ada@lovelace.example").await;
    }
    assert_eq!(app.rows("deliveries WHERE state = 'waiting'").await, 11);
    worker.kill().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_each_mail_once_with_several_workers() {
    let (server, config, app) = both().await;
    for _ in 0..40 {
        consult(&app, "ada@lovelace.example").await;
    }
    let workers = (0..4).map(|_| start(&app, &config, timing())).collect::<Vec<_>>();
    until(&app, 40, "state = 'sent'").await;
    join_all(workers.into_iter().map(Working::stop)).await;
    let received = server.received();
    assert_eq!((received.len(), ids(&received).into_iter().collect::<BTreeSet<_>>().len()), (40, 40));
    assert_eq!(app.rows("deliveries WHERE tries = 1").await, 40);
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_the_same_mail_again_after_a_crash() {
    let (server, config, app) = both().await;
    server.fault(Some((Step::End, Fault::Hang)));
    consult(&app, "ada@lovelace.example").await;
    let worker = start(&app, &config, timing());
    server.receives(1).await;
    worker.kill().await;
    server.fault(None);
    // No other worker takes it during the lease.
    let mut connection = app.pool().get().await.unwrap();
    assert!(queue::lease(&mut connection, Transport::Mail, 10, LONG).await.unwrap().is_empty());
    app.execute(DUE).await;
    let worker = start(&app, &config, timing());
    until(&app, 1, "state = 'sent'").await;
    worker.stop().await;
    let received = server.received();
    assert_eq!(received.len(), 2);
    assert_eq!(received[0], received[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_instance_sends_the_mails_of_a_worker_that_died() {
    let (server, config, app) = both().await;
    let other = app.second_server_with(|setup| setup.config.mail = Some(config.clone())).await;
    server.fault(Some((Step::Data, Fault::Hang)));
    for _ in 0..6 {
        consult(&app, "ada@lovelace.example").await;
    }
    let timing = || Timing { lease: Duration::from_secs(1), ..timing() };
    let dying = start(&app, &config, timing());
    server.faulted(4).await;
    dying.kill().await;
    server.fault(None);
    let survivor = start(&other, &config, timing());
    until(&app, 6, "state = 'sent'").await;
    survivor.stop().await;
    let received = server.received();
    assert_eq!((received.len(), ids(&received).into_iter().collect::<BTreeSet<_>>().len()), (6, 6));
}

#[tokio::test(flavor = "multi_thread")]
async fn finishes_the_current_mail_when_stopped() {
    let (server, config, app) = both().await;
    server.fault(Some((Step::End, Fault::Hang)));
    consult(&app, "ada@lovelace.example").await;
    let limits = TimeLimits { end: Duration::from_secs(2), ..TimeLimits::default() };
    let sender = Sender::Mail(MailSender::within(config, limits));
    let worker = Working::start(&app, [sender], timing());
    server.faulted(1).await;
    worker.stop().await;
    let failed = "deliveries WHERE failures = 1 AND answer = 'the mail server did not answer in time'";
    assert_eq!(app.rows(failed).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_the_lease_of_a_mail_that_takes_longer() {
    let (server, config, app) = both().await;
    server.fault(Some((Step::End, Fault::Late(Duration::from_secs(4)))));
    let slug = consult(&app, "ada@lovelace.example").await;
    let timing = || Timing { lease: Duration::from_secs(1), ..timing() };
    let workers = [start(&app, &config, timing()), start(&app, &config, timing())];
    until(&app, 1, "state = 'sent' AND tries = 1").await;
    join_all(workers.map(Working::stop)).await;
    assert_eq!(ids(&server.received()), [format!("<{slug}.0@agency.example>")]);
    assert_eq!(Timing::default().lease, Duration::from_mins(2));
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_to_other_recipients_when_one_is_refused() {
    let server = MailServer::start().await;
    let mut config = config(&server.url());
    config.notify.push(address("gone@agency.example").unwrap());
    let app = app_with(config.clone()).await;
    let (access, _) = app.sign_in("ada").await;
    let refusal = Fault::SayBytes(b"550 5.1.1 Empf\xe4nger unbekannt\r\n");
    server.fault_for("gone@agency.example", (Step::Recipient, refusal));
    assert_eq!(failures(&app, &access, "mail").await, json!({"failed": 0}));
    consult(&app, "ada@lovelace.example").await;
    let worker = start(&app, &config, timing());
    until(&app, 1, "state = 'sent' AND recipient = 'staff@agency.example'").await;
    until(&app, 1, "state = 'failed' AND recipient = 'gone@agency.example' AND tries = 1").await;
    assert_eq!(
        failures(&app, &access, "mail").await,
        json!({"failed": 1, "answer": "550 5.1.1 Empf\u{fffd}nger unbekannt"})
    );
    // Without a mail server nothing can be retried.
    assert_eq!(failures(&app.second_server().await, &access, "mail").await, json!({"failed": 0}));
    // It is refused again when retried, and dropped once its recipient is not configured.
    retry_failed_mails(app.pool(), Some(&config)).await.unwrap();
    until(&app, 1, "state = 'failed' AND tries = 2").await;
    // Nor is it dropped when its address is spelled otherwise.
    config.notify.pop();
    config.notify.push(address("Gone@Agency.Example").unwrap());
    retry_failed_mails(app.pool(), Some(&config)).await.unwrap();
    until(&app, 1, "state = 'failed' AND tries = 3").await;
    config.notify.pop();
    retry_failed_mails(app.pool(), Some(&config)).await.unwrap();
    let dropped = "deliveries WHERE state = 'dropped' AND message IS NULL AND answer IS NULL";
    assert_eq!(app.rows(dropped).await, 1);
    assert_eq!(failures(&app, &access, "mail").await, json!({"failed": 0}));
    worker.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn gives_up_after_a_day_and_keeps_the_mail_for_a_retry() {
    let (server, config, app) = both().await;
    let (access, _) = app.sign_in("ada").await;
    server.fault(Some((Step::Recipient, Fault::Say("451 4.7.1 come back later"))));
    consult(&app, "ada@lovelace.example").await;
    let worker = start(&app, &config, timing());
    until(&app, 1, "failures >= 3 AND state = 'waiting' AND failing_since IS NOT NULL").await;
    assert_eq!(failures(&app, &access, "mail").await, json!({"failed": 0}));
    app.execute("UPDATE deliveries SET failing_since = now() - interval '1 day'").await;
    until(&app, 1, "state = 'failed' AND message IS NOT NULL").await;
    assert_eq!(
        failures(&app, &access, "mail").await,
        json!({"failed": 1, "answer": "451 4.7.1 come back later"})
    );
    server.fault(None);
    retry_failed_mails(app.pool(), Some(&config)).await.unwrap();
    until(&app, 1, "state = 'sent'").await;
    worker.stop().await;
    assert_eq!(server.received().len(), 1);
    assert_eq!(failures(&app, &access, "mail").await, json!({"failed": 0}));
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_no_failure_of_an_acknowledgement() {
    let server = MailServer::start().await;
    let config = MailConfig { acknowledge: true, ..config(&server.url()) };
    let app = app_with(config.clone()).await;
    let (access, _) = app.sign_in("ada").await;
    server.fault_for("ada@lovelace.example", (Step::Recipient, Fault::Say("550 5.1.1 nobody of that name")));
    consult(&app, "ada@lovelace.example").await;
    let worker = start(&app, &config, timing());
    until(&app, 1, "state = 'failed' AND purpose = 'acknowledge'").await;
    until(&app, 1, "state = 'sent' AND purpose = 'notify'").await;
    assert_eq!(failures(&app, &access, "mail").await, json!({"failed": 0}));
    // Nor in the metrics that cause an alert, also while it waits: servers answer so for a domain that does not exist.
    server.fault_for("eve@mail.exampel", (Step::Recipient, Fault::Say("450 4.1.2 Domain not found")));
    consult(&app, "eve@mail.exampel").await;
    until(&app, 1, "state = 'waiting' AND purpose = 'acknowledge' AND failures > 0").await;
    until(&app, 2, "state = 'sent' AND purpose = 'notify'").await;
    worker.stop().await;
    let waiting = queue::count_waiting(&mut app.pool().get().await.unwrap(), Transport::Mail).await.unwrap();
    assert_eq!((waiting, app.state.metrics.mails.given_up.get()), ((0, 0.0), 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_every_mail_after_an_outage() {
    let (server, config, app) = both().await;
    server.fault(Some((Step::Greeting, Fault::Say("421 4.3.2 not now"))));
    for _ in 0..10 {
        consult(&app, "ada@lovelace.example").await;
    }
    let worker = start(&app, &config, timing());
    server.faulted(10).await;
    server.fault(None);
    until(&app, 10, "state = 'sent'").await;
    worker.stop().await;
    assert!(ids(&server.received()).into_iter().collect::<BTreeSet<_>>().len() == 10);
}

#[tokio::test(flavor = "multi_thread")]
async fn notifies_once_when_spam_is_marked_as_not_spam() {
    let (server, config, app) = both().await;
    let staff = Staff::named(&app, "ada").await;
    let set_aside = spam(&app, "spammer@mail.example").await;
    let worker = start(&app, &config, timing());
    let honest = consult(&app, "ada@lovelace.example").await;
    let id = |slug: &str| format!("<{slug}.0@agency.example>");
    assert_eq!(ids(&server.receives(1).await), [id(&honest)]);
    for (version, action) in [(2, "not_spam"), (3, "spam"), (4, "not_spam")] {
        let (status, _) = staff.act("consultations/1", &json!({"action": action, "version": version})).await;
        assert_eq!(status, StatusCode::OK);
        if action == "not_spam" {
            until(&app, 2, "state = 'sent'").await;
        }
    }
    let last = consult(&app, "ada@lovelace.example").await;
    assert_eq!(ids(&server.receives(3).await), [id(&honest), id(&set_aside), id(&last)]);
    worker.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wakes_the_worker_when_spam_is_marked_as_not_spam() {
    let (_server, _config, app) = both().await;
    let staff = Staff::named(&app, "ada").await;
    spam(&app, "spammer@mail.example").await;
    let written = &app.state.mails.as_ref().unwrap().written;
    // Storing the form has woken it.
    assert!(written.notified().now_or_never().is_some());
    assert!(written.notified().now_or_never().is_none());
    let (status, _) = staff.act("consultations/1", &json!({"action": "not_spam", "version": 2})).await;
    assert_eq!(status, StatusCode::OK);
    assert!(written.notified().now_or_never().is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_every_mail_when_the_clock_jumps() {
    let (server, config, app) = both().await;
    for _ in 0..4 {
        consult(&app, "ada@lovelace.example").await;
    }
    // Rows as a database clock a year ahead or behind writes them.
    app.execute(
        "UPDATE deliveries SET due_at = due_at + interval '1 year', created_at = created_at + interval '1 year' WHERE id = 1; \
         UPDATE deliveries SET due_at = due_at - interval '1 year', created_at = created_at - interval '1 year' WHERE id = 2; \
         UPDATE deliveries SET failing_since = now() + interval '1 year', failures = 2 WHERE id = 3; \
         UPDATE deliveries SET failing_since = now() - interval '1 year', failures = 2 WHERE id = 4",
    )
    .await;
    let mut connection = app.pool().get().await.unwrap();
    assert!(queue::count_waiting(&mut connection, Transport::Mail).await.unwrap().1 >= 0.0);
    let worker = start(&app, &config, timing());
    until(&app, 4, "state = 'sent'").await;
    worker.stop().await;
    assert_eq!(server.received().len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn uses_the_clock_of_the_database() {
    use diesel_async::RunQueryDsl as _;

    let (_server, _, app) = both().await;
    consult(&app, "ada@lovelace.example").await;
    let mut connection = app.pool().get().await.unwrap();
    let leased = connection.transaction(async |connection| -> QueryResult<_> {
        // `now()` is constant within a transaction.
        let due_at = deliveries::table.select(deliveries::due_at);
        let now: DateTime<Utc> = select(dsl::now.into_sql::<Timestamptz>()).get_result(connection).await?;
        let leased = queue::lease(connection, Transport::Mail, 10, Duration::from_secs(90)).await?;
        let [mail] = &leased[..] else { panic!("not one mail") };
        assert_eq!(due_at.first::<DateTime<Utc>>(connection).await?, now + Duration::from_secs(90));
        queue::mark_failed(connection, mail, "451 later", Some(Duration::from_mins(1))).await?;
        assert_eq!(due_at.first::<DateTime<Utc>>(connection).await?, now + Duration::from_mins(1));
        let failing_since = deliveries::table.select(deliveries::failing_since);
        assert_eq!(failing_since.first::<Option<DateTime<Utc>>>(connection).await?, Some(now));
        Ok(leased)
    });
    let leased = leased.await.unwrap();
    let [mail] = &leased[..] else { panic!("not one mail") };
    // An expired lease changes nothing.
    let expired = Leased { tries: 7, ..mail.clone() };
    assert_eq!(queue::mark_failed(&mut connection, &expired, "550 no", None).await.unwrap(), None);
    assert_eq!(texts(&app, "SELECT answer AS text FROM deliveries").await, ["451 later"]);
}

#[test]
fn pauses_grow_to_a_limit_and_differ() {
    let timing = Timing::default();
    let pauses = |failures| (0..100).map(|_| timing.pause(failures)).collect::<BTreeSet<_>>();
    for (failures, most) in [(0, 60), (1, 120), (2, 240), (4, 900), (1_000, 900), (i32::MAX, 900)] {
        let (most, pauses) = (Duration::from_secs(most), pauses(failures));
        assert!(pauses.len() > 10, "{failures}");
        assert!(pauses.iter().all(|pause| *pause <= most && *pause >= most / 2), "{failures}: {pauses:?}");
    }
}
