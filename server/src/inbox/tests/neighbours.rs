//! Tests that the neighbours of a record are those on the pages of the list.

use diesel_async::SimpleAsyncConnection as _;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::testing::{
    app::{TestApp, parts},
    rows::{insert_consultations, insert_numbered},
};

/// Loads the slugs of a page of a list.
async fn slugs_of_page(app: &TestApp, access: &str, query: &str) -> Vec<String> {
    let (status, list) = parts(app.get(&format!("/api/consultations?{query}"), access).await).await;
    assert_eq!(status, StatusCode::OK, "{list}");
    let results = list["results"].as_array().unwrap();
    results.iter().map(|record| record["slug"].as_str().unwrap().to_owned()).collect()
}

/// Loads the slugs of a whole list, page by page.
async fn slugs(app: &TestApp, access: &str, query: &str) -> Vec<String> {
    let mut slugs = Vec::new();
    for page in 1.. {
        let of_page = slugs_of_page(app, access, &format!("{query}&page={page}")).await;
        if of_page.is_empty() {
            break;
        }
        slugs.extend(of_page);
    }
    slugs
}

async fn neighbours(app: &TestApp, access: &str, key: &str, query: &str) -> Value {
    let path = format!("/api/consultations/{key}/neighbours?{query}");
    let (status, neighbours) = parts(app.get(&path, access).await).await;
    assert_eq!(status, StatusCode::OK, "{path}: {neighbours}");
    neighbours
}

#[tokio::test(flavor = "multi_thread")]
async fn finds_neighbours_as_in_list() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    // Records with equal names and times, in every state and with two assignees.
    app.execute(&insert_consultations(60, 0)).await;
    app.execute(
        "UPDATE submissions SET state = (ARRAY['new', 'open', 'done', 'spam'])[1 + id % 4], \
         assigned_to = CASE WHEN id % 3 = 0 AND id % 4 <> 3 THEN 1 END",
    )
    .await;
    app.reindex().await;
    for query in [
        "",
        "sort=oldest",
        "sort=name_asc",
        "sort=name_desc&box=open",
        "box=new",
        "assigned=me",
        "assigned=nobody&sort=oldest",
        "from=2026-01-03&to=2026-01-07&sort=name_asc",
        "q=name+3",
        "q=name+-%223%22&box=done&sort=name_desc",
    ] {
        let listed = slugs(&app, &access, query).await;
        assert!(listed.len() > 3, "{query}");
        for (at, slug) in listed.iter().enumerate() {
            let expected =
                json!({"previous": at.checked_sub(1).map(|at| &listed[at]), "next": listed.get(at + 1)});
            // The page has no effect here.
            let found = neighbours(&app, &access, slug, &format!("{query}&page=7")).await;
            assert_eq!(found, expected, "{query}, {at}");
        }
        // A record that leaves the list keeps its place.
        let gone = &listed[1];
        let left = json!({"previous": listed[0], "next": listed[2]});
        for change in ["state = 'spam', assigned_to = NULL", "state = 'new', assigned_to = 1"] {
            let mut connection = app.pool().get().await.unwrap();
            connection.batch_execute("CREATE TABLE former AS TABLE submissions").await.unwrap();
            app.execute(&format!("UPDATE submissions SET {change} WHERE slug = '{gone}'")).await;
            assert_eq!(neighbours(&app, &access, gone, query).await, left, "{query}, {change}");
            app.execute(
                "UPDATE submissions AS c SET state = f.state, assigned_to = f.assigned_to \
                 FROM former AS f WHERE f.id = c.id AND f.slug = c.slug; DROP TABLE former",
            )
            .await;
        }
    }
    let first = neighbours(&app, &access, "1", "sort=oldest").await;
    let slug = slugs(&app, &access, "sort=oldest").await;
    let at = slug.iter().position(|slug| Some(slug.as_str()) == first["next"].as_str()).unwrap();
    assert_eq!(first["previous"].as_str(), at.checked_sub(2).map(|at| slug[at].as_str()));
}

#[tokio::test(flavor = "multi_thread")]
async fn finds_neighbours_beyond_count_cap() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    app.execute(&insert_consultations(10_400, 0)).await;
    app.reindex().await;
    for query in ["q=shop&sort=oldest", "assigned=nobody&sort=oldest", "q=shop&assigned=nobody&sort=oldest"] {
        let (_, list) = parts(app.get(&format!("/api/consultations?{query}"), &access).await).await;
        assert_eq!(list["more"], true);
        let slug = |at: usize| list["results"][at]["slug"].clone();
        for at in [1, 8] {
            let found = neighbours(&app, &access, slug(at).as_str().unwrap(), query).await;
            assert_eq!(found, json!({"previous": slug(at - 1), "next": slug(at + 1)}), "{query}");
        }
    }
    // Too many records without the word between two hits for scanning them.
    let message = "'We need a ' || CASE n WHEN 6000 THEN 'shop.' ELSE 'site.' END";
    app.execute(&insert_numbered(1..=6_000, "'Zoe'", message, "now()")).await;
    app.reindex().await;
    for query in ["q=shop&sort=newest", "q=shop&sort=newest&from=2026-01-01"] {
        let listed = slugs_of_page(&app, &access, query).await;
        for at in 0..3 {
            let found = neighbours(&app, &access, &listed[at], query).await;
            let previous = at.checked_sub(1).map(|at| &listed[at]);
            assert_eq!(found, json!({"previous": previous, "next": listed[at + 1]}), "{query}, {at}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_404_for_neighbours_of_missing_record() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    app.execute(&insert_consultations(1, 0)).await;
    assert_eq!(neighbours(&app, &access, "1", "").await, json!({"previous": null, "next": null}));
    for key in ["2", "0123456789abcdef0123456789abcdef", "x", "%00"] {
        let path = format!("/api/consultations/{key}/neighbours");
        let (status, body) = parts(app.get(&path, &access).await).await;
        assert_eq!((status, &body["message"]), (StatusCode::NOT_FOUND, &json!("Consultation not found")));
    }
    for (query, status) in [("box=archive", 422), ("from=today", 422)] {
        let answer = app.get(&format!("/api/consultations/1/neighbours?{query}"), &access).await;
        assert_eq!(answer.status(), status, "{query}");
    }
}
