//! Lists hold every row once, in order, and count exactly, whatever is written meanwhile.

use agency_core::{filter::Filter, sort::SortOrder, work::RecordState};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, SimpleAsyncConnection as _};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use reqwest::StatusCode;
use serde_json::json;

use crate::{
    resources::consultations::record::Consultation,
    lists::{page, upkeep},
    storage::{Pool, migrations::migrate},
    testing::app::{TestApp, parts},
};

#[derive(diesel::QueryableByName)]
struct Number {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    number: i64,
}

/// What a query of a column `number` finds.
pub(crate) async fn numbers(connection: &mut AsyncPgConnection, query: &str) -> Vec<i64> {
    let rows: Vec<Number> =
        diesel_async::RunQueryDsl::load(diesel::sql_query(query), connection).await.unwrap();
    rows.into_iter().map(|row| row.number).collect()
}

/// Rows whose names and times often tie.
pub(crate) fn insert(rows: usize, from: usize) -> String {
    format!(
        "INSERT INTO consultations (slug, full_name, name_key, email, message, created_at)
         SELECT md5(n::text), 'Name ' || n % 7, 'name ' || n % 7, 'a@b.example', 'We need a shop.',
             timestamptz '2026-01-01' + (n % 11) * interval '1 day'
         FROM generate_series({from} + 1, {from} + {rows}) AS n;"
    )
}

/// Every page of every order against a plain sort, of the whole table and of each box, in one snapshot.
pub(crate) async fn check_pages(connection: &mut AsyncPgConnection, every: usize) {
    connection.batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ").await.unwrap();
    check_list(connection, every, None, &SortOrder::ALL).await;
    for state in RecordState::ALL {
        check_list(connection, every * 4, Some(state), &[SortOrder::Newest, SortOrder::NameAsc]).await;
    }
    connection.batch_execute("COMMIT").await.unwrap();
}

async fn check_list(
    connection: &mut AsyncPgConnection,
    every: usize,
    state: Option<RecordState>,
    orders: &[SortOrder],
) {
    let condition = state.map_or("true".to_owned(), |state| format!("state = '{}'", state.as_str()));
    for &sort in orders {
        let order = match sort {
            SortOrder::Newest => "created_at DESC, id DESC",
            SortOrder::Oldest => "created_at, id",
            SortOrder::NameAsc => "name_key, id",
            SortOrder::NameDesc => "name_key DESC, id DESC",
        };
        let query = format!("SELECT id AS number FROM consultations WHERE {condition} ORDER BY {order}");
        let all = numbers(connection, &query).await;
        let pages = all.len().div_ceil(10).max(1) + 1;
        for number in (1..=pages).filter(|page| page % every == 0 || *page < 4 || page + 4 > pages) {
            let params = Filter { page: number as u64, sort, state, ..Filter::default() };
            let read = page::read::<Consultation>(connection, &params).await.unwrap();
            assert_eq!(read.count, i64::try_from(all.len()).unwrap(), "{sort:?} of {state:?}");
            let ids = read.records.iter().map(|listed| listed.row.id).collect::<Vec<_>>();
            let expected = all.iter().skip((number - 1) * 10).take(10).copied().collect::<Vec<_>>();
            assert_eq!(ids, expected, "page {number}, {sort:?} of {state:?}");
        }
    }
}

/// One writer: inserts, deletes, moves and takes back, at random.
pub(crate) async fn write(pool: Pool, seed: usize) {
    let mut rng = StdRng::seed_from_u64(seed as u64);
    let mut connection = pool.get().await.unwrap();
    for turn in 0..100 {
        let from = seed * 100_000 + turn * 1_000;
        let some = format!("id % 101 = {}", rng.random_range(0..101));
        let end = if rng.random_bool(0.3) { "ROLLBACK" } else { "COMMIT" };
        let statement = match rng.random_range(0..5) {
            0 | 1 => insert(rng.random_range(1..60), from),
            2 => format!("DELETE FROM consultations WHERE {some};"),
            3 => format!(
                "UPDATE consultations SET state = (ARRAY['new', 'open', 'done', 'spam'])[1 + id % 4], \
                     version = version + 1 WHERE {some};"
            ),
            _ => format!(
                "UPDATE consultations SET name_key = 'moved ' || id % 5, message = message || '!',
                     created_at = created_at + interval '1 hour' WHERE {some};"
            ),
        };
        // Two writers may want the same rows in another order; the loser's transaction is taken back.
        let done = connection.batch_execute(&format!("BEGIN; {statement} {end};")).await;
        if let Err(error) = done {
            assert!(error.to_string().contains("deadlock"), "{error}");
            connection.batch_execute("ROLLBACK").await.unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_and_counts_are_exact_whatever_is_written_meanwhile() {
    let app = TestApp::start().await;
    app.execute(&insert(6_000, 0)).await;
    let writers = (1..=4).map(|seed| tokio::spawn(write(app.pool().clone(), seed))).collect::<Vec<_>>();
    let mut connection = app.pool().get().await.unwrap();
    let mut other = app.pool().get().await.unwrap();
    while writers.iter().any(|writer| !writer.is_finished()) {
        let (first, second) = tokio::join!(upkeep::fold(&mut connection), upkeep::fold(&mut other));
        first.unwrap();
        second.unwrap();
        check_pages(&mut connection, 200).await;
    }
    for writer in writers {
        writer.await.unwrap();
    }
    check_pages(&mut connection, 25).await;
    upkeep::fold(&mut connection).await.unwrap();
    check_pages(&mut connection, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn buckets_come_and_go_with_their_rows() {
    let app = TestApp::start().await;
    let mut connection = app.pool().get().await.unwrap();
    let buckets =
        "SELECT count(*) AS number FROM list_buckets WHERE list = 'consultations' GROUP BY sorted_by";
    let changes = "SELECT count(*) AS number FROM list_changes";

    app.execute(&insert(9_000, 0)).await;
    upkeep::fold(&mut connection).await.unwrap();
    assert_eq!(numbers(&mut connection, buckets).await, [5, 5]);
    assert_eq!(numbers(&mut connection, changes).await, [0]);
    check_pages(&mut connection, 10).await;

    // More than a reader walks, all into one bucket, and not folded yet.
    app.execute(&insert(7_000, 9_000).replace("(n % 11) *", "0 *").replace("n % 7", "3")).await;
    check_pages(&mut connection, 10).await;
    upkeep::fold(&mut connection).await.unwrap();
    check_pages(&mut connection, 10).await;

    app.execute("DELETE FROM consultations WHERE id % 50 <> 0").await;
    check_pages(&mut connection, 1).await;
    // What is left of many buckets is joined, then the rest.
    upkeep::fold(&mut connection).await.unwrap();
    app.execute("DELETE FROM consultations WHERE id % 100 <> 0").await;
    upkeep::fold(&mut connection).await.unwrap();
    assert_eq!(numbers(&mut connection, buckets).await, [1, 1]);
    check_pages(&mut connection, 1).await;

    app.execute(&insert(30, 50_000)).await;
    app.execute("TRUNCATE consultations").await;
    check_pages(&mut connection, 1).await;
    app.execute(&insert(30, 60_000)).await;
    upkeep::fold(&mut connection).await.unwrap();
    check_pages(&mut connection, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unfinished_insert_keeps_nobody_waiting() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let mut unfinished = app.pool().get().await.unwrap();
    unfinished.begin_test_transaction().await.unwrap();
    unfinished.batch_execute(&insert(5, 0)).await.unwrap();

    let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": "a@b.example"});
    let count = async || {
        let (status, list) = parts(app.get("/api/consultations", &access).await).await;
        assert_eq!(status, StatusCode::OK);
        list["count"].clone()
    };
    assert_eq!(app.post("/api/consultations/create/", &form).await.status(), StatusCode::CREATED);
    assert_eq!(count().await, json!(1));
    let mut connection = app.pool().get().await.unwrap();
    assert_eq!(upkeep::fold(&mut connection).await.unwrap(), 2);
    assert_eq!(app.post("/api/consultations/create/", &form).await.status(), StatusCode::CREATED);
    assert_eq!(count().await, json!(2));

    unfinished.batch_execute("COMMIT").await.unwrap();
    assert_eq!(count().await, json!(7));
    upkeep::fold(&mut connection).await.unwrap();
    assert_eq!(count().await, json!(7));
    check_pages(&mut connection, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_filled_table_becomes_a_list_with_all_its_rows() {
    let app = TestApp::start().await;
    app.revert("20261121000006").await;
    app.execute(&insert(9_000, 0)).await;
    migrate(app.pool()).await.unwrap();
    let mut connection = app.pool().get().await.unwrap();
    check_pages(&mut connection, 10).await;
    let unfolded = numbers(&mut connection, "SELECT count(*) AS number FROM list_changes").await;
    assert_eq!(unfolded, [0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn folding_outside_of_one_snapshot_is_refused() {
    let app = TestApp::start().await;
    let mut connection = app.pool().get().await.unwrap();
    let refused = connection.batch_execute("SELECT list_fold('consultations')").await;
    assert!(refused.unwrap_err().to_string().contains("REPEATABLE READ"));
}
