mod certificates;
mod commit;
mod encoding;
mod language;
mod lesser;
mod migration;
mod migration_rules;
mod pool;
mod recount;
mod schema;
mod trust;

use std::sync::atomic::{AtomicUsize, Ordering};

use axum::response::IntoResponse as _;
use diesel_async::RunQueryDsl as _;
use reqwest::{RequestBuilder, StatusCode};
use serde_json::json;

use super::connect::establish;
use crate::{
    config::{RateLimits, database::DatabaseConfig},
    http::error::ApiError,
    storage::{
        random,
        retrying::{MaybeOutage as _, Outage, retrying},
    },
    testing::{
        app::{PASSWORD, TestApp},
        certificate::{certificate, in_a_file},
        database::tcp_url,
        form::{TestForm, consultation},
        postgres_proxy::Proxy,
    },
};

fn settings(url: &str) -> DatabaseConfig {
    DatabaseConfig::parse(url, 4).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn verifies_certificates_as_sslmode_says() {
    let (root, tls) = certificate();
    let (stranger, _) = certificate();
    let files = (in_a_file(&root), in_a_file(&stranger));
    let (root, stranger) = (files.0.display(), files.1.display());
    let (encrypting, plain) = (Proxy::start(Some(tls)).await, Proxy::start(None).await);
    let (rooted, strange) = (format!("&sslrootcert={root}"), format!("&sslrootcert={stranger}"));
    let cases = [
        (&encrypting, "localhost", "sslmode=verify-full", &*rooted, true),
        (&encrypting, "127.0.0.1", "sslmode=verify-full", &*rooted, false),
        (&encrypting, "127.0.0.1", "sslmode=verify-ca", &*rooted, true),
        (&encrypting, "localhost", "sslmode=verify-ca", &*strange, false),
        (&encrypting, "localhost", "sslmode=verify-full", &*strange, false),
        (&encrypting, "localhost", "sslmode=verify-full", "", false),
        (&encrypting, "localhost", "sslmode=require", &*strange, false),
        (&encrypting, "localhost", "sslmode=require", "", true),
        (&encrypting, "localhost", "", "", true),
        (&plain, "localhost", "sslmode=require", "", false),
        (&plain, "localhost", "sslmode=prefer", "", true),
        (&plain, "localhost", "sslmode=disable", "", true),
    ];
    for (proxy, host, mode, root, expected) in cases {
        let url = tcp_url("", host, proxy.port, &format!("{mode}{root}"));
        let before = proxy.encrypted();
        let connected = establish(&settings(&url)).await;
        let error = connected.as_ref().err().map(ToString::to_string);
        assert_eq!(connected.is_ok(), expected, "{url}: {error:?}");
        let encrypted = proxy.encrypted() > before;
        assert!(!expected || encrypted == std::ptr::eq(proxy, &raw const encrypting), "{url}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_statements_of_each_call() {
    let proxy = Proxy::start(None).await;
    let app = TestApp::set_up(|setup| {
        let url = tcp_url(&setup.database, "127.0.0.1", proxy.port, "");
        setup.config.database = settings(&url);
        setup.config.rate_limits = RateLimits::On;
    })
    .await;
    let (access, _) = app.sign_in("ada").await;
    let form = consultation();
    assert_eq!(app.post("/api/consultations/create/", &form).await.status(), StatusCode::CREATED);
    let sent = async |request: RequestBuilder| {
        let before = proxy.statement_names().1.len();
        assert!(request.send().await.unwrap().status().is_success());
        proxy.statement_names().1.len() - before
    };
    let get = |path: &str| app.request("GET", path).bearer_auth(&access);
    let create = || app.request("POST", "/api/consultations/create/").json(&form);
    let act = |action: &str, version: u32| {
        let order = json!({"action": action, "version": version});
        app.request("POST", "/api/consultations/1/actions/").bearer_auth(&access).json(&order)
    };
    let keyed = |request: RequestBuilder| request.header("idempotency-key", random::hex());
    // BEGIN and COMMIT have no names, so they are not counted.
    let counted = [
        ("session, account", sent(get("/api/userinfo")).await),
        ("session, a list with its count", sent(get("/api/consultations")).await),
        ("a record; its history and related records", sent(get("/api/consultations/1")).await),
        ("attempt, same text, submission, details", sent(create()).await),
        ("the same, and finding and claiming the key", sent(keyed(create())).await),
        (
            "attempt, same text, submission, details, a piece of the CV",
            sent(TestForm::valid().request(&app)).await,
        ),
        ("lock, names, update, history; the record", sent(act("start", 1)).await),
        ("the same, and finding and claiming the key", sent(keyed(act("finish", 2))).await),
    ];
    assert_eq!(counted.map(|(_, count)| count), [2, 2, 4, 4, 6, 5, 8, 10], "{counted:?}");
    // Whether the limit is reached, count, password, the tokens, then take back from both subjects; with a device cookie as
    // without one.
    let mut cookie = String::new();
    for _ in 0..2 {
        let before = proxy.statement_names().1.len();
        let request = app.login_request("ada", PASSWORD).header("cookie", &cookie);
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        assert_eq!(proxy.statement_names().1.len() - before, 7);
        cookie = answer.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    }
    // A failure is looked at and counted by one statement each, whatever it counts by.
    for cookie in [cookie.as_str(), ""] {
        let before = proxy.statement_names().1.len();
        let request = app.login_request("ada", "wrong").header("cookie", cookie);
        assert_eq!(request.send().await.unwrap().status(), StatusCode::UNAUTHORIZED);
        assert_eq!(proxy.statement_names().1.len() - before, 3);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn returns_503_when_database_is_unavailable() {
    let app = TestApp::start().await;
    let mut connection = app.pool().get().await.unwrap();
    for (code, expected, again) in [
        ("40001", 503, true),
        ("40P01", 503, true),
        ("40003", 503, false),
        ("25006", 503, false),
        ("25P03", 503, false),
        ("55P03", 503, false),
        // What PgBouncer says of itself, and servers that it lost.
        ("08P01", 503, false),
        ("08006", 503, false),
        ("53300", 503, false),
        ("53100", 503, false),
        ("53200", 503, false),
        ("57014", 503, false),
        ("57P01", 503, false),
        ("57P03", 503, false),
        ("58030", 503, false),
        ("22012", 500, false),
        ("42P01", 500, false),
        ("42501", 500, false),
        ("XX000", 500, false),
    ] {
        // The words mean nothing: they are another's in every language, and could be anything.
        let raise =
            format!("DO $$ BEGIN RAISE EXCEPTION 'deadlock detected?' USING ERRCODE = '{code}'; END $$");
        let failure = diesel::sql_query(raise).execute(&mut connection).await.unwrap_err();
        let answer = ApiError::from(failure);
        assert_eq!(
            (answer.status().as_u16(), answer.outage() == Some(Outage::Conflict)),
            (expected, again),
            "{code}"
        );
        let answer = answer.into_response();
        assert_eq!(answer.headers().contains_key("retry-after"), expected == 503, "{code}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn retries_only_transactions_that_conflict() {
    let app = TestApp::start().await;
    let failing = async |code: &str, times: u32| {
        let done = AtomicUsize::new(0);
        let result = retrying(|| async {
            let count = done.fetch_add(1, Ordering::Relaxed);
            if count >= times as usize {
                return Ok(());
            }
            let raise = format!("DO $$ BEGIN RAISE EXCEPTION 'Verklemmung' USING ERRCODE = '{code}'; END $$");
            let mut connection = app.pool().get().await.unwrap();
            Ok(diesel::sql_query(raise).execute(&mut connection).await.map(drop)?)
        });
        let result = result.await.map_err(|error: ApiError| error.status());
        (result, done.into_inner())
    };
    assert_eq!(failing("40001", 2).await, (Ok(()), 3));
    assert_eq!(failing("40P01", 1).await, (Ok(()), 2));
    assert_eq!(failing("40001", 99).await, (Err(StatusCode::SERVICE_UNAVAILABLE), 4));
    assert_eq!(failing("25006", 1).await, (Err(StatusCode::SERVICE_UNAVAILABLE), 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_time_and_cores_of_statements() {
    #[derive(diesel::QueryableByName)]
    struct Setting {
        #[diesel(sql_type = diesel::sql_types::Text)]
        value: String,
    }
    let app = TestApp::start().await;
    let mut connection = app.pool().get().await.unwrap();
    for (name, expected) in [
        ("statement_timeout", "10s"),
        ("lock_timeout", "5s"),
        ("idle_in_transaction_session_timeout", "30s"),
        ("max_parallel_workers_per_gather", "0"),
        ("jit", "off"),
    ] {
        let query = diesel::sql_query(format!("SELECT current_setting('{name}') AS value"));
        assert_eq!(query.get_result::<Setting>(&mut connection).await.unwrap().value, expected, "{name}");
    }
}
