//! Tests that lists have every row once, in order, with an exact count, during concurrent writes.

use std::collections::BTreeSet;

use agency_core::{
    filter::{Filter, StateFilter},
    sort::SortOrder,
    work::RecordState,
};
use deadpool::managed::Object;
use diesel_async::{AsyncConnection as _, AsyncPgConnection, SimpleAsyncConnection as _};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use reqwest::StatusCode;
use serde_json::json;

use crate::inbox::list;
use crate::{
    resources::List,
    storage::{Pool, sqlstate},
    testing::{
        app::{TestApp, parts},
        rows::{assert_counts_are_exact, insert_consultations, numbers},
    },
};

/// Compares every page of every order with a plain sort, for the whole list and each box.
async fn check_pages(connection: &mut AsyncPgConnection, every: usize) {
    check_list(connection, every, None, &SortOrder::ALL).await;
    for state in StateFilter::ALL {
        check_list(connection, every * 4, Some(state), &[SortOrder::Newest, SortOrder::NameAsc]).await;
    }
}

/// Checks that each page has as many rows as its count says, and each row once, whatever is written meanwhile.
async fn check_snapshots(connection: &mut AsyncPgConnection) {
    for state in [None, Some(StateFilter::Kept), Some(StateFilter::Only(RecordState::Open))] {
        for sort in SortOrder::ALL {
            let mut page = 1;
            for _ in 0..3 {
                let params = Filter { page, sort, state, ..Filter::default() };
                let read = list::load_page(connection, List::Consultations, &params, 1).await.unwrap();
                let skip = i64::try_from((page - 1) * 10).unwrap();
                let ids = read.results.iter().map(|row| row.submission.id).collect::<BTreeSet<_>>();
                let rows = i64::try_from(ids.len()).unwrap();
                assert_eq!(rows, (read.count - skip).clamp(0, 10), "page {page}, {sort:?} of {state:?}");
                // The last one next, then one in the middle.
                let last = u64::try_from(read.count).unwrap().div_ceil(10);
                page = if page == 1 { last.max(1) } else { (last * 2 / 3).max(1) };
            }
        }
    }
}

async fn check_list(
    connection: &mut AsyncPgConnection,
    every: usize,
    state: Option<StateFilter>,
    orders: &[SortOrder],
) {
    let condition = match state {
        None => "true".to_owned(),
        Some(StateFilter::Kept) => "state <> 'spam'".to_owned(),
        Some(StateFilter::Only(state)) => format!("state = '{}'", state.as_str()),
    };
    for &sort in orders {
        let order = match sort {
            SortOrder::Newest => "created_at DESC, id DESC",
            SortOrder::Oldest => "created_at, id",
            SortOrder::NameAsc => "name_key, id",
            SortOrder::NameDesc => "name_key DESC, id DESC",
        };
        let query = format!("SELECT id AS number FROM submissions WHERE {condition} ORDER BY {order}");
        let all = numbers(connection, &query).await;
        let pages = all.len().div_ceil(10).max(1) + 1;
        for number in (1..=pages).filter(|page| page % every == 0 || *page < 4 || page + 4 > pages) {
            let params = Filter { page: number as u64, sort, state, ..Filter::default() };
            let read = list::load_page(connection, List::Consultations, &params, 1).await.unwrap();
            assert_eq!(read.count, i64::try_from(all.len()).unwrap(), "{sort:?} of {state:?}");
            let ids = read.results.iter().map(|row| row.submission.id).collect::<Vec<_>>();
            let expected = all.iter().skip((number - 1) * 10).take(10).copied().collect::<Vec<_>>();
            assert_eq!(ids, expected, "page {number}, {sort:?} of {state:?}");
        }
    }
}

/// Inserts, deletes, moves and rolls back rows at random.
async fn write(pool: Pool, seed: usize) {
    let mut rng = StdRng::seed_from_u64(seed as u64);
    let mut connection = pool.get().await.unwrap();
    for turn in 0..100 {
        let from = seed * 100_000 + turn * 1_000;
        let some = format!("id % 101 = {}", rng.random_range(0..101));
        let end = if rng.random_bool(0.3) { "ROLLBACK" } else { "COMMIT" };
        let statement = match rng.random_range(0..5) {
            0 | 1 => insert_consultations(rng.random_range(1..60), from),
            2 => format!("DELETE FROM submissions WHERE {some};"),
            3 => format!(
                "UPDATE submissions SET state = (ARRAY['new', 'open', 'done', 'spam'])[1 + id % 4], \
                     version = version + 1 WHERE {some};"
            ),
            _ => format!(
                "UPDATE submissions SET name_key = 'moved ' || id % 5, created_at = created_at + interval '1 hour'
                 WHERE {some};"
            ),
        };
        // Two writers may lock the same rows in another order. Postgres rolls one of them back.
        let done = connection.batch_execute(&format!("BEGIN; {statement} {end};")).await;
        if let Err(error) = done {
            assert_eq!(sqlstate::code_within(&error.to_string()), Some("40P01"), "{error}");
            connection.batch_execute("ROLLBACK").await.unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_and_counts_exactly_during_concurrent_writes() {
    let app = TestApp::start().await;
    app.execute(&insert_consultations(6_000, 0)).await;
    let writers = (1..=4).map(|seed| tokio::spawn(write(app.pool().clone(), seed))).collect::<Vec<_>>();
    let mut connection = app.pool().get().await.unwrap();
    while writers.iter().any(|writer| !writer.is_finished()) {
        check_snapshots(&mut connection).await;
    }
    for writer in writers {
        writer.await.unwrap();
    }
    check_pages(&mut connection, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_short_list_and_its_count_in_one_snapshot() {
    let app = TestApp::start().await;
    let mut writer = app.pool().get().await.unwrap();
    let mut connection = app.pool().get().await.unwrap();
    let writing = tokio::spawn(async move {
        for nth in 0..100 {
            let one = insert_consultations(1, nth);
            writer
                .batch_execute(&format!("{one}; DELETE FROM submissions WHERE {nth} % 7 = 6"))
                .await
                .unwrap();
        }
    });
    while !writing.is_finished() {
        check_snapshots(&mut connection).await;
    }
    writing.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn first_of_repeated_parameters_counts() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    app.execute(&insert_consultations(3, 0)).await;
    let get = async |query: &str| {
        let (status, list) = parts(app.get(&format!("/api/consultations?{query}"), &access).await).await;
        assert_eq!(status, StatusCode::OK, "{query}");
        list["results"].as_array().unwrap().iter().map(|row| row["id"].clone()).collect::<Vec<_>>()
    };
    for (twice, once) in [
        ("sort=oldest&sort=newest", "sort=oldest"),
        ("page=2&page=1", "page=2"),
        ("box=spam&box=new", "box=spam"),
        ("sort=oldest&sort=upwards", "sort=oldest"),
        ("assigned=me&sort=oldest&assigned=nobody", "assigned=me"),
    ] {
        assert_eq!(get(twice).await, get(once).await, "{twice}");
    }
    let (status, _) = parts(app.get("/api/consultations?sort=upwards&sort=oldest", &access).await).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_without_waiting_for_open_insert() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let mut unfinished = app.pool().get().await.unwrap();
    unfinished.begin_test_transaction().await.unwrap();
    unfinished.batch_execute(&insert_consultations(5, 0)).await.unwrap();

    let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": "a@b.example"});
    let count = async || {
        let (status, list) = parts(app.get("/api/consultations", &access).await).await;
        assert_eq!(status, StatusCode::OK);
        list["count"].clone()
    };
    assert_eq!(app.post("/api/consultations/create/", &form).await.status(), StatusCode::CREATED);
    assert_eq!(count().await, json!(1));
    assert_eq!(app.post("/api/consultations/create/", &form).await.status(), StatusCode::CREATED);
    assert_eq!(count().await, json!(2));

    unfinished.batch_execute("COMMIT").await.unwrap();
    assert_eq!(count().await, json!(7));
    check_pages(&mut app.pool().get().await.unwrap(), 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn inserts_into_one_shard_without_waiting() {
    let app = TestApp::start().await;
    let shard = "SELECT (pg_backend_pid() % 16)::bigint AS number";
    let mut first = app.pool().get().await.unwrap();
    let of_first = numbers(&mut first, shard).await;
    // Process ids count up, so one of the next connections has the same shard.
    let mut second = loop {
        let mut connection = Object::take(app.pool().get().await.unwrap());
        if numbers(&mut connection, shard).await == of_first {
            break connection;
        }
    };
    first.batch_execute(&format!("BEGIN; {}", insert_consultations(1, 0))).await.unwrap();
    second.batch_execute(&insert_consultations(1, 1)).await.unwrap();
    first.batch_execute("COMMIT").await.unwrap();
    assert_counts_are_exact(&mut first).await;
}
