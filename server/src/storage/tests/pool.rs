//! Tests of opening and returning connections.

use std::time::Duration;

use diesel_async::{
    AnsiTransactionManager, RunQueryDsl as _, SimpleAsyncConnection as _, TransactionManager as _,
};
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    time::timeout,
};

use crate::storage::{CONNECTION_WAIT, connect, get};
use crate::{
    config::database::DatabaseConfig,
    testing::{app::TestApp, database::tcp_url, postgres_proxy::Proxy},
};

#[tokio::test(flavor = "multi_thread")]
async fn closes_connection_with_open_transaction() {
    let app = TestApp::start().await;
    let mut connection = get(app.pool()).await.unwrap();
    let size = app.pool().status().size;
    AnsiTransactionManager::begin_transaction(&mut **connection).await.unwrap();
    drop(connection);
    assert_eq!(app.pool().status().size, size - 1);
    let clean = get(app.pool()).await.unwrap();
    drop(clean);
    assert_eq!(app.pool().status().size, size);
}

#[tokio::test(flavor = "multi_thread")]
async fn closes_connection_with_unfinished_query() {
    let app = TestApp::start().await;
    let sleep = "SELECT pg_sleep(600)";
    for is_prepared in [false, true] {
        let mut connection = get(app.pool()).await.unwrap();
        let size = app.pool().status().size;
        let query = async {
            if is_prepared {
                diesel::sql_query(sleep).execute(&mut **connection).await.unwrap();
            } else {
                connection.batch_execute(sleep).await.unwrap();
            }
        };
        assert!(timeout(Duration::from_millis(50), query).await.is_err());
        drop(connection);
        assert_eq!(app.pool().status().size, size - 1);
    }
    // One with an error, or without a result, stays.
    let mut connection = get(app.pool()).await.unwrap();
    let size = app.pool().status().size;
    diesel::sql_query("SELECT 1/0").execute(&mut **connection).await.unwrap_err();
    connection.batch_execute("SELECT 1").await.unwrap();
    drop(connection);
    assert_eq!(app.pool().status().size, size);
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
