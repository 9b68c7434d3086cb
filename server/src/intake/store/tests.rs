//! What storing a form costs, and what it waits for.

use std::time::Duration;

use diesel_async::{AsyncConnection as _, SimpleAsyncConnection as _};
use reqwest::{RequestBuilder, StatusCode};
use serde_json::json;

use crate::{
    config::{
        RateLimits,
        database::DatabaseConfig,
        mail::{
            Destination, MailConfig,
            address::{address, mailbox},
        },
    },
    testing::{
        app::{TestApp, signed_webhooks},
        database::tcp_url,
        form::{TestForm, consultation},
        postgres_proxy::Proxy,
    },
};

/// Long enough that statements that are sent together arrive before the first response.
const LATENCY: Duration = Duration::from_millis(100);

/// Returns settings for mails to one person of the staff, and to visitors if they are acknowledged.
fn mail(acknowledge: bool) -> MailConfig {
    MailConfig {
        destination: Destination::Folder("/nowhere".into()),
        from: mailbox("site@agency.example").unwrap(),
        notify: vec![address("staff@agency.example").unwrap()],
        acknowledge,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_a_form_in_five_round_trips_with_prepared_statements() {
    for (name, acknowledge, form) in [
        ("consultation", false, consult as fn(&TestApp, u8) -> RequestBuilder),
        ("acknowledged consultation", true, consult),
        ("application", false, apply),
    ] {
        let proxy = Proxy::start(None).await;
        let app = TestApp::set_up(|setup| {
            let url = tcp_url(&setup.database, "127.0.0.1", proxy.port, "sslmode=disable");
            setup.config.database = DatabaseConfig::parse(&url, 1).unwrap();
            setup.config.rate_limits = RateLimits::On;
            setup.config.mail = Some(mail(acknowledge));
            setup.config.webhook = Some(signed_webhooks("http://localhost/"));
        })
        .await;
        // The first form prepares the statements.
        let send = async |nth| {
            let request = form(&app, nth).header("idempotency-key", format!("0123456789abcde{nth}"));
            assert_eq!(request.send().await.unwrap().status(), StatusCode::CREATED, "{name}");
        };
        send(1).await;
        let (prepared, _) = proxy.statement_names();
        let before = proxy.round_trips();
        proxy.set_latency(LATENCY);
        send(2).await;
        // The attempt of a form with a file is counted before the upload, in a round trip of its own.
        let expected = if name == "application" { 6 } else { 5 };
        assert_eq!(proxy.round_trips() - before, expected, "{name}");
        let (now, _) = proxy.statement_names();
        assert_eq!(now[prepared.len()..], [] as [String; 0], "{name}: prepared again");
        proxy.set_latency(Duration::ZERO);
        assert_eq!(
            app.rows("deliveries WHERE transport = 'mail'").await,
            if acknowledge { 4 } else { 2 },
            "{name}"
        );
    }
}

fn consult(app: &TestApp, nth: u8) -> RequestBuilder {
    let mut form = consultation();
    form["email"] = json!(format!("ada{nth}@lovelace.example"));
    form["message"] = json!(format!("We need a shop for ties, number {nth}."));
    app.request("POST", "/api/consultations/create/").json(&form)
}

fn apply(app: &TestApp, _: u8) -> RequestBuilder {
    TestForm::valid().request(app)
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_acknowledged_forms_without_waiting_for_others() {
    let app = TestApp::set_up(|setup| {
        setup.config.mail = Some(mail(true));
        setup.config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    })
    .await;
    let send = async |nth| {
        let request = consult(&app, nth).header("x-forwarded-for", format!("192.0.2.{nth}"));
        assert_eq!(request.send().await.unwrap().status(), StatusCode::CREATED);
    };
    send(1).await;
    let mut other = app.pool().get().await.unwrap();
    other
        .transaction(async |connection| {
            connection.batch_execute("SELECT FROM attempt_windows FOR UPDATE").await?;
            send(2).await;
            diesel::QueryResult::Ok(())
        })
        .await
        .unwrap();
    assert_eq!(app.rows("deliveries WHERE purpose = 'acknowledge'").await, 2);
}
