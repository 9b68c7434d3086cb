//! A filled database comes to states and goes back, and servers of the release before work with both.

use diesel_async::SimpleAsyncConnection as _;
use reqwest::StatusCode;
use serde_json::json;

use super::Worker;
use crate::{
    lists::{tests::check_pages, upkeep},
    storage::migrations::migrate,
    testing::app::TestApp,
};

/// What a server of the release before writes.
const ROWS: &str = "INSERT INTO consultations (slug, full_name, name_key, email, message, created_at) \
    SELECT md5(n::text || now()::text), 'Ada', 'ada ' || n % 7, 'a@b.example', 'We need a shop.', \
        now() - n * interval '1 hour' FROM generate_series(1, 2000) AS n";

#[tokio::test(flavor = "multi_thread")]
async fn what_was_there_is_done_and_what_came_lately_is_new() {
    let app = TestApp::start().await;
    // To before the states, over what came after them.
    let back = async || app.revert("20261122000010").await;
    back().await;
    app.execute(ROWS).await;
    migrate(app.pool()).await.unwrap();
    let mut connection = app.pool().get().await.unwrap();
    check_pages(&mut connection, 20).await;
    // An hour each: those of 30 days, the one that is just that old left out.
    let in_box = async |state: &str| app.rows(&format!("consultations WHERE state = '{state}'")).await;
    assert_eq!((in_box("new").await, in_box("done").await), (719, 1_281));
    assert_eq!(app.rows("consultations WHERE version <> 1 OR assigned_to IS NOT NULL").await, 0);

    // What an instance of the release before does meanwhile.
    app.execute(ROWS).await;
    assert_eq!(in_box("new").await, 2_719);
    let fold = "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT list_fold('consultations'); COMMIT";
    connection.batch_execute(fold).await.unwrap();
    check_pages(&mut connection, 20).await;
    app.execute("DELETE FROM consultations WHERE id % 3 = 0").await;
    check_pages(&mut connection, 20).await;

    let ada = Worker::named(&app, "ada").await;
    for (action, version) in [("start", 1), ("finish", 2)] {
        let body = json!({"action": action, "version": version});
        assert_eq!(ada.act("consultations/1", &body).await.0, StatusCode::OK);
    }
    upkeep::fold(&mut connection).await.unwrap();
    drop(connection);
    back().await;
    assert_eq!(app.rows("list_totals WHERE list LIKE '%/%'").await, 0);
    app.execute(ROWS).await;
    migrate(app.pool()).await.unwrap();
    let mut connection = app.pool().get().await.unwrap();
    check_pages(&mut connection, 20).await;
    upkeep::fold(&mut connection).await.unwrap();
    check_pages(&mut connection, 20).await;
}
