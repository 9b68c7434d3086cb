//! The connection to the database breaks during a commit.

use reqwest::{RequestBuilder, StatusCode};

use crate::{
    config::database::DatabaseConfig,
    testing::{
        app::{TestApp, parts},
        database::tcp_url,
        form::{self, TestForm},
        postgres_proxy::{MessageFilter, Proxy},
    },
};

const KEY: &str = "0b8a3c6e-4f1d-4a52-9c0e-2f6f9d1e7a11";

const AFTER_ROW: MessageFilter = |kind, _, is_bound| kind == b'D' && is_bound;
const AFTER_COMMAND: MessageFilter = |kind, _, is_bound| kind == b'C' && is_bound;
const AFTER_COMMIT: MessageFilter = |kind, body, _| kind == b'C' && body.starts_with(b"COMMIT");

fn consultation(app: &TestApp) -> RequestBuilder {
    app.request("POST", "/api/consultations/create/").json(&form::consultation())
}

fn application(app: &TestApp) -> RequestBuilder {
    TestForm::valid().request(app)
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledges_form_only_after_known_commit() {
    for (form, table, message) in [
        (consultation as fn(&TestApp) -> RequestBuilder, "consultations", AFTER_ROW),
        (consultation, "consultations", AFTER_COMMAND),
        (application, "applications", AFTER_ROW),
        (application, "applications", AFTER_COMMAND),
        (application, "applications", AFTER_COMMIT),
    ] {
        let proxy = Proxy::start(None).await;
        let app = TestApp::set_up(|setup| {
            let url = tcp_url(&setup.database, "127.0.0.1", proxy.port, "sslmode=disable");
            setup.config.database = DatabaseConfig::parse(&url, 4).unwrap();
        })
        .await;
        proxy.disconnect_after(message);
        let answer = parts(form(&app).header("idempotency-key", KEY).send().await.unwrap()).await;
        assert!(!proxy.is_disconnect_pending(), "{table}: the form was not stored");
        assert_eq!(answer.0, StatusCode::SERVICE_UNAVAILABLE, "{table}: {}", answer.1);
        // Whether it was committed or not, sent again it is stored once.
        let answer = parts(form(&app).header("idempotency-key", KEY).send().await.unwrap()).await;
        assert_eq!(answer.0, StatusCode::CREATED, "{table}: {}", answer.1);
        assert_eq!(app.rows(table).await, 1);
    }
}
