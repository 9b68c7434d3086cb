//! Tests of opening and leaving connections.

use std::time::Duration;

use reqwest::StatusCode;
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    time::timeout,
};
use tokio_util::sync::CancellationToken;

use crate::storage::{CONNECTION_WAIT, connect, get};
use crate::{
    background::cleanup::run_cleanup,
    config::database::DatabaseConfig,
    testing::{
        app::{PASSWORD, TestApp, pause},
        database::tcp_url,
        postgres_proxy::Proxy,
    },
};

#[tokio::test(flavor = "multi_thread")]
async fn leaves_read_only_sessions_after_a_sign_in_failed_in_one() {
    let app = TestApp::start().await;
    app.sign_in("ada").await;
    app.make_read_only().await;
    assert_eq!(app.login("ada", PASSWORD).await.status(), StatusCode::SERVICE_UNAVAILABLE);
    app.make_writable().await;
    assert_eq!(app.login("ada", PASSWORD).await.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn leaves_read_only_sessions_after_a_task_failed_in_one() {
    let app = TestApp::start().await;
    app.make_read_only().await;
    let (stop, failures) = (CancellationToken::new(), app.state.metrics.task_failures("cleanup"));
    let working = app.state.tasks.supervise("cleanup", stop.clone(), || {
        let (pool, stop) = (app.pool().clone(), stop.clone());
        async move { run_cleanup(pool, true).await.inspect(|_| stop.cancel()) }
    });
    let failing = async {
        while failures.get() == 0 {
            pause().await;
        }
        app.make_writable().await;
    };
    let both = async { tokio::join!(working, failing) };
    timeout(4 * CONNECTION_WAIT, both).await.expect("the task keeps failing");
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_late_connection_for_next_request() {
    let database = Proxy::start(None).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let url = tcp_url("", "127.0.0.1", port, "sslmode=disable");
    let pool = connect(&DatabaseConfig::parse(&url, 4).unwrap()).unwrap();
    // Nobody answers yet.
    assert!(get(&pool).await.is_err());
    let (mut late, _) = listener.accept().await.unwrap();
    let mut stream = TcpStream::connect(("127.0.0.1", database.port)).await.unwrap();
    tokio::spawn(async move { copy_bidirectional(&mut late, &mut stream).await });
    let arriving = async {
        while pool.status().available == 0 {
            tokio::task::yield_now().await;
        }
    };
    timeout(CONNECTION_WAIT, arriving).await.expect("the connection was thrown away");
}

#[tokio::test(flavor = "multi_thread")]
async fn tells_full_pool_from_database_that_is_away() {
    let app =
        TestApp::set_up(|setup| setup.config.database.timeouts.connection = Duration::from_millis(200)).await;
    let mut held = Vec::new();
    while let Ok(connection) = get(app.pool()).await {
        held.push(connection);
    }
    let error = get(app.pool()).await.map(drop).unwrap_err().to_string();
    assert!(error.starts_with("no connection became free in time: all of DATABASE_POOL_SIZE"), "{error}");
}
