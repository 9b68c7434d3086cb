//! Mails are stored together with their submission.

use diesel::sql_query;
use mail_parser::MessageParser;
use reqwest::StatusCode;
use serde_json::json;

use super::{app_with, config, texts};
use crate::{
    config::mail::{MailConfig, address::address},
    inbox::{forget::forget, tests::Worker as Staff},
    testing::{
        app::TestApp,
        delivery::{consult, spam},
        form::TestForm,
    },
};

const NOWHERE: &str = "file:/nowhere";

fn acknowledging() -> MailConfig {
    MailConfig { acknowledge: true, ..config(NOWHERE) }
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_a_mail_for_each_recipient() {
    let second = address("boss@bücher.example").unwrap();
    let mut mail = config(NOWHERE);
    mail.notify.push(second);
    let app = TestApp::set_up(|setup| {
        setup.config.mail = Some(mail);
        setup.config.public_url = Some(crate::config::PublicUrl::parse("https://agency.example").unwrap());
    })
    .await;
    let slug = consult(&app, "ada@lovelace.example").await;
    let (status, created) = TestForm::valid().send(&app).await;
    assert_eq!(status, StatusCode::CREATED);
    let application = created["slug"].as_str().unwrap();
    let rows = "SELECT concat_ws(' ', s.kind, purpose, recipient, message_id, m.state, held) AS text \
                FROM deliveries AS m JOIN submissions AS s ON s.id = submission_id ORDER BY m.id";
    assert_eq!(
        texts(&app, rows).await,
        [
            format!("consultations notify staff@agency.example <{slug}.0@agency.example> waiting f"),
            format!("consultations notify boss@xn--bcher-kva.example <{slug}.1@agency.example> waiting f"),
            format!("applications notify staff@agency.example <{application}.0@agency.example> waiting f"),
            format!(
                "applications notify boss@xn--bcher-kva.example <{application}.1@agency.example> waiting f"
            ),
        ]
    );
    let messages = texts(&app, "SELECT message AS text FROM deliveries ORDER BY id").await;
    for (message, subject, reply_to, words, path) in [
        (
            &messages[0],
            "Consultation from Ada Lovelace",
            "ada@lovelace.example",
            "> We need a shop.\n",
            "consultation",
        ),
        (
            &messages[2],
            "Application from Ada Lovelace: Software Engineer",
            "ada@applicant.example",
            "CV: cv.pdf\n",
            "application",
        ),
    ] {
        assert!(!message.contains("From: "));
        let mail = MessageParser::new().parse(message).unwrap();
        assert_eq!(mail.subject(), Some(subject));
        let reply = mail.reply_to().and_then(|reply| reply.first()?.address.clone());
        assert_eq!(reply.as_deref(), Some(reply_to));
        let text = mail.body_text(0).unwrap().replace("\r\n", "\n");
        let slug = if path == "application" { application } else { &slug };
        let link = format!("\nhttps://agency.example/dashboard/{path}/{slug}\n");
        assert!(text.contains(words) && text.contains(&link), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_no_mail_for_repeated_or_rejected_forms() {
    let app = app_with(acknowledging()).await;
    let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": "a@b.example"});
    for _ in 0..3 {
        let request = app.request("POST", "/api/consultations/create/").json(&form);
        let answer = request.header("idempotency-key", "0123456789abcdef").send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::CREATED);
    }
    let refused = json!({"message": "short", "full_name": "A", "email": "a"});
    let answer = app.post("/api/consultations/create/", &refused).await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let long = json!({"message": "We need a shop.", "full_name": "A".repeat(10_000), "email": "c@b.example"});
    let answer = app.post("/api/consultations/create/", &long).await;
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!((app.rows("consultations").await, app.rows("deliveries").await), (1, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_no_mail_without_settings() {
    let app = TestApp::start().await;
    consult(&app, "ada@lovelace.example").await;
    assert_eq!(app.rows("deliveries").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_mails_for_any_name_and_text() {
    let app = app_with(acknowledging()).await;
    for (n, (name, email)) in [
        ("Ada\u{2028}Bcc: eve@mail.example", "ada@lovelace.example"),
        ("Ада Лавлейс", "ада@пример.испытание"),
        ("=?utf-8?Q?=0D=0ABcc:_eve?=", "ada..l@lovelace.example"),
        ("Ada <eve@mail.example>,", "ada\u{200c}eve@mail.example"),
        ("エイダ・ラブレス", "ada@例え.テスト"),
        ("👩🏽‍💻👩🏽‍💻👩🏽‍💻", ".ada@b.example"),
        ("آدا لاولیس", "ada@نامه\u{200c}ای.example"),
    ]
    .into_iter()
    .enumerate()
    {
        let message = format!("From: eve {n}\n\n.\n\nBcc: eve@mail.example");
        let form = json!({"message": message, "full_name": name, "email": email});
        let answer = app.post("/api/consultations/create/", &form).await;
        assert_eq!(answer.status(), StatusCode::CREATED, "{name} {email}");
        let mails = format!(
            "deliveries WHERE submission_id = {} AND purpose = 'notify' AND message !~ '(?n)^Bcc'",
            n + 1
        );
        assert_eq!(app.rows(&mails).await, 1, "{name} {email}");
    }
    // Only addresses that every mail server accepts get one.
    let acknowledged = "SELECT recipient AS text FROM deliveries WHERE purpose = 'acknowledge' ORDER BY id";
    assert_eq!(
        texts(&app, acknowledged).await,
        ["ada@lovelace.example", "ada@xn--r8jz45g.xn--zckzah", "ada@xn--mgba3gch31f060k.example"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledges_visitor_once_a_day() {
    let app = app_with(acknowledging()).await;
    let addresses =
        ["ada@lovelace.example", "A.d.a@Lovelace.EXAMPLE", "ada+2@lovelace.example", "grace@hopper.example"];
    let sending = addresses.into_iter().cycle().take(12).map(|email| consult(&app, email));
    futures_util::future::join_all(sending).await;
    let acknowledgements = "deliveries WHERE purpose = 'acknowledge'";
    assert_eq!((app.rows(acknowledgements).await, app.rows("deliveries").await), (2, 14));
    for message in texts(&app, &format!("SELECT message AS text FROM {acknowledgements}")).await {
        for typed in ["We need a shop", "Ada Lovelace", "Ada ", "dashboard"] {
            assert!(!message.contains(typed), "{typed} in\n{message}");
        }
    }
    the_day_ends(&app).await;
    consult(&app, "ada@lovelace.example").await;
    assert_eq!(app.rows(acknowledgements).await, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledges_spellings_of_one_domain_once_a_day() {
    let app = app_with(acknowledging()).await;
    for email in ["info@bücher.example", "info@xn--bcher-kva.example", "Info@BÜCHER.example"] {
        consult(&app, email).await;
    }
    assert_eq!(app.rows("deliveries WHERE purpose = 'acknowledge'").await, 1);
}

/// Makes everything of today a day older.
async fn the_day_ends(app: &TestApp) {
    app.execute(
        "UPDATE deliveries SET created_at = created_at - interval '1 day'; \
         UPDATE attempt_windows SET made_at = ARRAY(SELECT at - interval '1 day' FROM unnest(made_at) AS at)",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn thanks_ten_mailboxes_a_day_for_each_client_address() {
    let app = TestApp::set_up(|setup| {
        setup.config.mail = Some(acknowledging());
        setup.config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    })
    .await;
    let send = async |client: &str, email: String| {
        let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": email});
        let request = app.request("POST", "/api/consultations/create/").header("x-forwarded-for", client);
        assert_eq!(request.json(&form).send().await.unwrap().status(), StatusCode::CREATED);
    };
    let acknowledgements = "deliveries WHERE purpose = 'acknowledge'";
    // Who sends again uses up nothing.
    for _ in 0..12 {
        send("192.0.2.1", "ada@lovelace.example".to_owned()).await;
    }
    for nth in 0..12 {
        send("192.0.2.1", format!("victim{nth}@mail.example")).await;
    }
    assert_eq!(app.rows(acknowledgements).await, 10);
    // What was not thanked from there is from elsewhere, and the next day.
    send("192.0.2.2", "victim11@mail.example".to_owned()).await;
    assert_eq!(app.rows(acknowledgements).await, 11);
    the_day_ends(&app).await;
    send("192.0.2.1", "ada@lovelace.example".to_owned()).await;
    send("192.0.2.1", "grace@hopper.example".to_owned()).await;
    assert_eq!(app.rows(acknowledgements).await, 13);
    assert_eq!(app.rows("consultations").await, 27);
}

#[tokio::test(flavor = "multi_thread")]
async fn thanks_hundred_mailboxes_an_hour() {
    let app = TestApp::set_up(|setup| {
        setup.config.mail = Some(acknowledging());
        setup.config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    })
    .await;
    let send = async |number: usize| {
        let email = format!("victim{number}@mail.example");
        let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": email});
        let request = app.request("POST", "/api/consultations/create/");
        let request = request.header("x-forwarded-for", format!("2001:db8:{number}::1"));
        assert_eq!(request.json(&form).send().await.unwrap().status(), StatusCode::CREATED);
    };
    futures_util::future::join_all((0..100).map(send)).await;
    futures_util::future::join_all((100..110).map(send)).await;
    let acknowledgements = "deliveries WHERE purpose = 'acknowledge'";
    assert_eq!((app.rows(acknowledgements).await, app.rows("submissions").await), (100, 110));
    // Who was not thanked did not use up their share.
    app.execute("UPDATE deliveries SET created_at = created_at - interval '1 hour'").await;
    futures_util::future::join_all((0..110).map(send)).await;
    assert_eq!(app.rows(acknowledgements).await, 110);
}

#[tokio::test(flavor = "multi_thread")]
async fn thanks_wide_ipv6_networks_with_larger_limits() {
    let app = TestApp::set_up(|setup| {
        setup.config.mail = Some(acknowledging());
        setup.config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    })
    .await;
    for number in 0..40 {
        let email = format!("victim{number}@mail.example");
        let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": email});
        // Networks of one /56.
        let request = app.request("POST", "/api/consultations/create/");
        let request = request.header("x-forwarded-for", format!("2001:db8:0:{number}::1"));
        assert_eq!(request.json(&form).send().await.unwrap().status(), StatusCode::CREATED);
    }
    assert_eq!(app.rows("deliveries WHERE purpose = 'acknowledge'").await, 30);
}

#[tokio::test(flavor = "multi_thread")]
async fn holds_mails_of_spam() {
    let app = app_with(acknowledging()).await;
    let staff = Staff::named(&app, "ada").await;
    spam(&app, "spammer@mail.example").await;
    consult(&app, "ada@lovelace.example").await;
    let held = async || {
        let rows = "SELECT concat_ws(' ', submission_id, purpose, held) AS text FROM deliveries ORDER BY id";
        texts(&app, rows).await
    };
    assert_eq!(held().await, ["1 notify t", "2 notify f", "2 acknowledge f"]);
    let act = async |record: &str, action: &str, version: i64| {
        let (status, _) = staff.act(record, &json!({"action": action, "version": version})).await;
        assert_eq!(status, StatusCode::OK);
    };
    // Each is moved to the other side, back by undo, and there again.
    for version in [1, 3] {
        act("consultations/2", "spam", version).await;
        act("consultations/1", "not_spam", version + 1).await;
        assert_eq!(held().await, ["1 notify f", "2 notify t", "2 acknowledge t"]);
        if version == 1 {
            act("consultations/2", "undo", 2).await;
            act("consultations/1", "undo", 3).await;
            assert_eq!(held().await, ["1 notify t", "2 notify f", "2 acknowledge f"]);
        }
    }
    // Other moves hold and release nothing.
    staff.act("consultations/1", &json!({"action": "start", "version": 5})).await;
    assert_eq!(held().await, ["1 notify f", "2 notify t", "2 acknowledge t"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn deletes_mails_with_their_record() {
    let app = app_with(acknowledging()).await;
    for email in ["ada@lovelace.example", "grace@hopper.example", "joan@clarke.example"] {
        consult(&app, email).await;
    }
    assert_eq!(TestForm::valid().send(&app).await.0, StatusCode::CREATED);
    assert_eq!(app.rows("deliveries").await, 8);
    forget(app.pool(), app.state.webhooks.as_deref(), "ADA@lovelace.example").await.unwrap();
    assert_eq!(app.rows("deliveries WHERE submission_id = 1").await, 0);
    assert_eq!(app.rows("deliveries").await, 6);
    app.execute("DELETE FROM submissions WHERE kind = 'applications'").await;
    assert_eq!(app.rows("deliveries WHERE submission_id IN (2, 3)").await, 4);
    assert_eq!(app.rows("deliveries").await, 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_inconsistent_rows() {
    use diesel_async::RunQueryDsl as _;

    let app = app_with(config(NOWHERE)).await;
    consult(&app, "ada@lovelace.example").await;
    let mut connection = app.pool().get().await.unwrap();
    for (change, constraint) in [
        ("purpose = 'gossip'", "deliveries_known"),
        ("purpose = 'submission.created'", "deliveries_known"),
        ("state = 'lost', message = NULL", "deliveries_known"),
        ("transport = 'webhook'", "deliveries_known"),
        ("recipient = NULL", "deliveries_mail"),
        ("submission_id = NULL", "deliveries_mail"),
        ("message = NULL", "deliveries_message_kept"),
        ("state = 'failed', message = NULL", "deliveries_message_kept"),
        ("state = 'dropped'", "deliveries_message_kept"),
        ("state = 'sent', sent_at = now()", "deliveries_message_kept"),
    ] {
        let refused = sql_query(format!("UPDATE deliveries SET {change}")).execute(&mut *connection).await;
        let error = refused.expect_err(change).to_string();
        assert!(error.contains(constraint), "{change}: {error}");
    }
    for change in [
        "state = 'failed'",
        "state = 'waiting'",
        "state = 'sent', message = NULL, sent_at = now()",
        "state = 'dropped', sent_at = NULL",
    ] {
        sql_query(format!("UPDATE deliveries SET {change}")).execute(&mut *connection).await.expect(change);
    }
}
