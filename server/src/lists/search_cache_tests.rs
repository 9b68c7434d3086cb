//! A page that is made of kept hits is that of a search which was never kept, whatever changed meanwhile.

use std::{collections::HashSet, sync::Arc, time::Duration};

use agency_core::{filter::Filter, search::TOKENISER, sort::SortOrder};
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection as _};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use reqwest::StatusCode;
use serde_json::Value;

use super::{
    changes,
    condition::Condition,
    page::ReadList as _,
    search_cache::{Hits, Search, SearchCache, Since, SortKey},
    tests::numbers,
    upkeep,
};
use crate::{
    kinds::consultations::record::Consultation,
    search::fill,
    testing::app::{TestApp, parts},
};

/// Adds records that have the word `shop`, and all words.
pub(super) async fn add(app: &TestApp, rows: usize, from: usize) {
    app.execute(&format!(
        "INSERT INTO consultations (slug, full_name, name_key, email, message) \
         SELECT md5(n::text), 'Ada', 'ada', 'a@b.example', 'We need a shop.' FROM generate_series({from} + 1, {from} + {rows}) AS n; \
         INSERT INTO consultations_words SELECT id, {TOKENISER}, created_at, name_key, email, 'shop' FROM consultations \
         ON CONFLICT DO NOTHING; \
         UPDATE words_progress SET tokeniser = {TOKENISER}, is_complete = true"
    ))
    .await;
}

/// Waits until no transaction runs that began before the last change: one of another test, in a database of the same
/// cluster, may have what changed before it looked for anew.
async fn settle(app: &TestApp) {
    while app.rows("recent_changes WHERE written_by >= pg_snapshot_xmin(pg_current_snapshot())").await > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// How many records are found, and whether there are more.
async fn found(app: &TestApp, access: &str, query: &str) -> (u64, bool) {
    let (status, list) = parts(app.get(&format!("/api/consultations?{query}"), access).await).await;
    assert_eq!(status, StatusCode::OK, "{list}");
    (list["count"].as_u64().unwrap(), list["more"].as_bool().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn hits_are_looked_for_once() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    add(&app, 12_001, 0).await;
    settle(&app).await;
    let queries = ["q=shop", "q=shop&sort=name_desc&page=3", "q=shop&from=2020-01-01"];
    let check = async |count: u64, more: bool| {
        for query in queries {
            assert_eq!(found(&app, &access, query).await, (count, more), "{query}");
        }
    };
    check(10_000, true).await;
    // Nobody takes words away so, but it shows whether they are looked for.
    app.execute("DELETE FROM consultations_words WHERE id <= 2002").await;
    check(10_000, true).await;
    let slug = "/api/consultations/9999/neighbours?q=shop&sort=oldest";
    let (status, beside) = parts(app.get(slug, &access).await).await;
    assert_eq!((status, beside["next"] != Value::Null), (StatusCode::OK, true), "{beside}");

    // So many changes that a search is carried out anew.
    app.execute("DELETE FROM consultations WHERE id <= 2001").await;
    settle(&app).await;
    check(9_999, false).await;
    app.execute("DELETE FROM consultations_words WHERE id = 3000").await;
    check(9_999, false).await;
    add(&app, 2, 20_000).await;
    check(10_000, true).await;
    app.execute("UPDATE consultations SET message = 'We need a site.' WHERE id IN (3001, 3002)").await;
    check(10_000, false).await;
    app.execute("TRUNCATE consultations CASCADE").await;
    check(0, false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_kept_while_words_are_being_made() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    add(&app, 3, 0).await;
    app.execute("UPDATE words_progress SET is_complete = false").await;
    assert_eq!(found(&app, &access, "q=shop").await, (3, false));
    app.execute("DELETE FROM consultations_words WHERE id <= 2").await;
    assert_eq!(found(&app, &access, "q=shop").await, (1, false));
}

/// Holds pages that are made of kept hits against those of searches that are carried out anew.
async fn check(connection: &mut AsyncPgConnection, searches: &SearchCache, queries: &[&str]) {
    for query in queries {
        for order in ["", "&sort=oldest", "&sort=name_asc", "&sort=name_desc&page=2", "&page=3"] {
            let (filter, errors) = Filter::read(&format!("{query}{order}"));
            assert!(errors.is_empty(), "{query}{order}");
            let page = Consultation::page(connection, searches, &filter, 1).await.unwrap();
            let anew = Consultation::page(connection, &SearchCache::default(), &filter, 1).await.unwrap();
            assert_eq!(format!("{page:?}"), format!("{anew:?}"), "{query}{order}");
        }
    }
}

/// Some change of some records.
async fn change(app: &TestApp, rng: &mut StdRng, number: usize) {
    let some = format!("id % 17 = {}", rng.random_range(0..17));
    let text = ["We need a shop.", "We need a site."][rng.random_range(0..2)];
    let name = rng.random_range(0..5);
    let statement = match rng.random_range(0..8) {
        0..=2 => format!(
            "INSERT INTO consultations (slug, full_name, name_key, email, message, created_at) \
             SELECT md5('{number} ' || n), 'Ada', 'name {name}', 'a@b.example', '{text}', now() - n * interval '1 day' \
             FROM generate_series(0, {number} % 5) AS n"
        ),
        3 => format!("UPDATE consultations SET state = 'open' WHERE {some}"),
        4 => format!("UPDATE consultations SET state = 'spam', assigned_to = NULL WHERE {some}"),
        5 => format!("UPDATE consultations SET assigned_to = 1 WHERE {some} AND state <> 'spam'"),
        6 => format!("DELETE FROM consultations WHERE {some}"),
        _ => format!("UPDATE consultations SET message = '{text}' WHERE {some}"),
    };
    app.execute(&statement).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn kept_hits_follow_every_change() {
    let app = TestApp::start().await;
    app.sign_in("ada").await;
    let mut connection = app.pool().get().await.unwrap();
    let mut rng = StdRng::seed_from_u64(5);
    let searches = SearchCache::default();
    let queries =
        ["q=shop", "q=shop&box=open", "q=si&assigned=me", "assigned=nobody", "from=2020-01-01", "q=absent"];
    for number in 0..150 {
        change(&app, &mut rng, number).await;
        if number % 3 == 0 {
            fill::round(app.pool()).await.unwrap();
        }
        if number % 40 == 39 {
            changes::prune(&mut connection, "consultations").await.unwrap();
        }
        check(&mut connection, &searches, &queries).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn kept_hits_of_many_follow_every_change() {
    let app = TestApp::start().await;
    app.sign_in("ada").await;
    add(&app, 12_500, 0).await;
    let mut connection = app.pool().get().await.unwrap();
    let searches = SearchCache::default();
    for change in [
        "SELECT",
        "UPDATE consultations SET state = 'open' WHERE id > 12400",
        "UPDATE consultations SET assigned_to = 1 WHERE id > 12490",
        "DELETE FROM consultations WHERE id <= 600",
        "DELETE FROM consultations WHERE id <= 1200",
        "DELETE FROM consultations WHERE id <= 1800",
        "DELETE FROM consultations WHERE id <= 2400",
        "DELETE FROM consultations WHERE id <= 3000",
    ] {
        app.execute(change).await;
        check(&mut connection, &searches, &["q=shop", "q=shop&box=new", "assigned=nobody"]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_stored_while_a_search_is_kept_is_found() {
    let app = TestApp::start().await;
    app.sign_in("ada").await;
    add(&app, 30, 0).await;
    let mut connection = app.pool().get().await.unwrap();
    let mut writer = app.pool().get().await.unwrap();
    let searches = SearchCache::default();
    for more in [0, 3] {
        // It has its number before the search is kept, and is there after others that came later.
        writer
            .batch_execute(&format!(
                "BEGIN; \
                 INSERT INTO consultations (slug, full_name, name_key, email, message) \
                 VALUES (md5('early {more}'), 'Ada', 'ada', 'a@b.example', 'We need a shop.'); \
                 INSERT INTO consultations_words SELECT id, {TOKENISER}, created_at, name_key, email, 'shop' \
                 FROM consultations WHERE slug = md5('early {more}')"
            ))
            .await
            .unwrap();
        add(&app, 10, 100 * (more + 1)).await;
        check(&mut connection, &searches, &["q=shop", "assigned=nobody"]).await;
        for number in 0..more {
            add(&app, 1_500, 10_000 + 1_500 * number).await;
            changes::prune(&mut connection, "consultations").await.unwrap();
        }
        writer.batch_execute("COMMIT").await.unwrap();
        check(&mut connection, &searches, &["q=shop", "assigned=nobody"]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_that_nobody_asks_for_go() {
    let app = TestApp::start().await;
    add(&app, 5_000, 0).await;
    let mut connection = app.pool().get().await.unwrap();
    // As after a restore: numbers of transactions that this cluster has not reached.
    app.execute("INSERT INTO recent_changes VALUES ('consultations', '9000000000000', 7)").await;
    for number in 0..2_100 {
        connection
            .batch_execute(&format!("UPDATE consultations SET version = 2 WHERE id = {number}"))
            .await
            .unwrap();
    }
    assert!(changes::prune(&mut connection, "consultations").await.unwrap() > 5_000);
    let left = numbers(
        &mut connection,
        "SELECT count(*) AS number FROM recent_changes WHERE list = 'consultations'",
    );
    assert_eq!(left.await, [2_000]);
    assert_eq!(changes::prune(&mut connection, "consultations").await.unwrap(), 0);

    // Upkeep does so also where no list's count changes.
    upkeep::fold(&mut connection).await.unwrap();
    for _ in 0..10 {
        connection.batch_execute("UPDATE consultations SET assigned_to = NULL WHERE id = 1").await.unwrap();
    }
    let upkeep = tokio::spawn(upkeep::run(app.pool().clone()));
    while app.rows("recent_changes WHERE list = 'consultations'").await > 2_001 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    upkeep.abort();
}

/// Hits as they are found.
fn kept(ids: Vec<i64>, is_all: bool) -> Hits {
    Hits::found(ids, is_all, 0, "7".to_owned())
}

/// A search whose hits are told apart from others' by a date.
fn search(day: usize) -> Search {
    let (filter, _) = Filter::read(&format!("q=shop&from={}-01-01", 1000 + day));
    Condition::new("consultations", &filter, 1).search(SortOrder::Newest)
}

#[test]
fn the_searches_that_nobody_asked_for_longest_go() {
    let searches = SearchCache::default();
    let hits = |count: i64| Arc::new(kept((0..count).collect(), true));
    for day in 0..90 {
        searches.keep(search(day), hits(11_000));
    }
    assert!(searches.get(&search(0)).is_some());
    searches.keep(search(90), hits(11_000));
    let kept = (0..=90).map(|day| searches.get(&search(day)).is_some()).collect::<Vec<_>>();
    assert_eq!(kept, (0..=90).map(|day| day != 1).collect::<Vec<_>>());

    for day in 0..1_001 {
        searches.keep(search(day), hits(1));
    }
    assert_eq!((searches.get(&search(0)).is_some(), searches.get(&search(1)).is_some()), (false, true));
}

/// What a record is sorted by, so that all are in the order of their numbers.
fn key(id: i64) -> SortKey {
    SortKey::Named(format!("{id:02}"))
}

#[test]
fn a_page_is_the_same_out_of_kept_hits() {
    let mut rng = StdRng::seed_from_u64(11);
    let mut known = 0;
    for _ in 0..5_000 {
        let sort = [SortOrder::NameAsc, SortOrder::NameDesc][rng.random_range(0..2)];
        let in_order = |found: &HashSet<i64>| {
            let mut found = found.iter().copied().collect::<Vec<_>>();
            found.sort_unstable();
            if sort.is_descending() {
                found.reverse();
            }
            found
        };
        let mut found = (0..90).filter(|_| rng.random()).collect::<HashSet<i64>>();
        let is_all = rng.random();
        let mut ids = in_order(&found);
        ids.truncate(if is_all { 90 } else { 30 });
        let mut hits = kept(ids, is_all);
        for step in 0..4 {
            let changed = (0..90).filter(|_| rng.random_range(0..9) == 0).collect::<HashSet<i64>>();
            found.retain(|id| !changed.contains(id));
            let came = changed.iter().copied().filter(|_| rng.random()).collect::<Vec<_>>();
            found.extend(&came);
            let since = Since {
                changed,
                hits: came.into_iter().map(|id| (key(id), id)).collect(),
                xmin: step.to_string(),
            };
            hits = hits.after(since, sort).unwrap();
            assert_eq!(hits.xmin, step.to_string());
            let (after, take) = (rng.random_range(0..70), rng.random_range(0..9));
            let Some(page) = hits.page(after, take) else {
                assert!(!is_all);
                continue;
            };
            known += 1;
            let among = in_order(&page.ids.iter().copied().collect());
            let on_page = among.into_iter().skip(page.skip).take(take).collect::<Vec<_>>();
            let expected = in_order(&found).into_iter().skip(after).take(take).collect::<Vec<_>>();
            assert_eq!(on_page, expected, "{hits:?} {after} {take}");
            assert_eq!(page.count, is_all.then_some(found.len()));
        }
    }
    assert!(known > 10_000);
}

#[test]
fn hits_are_looked_for_anew_after_many_changes() {
    let change = |hits: &Hits, ids: std::ops::Range<i64>, are_hits: bool| {
        let came = ids.clone().filter(|_| are_hits).map(|id| (key(id), id)).collect();
        hits.after(Since { changed: ids.collect(), hits: came, xmin: String::new() }, SortOrder::NameAsc)
    };
    for is_all in [false, true] {
        let came = change(&kept(vec![1, 2], is_all), 100..1_100, true).unwrap();
        assert!(change(&came, 100..1_100, true).is_some());
        assert!(change(&came, 2_000..2_001, true).is_none());
        let went = change(&kept(vec![1, 2], is_all), 100..1_100, false).unwrap();
        assert_eq!(change(&went, 2_000..2_001, false).is_some(), is_all);
    }
}
