//! What is remembered of a search is not told any longer than it is true.

use agency_core::search::TOKENISER;
use reqwest::StatusCode;
use serde_json::Value;

use super::uncounted::{AT_MOST, Search, Uncounted};
use crate::testing::app::{TestApp, parts};

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

/// How many records are found, and whether there are more.
async fn found(app: &TestApp, access: &str, query: &str) -> (u64, bool) {
    let (status, list) = parts(app.get(&format!("/api/consultations?{query}"), access).await).await;
    assert_eq!(status, StatusCode::OK, "{list}");
    (list["count"].as_u64().unwrap(), list["more"].as_bool().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn hits_are_counted_again_once_a_record_lost_its_words() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    add(&app, 10_001, 0).await;
    let queries = ["q=shop", "q=shop&sort=name_desc&page=3", "q=shop&from=2020-01-01"];
    let check = async |count: u64, more: bool| {
        for query in queries {
            assert_eq!(found(&app, &access, query).await, (count, more), "{query}");
        }
    };
    check(10_000, true).await;
    // Nobody takes words away so, but it shows whether the rest is counted.
    app.execute("DELETE FROM consultations_words WHERE id <= 2").await;
    check(10_000, true).await;
    let slug = "/api/consultations/9999/neighbours?q=shop&sort=oldest";
    let (status, beside) = parts(app.get(slug, &access).await).await;
    assert_eq!((status, beside["next"] != Value::Null), (StatusCode::OK, true), "{beside}");

    app.execute("DELETE FROM consultations WHERE id = 3").await;
    check(9_998, false).await;
    add(&app, 3, 20_000).await;
    check(10_000, true).await;
    app.execute("UPDATE consultations SET message = 'We need a site.' WHERE id IN (4, 5, 6)").await;
    check(10_000, false).await;
    add(&app, 1, 30_000).await;
    check(10_000, true).await;
    app.execute("TRUNCATE consultations CASCADE").await;
    check(0, false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_remembered_while_words_are_being_made() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    add(&app, 10_001, 0).await;
    app.execute("UPDATE words_progress SET is_complete = false").await;
    assert_eq!(found(&app, &access, "q=shop").await, (10_000, true));
    app.execute("DELETE FROM consultations_words WHERE id <= 2").await;
    assert_eq!(found(&app, &access, "q=shop").await, (9_999, false));
}

#[test]
fn no_more_than_so_many_searches_are_remembered() {
    let uncounted = Uncounted::default();
    let search =
        |words: usize| Search { table: "consultations", words: words.to_string(), from: None, before: None };
    for words in 0..=AT_MOST {
        uncounted.remember(search(words), 7);
    }
    assert_eq!((uncounted.losses(&search(0)), uncounted.losses(&search(AT_MOST))), (None, Some(7)));
}
