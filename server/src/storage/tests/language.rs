//! Errors of a Postgres in another language, which must not change responses. `make test` starts a German one if its
//! messages are installed.

use std::time::Duration;

use diesel_async::{AsyncPgConnection, SimpleAsyncConnection as _};
use reqwest::StatusCode;

use crate::{
    config::database::DatabaseConfig,
    http::error::ApiError,
    storage::{
        connect::establish,
        retrying::{MaybeOutage as _, Outage},
    },
    testing::{
        app::{TestApp, parts},
        certificate::certificate,
        database::{Role, database_url, tcp_url},
        form::{TestForm, consultation},
        postgres_proxy::Proxy,
    },
};

const STOP_WAITING: &str = "SET statement_timeout = '50ms'; SELECT pg_sleep(60)";
const LEAVE: &str = "SELECT pg_terminate_backend(pg_backend_pid())";

/// Opens a connection to the database `postgres` in every supported way.
async fn connections() -> Vec<AsyncPgConnection> {
    let (plain, encrypting) = (Proxy::start(None).await, Proxy::start(Some(certificate().1)).await);
    let tcp = |proxy: &Proxy, mode| tcp_url("", "localhost", proxy.port, mode);
    let socket = database_url("").to_string();
    let addresses = [socket, tcp(&plain, "sslmode=prefer"), tcp(&encrypting, "sslmode=require")];
    let mut connections = Vec::new();
    for address in &addresses {
        let config = DatabaseConfig::parse(address, 1).unwrap();
        connections.push(establish(&config).await.unwrap());
    }
    connections
}

#[tokio::test(flavor = "multi_thread")]
async fn classifies_errors_by_code_over_every_connection() {
    for mut connection in connections().await {
        for (statement, code, status, retry_after) in [
            ("SELECT 1 / 0", "22012", 500, false),
            ("SELECT no_such_column", "42703", 500, false),
            (STOP_WAITING, "57014", 503, true),
        ] {
            let error = connection.batch_execute(statement).await.unwrap_err();
            assert!(error.to_string().starts_with(&format!("SQLSTATE {code}: ")), "{error}");
            let answer = ApiError::from(error);
            assert_eq!(
                (answer.status().as_u16(), answer.outage() == Some(Outage::Conflict)),
                (status, false),
                "{code}"
            );
            let headers = axum::response::IntoResponse::into_response(answer).headers().clone();
            assert_eq!(headers.contains_key("retry-after"), retry_after, "{code}");
        }
        // What the driver adds to a connection that ended is its own.
        for _ in 0..2 {
            let error = connection.batch_execute(LEAVE).await.unwrap_err();
            assert_eq!(ApiError::from(error).status(), StatusCode::SERVICE_UNAVAILABLE);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_deadlock_as_conflict() {
    let app = TestApp::start().await;
    app.execute("CREATE TABLE knots (id int PRIMARY KEY); INSERT INTO knots VALUES (1), (2)").await;
    let (mut one, mut two) = (app.pool().get().await.unwrap(), app.pool().get().await.unwrap());
    let lock = |id: u32| format!("SELECT FROM knots WHERE id = {id} FOR UPDATE");
    one.batch_execute(&format!("BEGIN; {}", lock(1))).await.unwrap();
    two.batch_execute(&format!("BEGIN; {}", lock(2))).await.unwrap();
    let (lock_1, lock_2) = (lock(1), lock(2));
    let tied = tokio::join!(one.batch_execute(&lock_2), two.batch_execute(&lock_1));
    let errors = [tied.0.err(), tied.1.err()].into_iter().flatten().collect::<Vec<_>>();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors.into_iter().all(|error| ApiError::from(error).outage() == Some(Outage::Conflict)));
}

#[tokio::test(flavor = "multi_thread")]
async fn returns_503_while_table_is_locked() {
    let app = TestApp::set_up(|setup| {
        setup.config.database.timeouts.lock = Duration::from_millis(100);
    })
    .await;
    let (access, _) = app.sign_in("ada").await;
    let mut holder = app.pool().get().await.unwrap();
    holder.batch_execute("BEGIN; LOCK TABLE consultations, applications").await.unwrap();
    let form = consultation();
    let answers = [
        app.post("/api/consultations/create/", &form).await,
        TestForm::valid().request(&app).send().await.unwrap(),
        app.get("/api/consultations", &access).await,
        app.get("/api/applications/1", &access).await,
    ];
    for answer in answers {
        assert!(answer.headers().contains_key("retry-after"));
        assert_eq!(parts(answer).await.0, StatusCode::SERVICE_UNAVAILABLE);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_failed_connection_with_its_code() {
    let role = Role::named("nobody_yet");
    let mut url = database_url("");
    url.query_pairs_mut().append_pair("user", &role.0);
    let refused = establish(&DatabaseConfig::parse(url.as_str(), 1).unwrap()).await;
    let refused = refused.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refused.contains("SQLSTATE 28000: "), "{refused}");
}
