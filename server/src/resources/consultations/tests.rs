use agency_core::{contact, messages::server as say};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::testing::app::{TestApp, parts};

const CREATE: &str = "/api/consultations/create/";

fn form(full_name: &str) -> Value {
    json!({
        "message": "We need a shop for ten thousand ties.",
        "full_name": full_name,
        "email": "ada@customer.example",
        "referral": "a friend",
    })
}

async fn names(app: &TestApp, access: &str, query: &str) -> Vec<String> {
    let (status, body) = parts(app.get(&format!("/api/consultations{query}"), access).await).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let results = body["results"].as_array().unwrap();
    results.iter().map(|record| record["full_name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_consultation_once_and_returns_it() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let (status, created) = parts(app.post(CREATE, &form("  Ada Lovelace\r\n")).await).await;
    assert_eq!(status, StatusCode::CREATED);
    assert_eq!(app.rows("consultations").await, 1);

    let slug = created["slug"].as_str().unwrap();
    let (status, record) = parts(app.get(&format!("/api/consultations/{slug}"), &access).await).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(record["full_name"], "Ada Lovelace");
    assert_eq!(record["referral"], "a friend");
    assert_eq!(record["submitted_at"], created["submitted_at"]);
    assert_eq!(record["submitted_at"], record["created_at"]);
    assert_eq!(record["created_at"].as_str().unwrap().len(), "2026-01-01T00:00:00.000000Z".len());

    let by_id = app.get(&format!("/api/consultations/{}", record["id"]), &access).await;
    assert_eq!(parts(by_id).await.1, record);
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_empty_referral_as_none() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    for referral in [json!(null), json!(""), json!(" \u{feff}")] {
        let mut form = form("Ada Lovelace");
        form["referral"] = referral;
        assert_eq!(app.post(CREATE, &form).await.status(), StatusCode::CREATED);
    }
    let (_, list) = parts(app.get("/api/consultations", &access).await).await;
    assert_eq!(list["count"], 3);
    assert!(list["results"].as_array().unwrap().iter().all(|record| record["referral"].is_null()));
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_no_invalid_form() {
    let app = TestApp::start().await;
    let refused = json!({"message": "too short", "full_name": "Al", "email": "a b@c.d", "referral": "x"});
    let (status, body) = parts(app.post(CREATE, &refused).await).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let expected = json!({
        "message": "Message must be at least ten characters",
        "full_name": "Your Full Name must be at least three characters",
        "email": "Please enter a valid email address",
        "referral": "Too short to be a valid source",
    });
    assert_eq!(body["errors"], expected);
    assert_eq!(body["message"], say::REFUSED);

    let (status, body) = parts(app.post(CREATE, &json!({})).await).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(body["errors"].as_object().unwrap().len(), 3);
    assert_eq!(app.rows("consultations").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_longest_texts() {
    let app = TestApp::start().await;
    let mut form = form(&"ñ".repeat(contact::RULES.full_name.max.chars));
    form["message"] = json!("😀".repeat(contact::RULES.message.max.chars));
    form["email"] = json!(format!("{}@b.c", "é".repeat(contact::RULES.email.max.chars - 4)));
    assert_eq!(app.post(CREATE, &form).await.status(), StatusCode::CREATED);
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_half_an_emoji() {
    let app = TestApp::start().await;
    let body = form("Ada \u{fffd}").to_string().replace('\u{fffd}', r"\ud83d");
    let request = app.request("POST", CREATE).header("content-type", "application/json").body(body);
    assert_eq!(request.send().await.unwrap().status(), StatusCode::BAD_REQUEST);
    assert_eq!(app.rows("consultations").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn sorts_whole_list_and_pages_without_gaps() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    // Ties in both orders, and case that bytes would sort apart.
    let all = (0..25)
        .map(|n| format!("{} Person", ["Zoe", "adam", "Émile", "Bob", "bob"][n % 5]))
        .collect::<Vec<_>>();
    for name in &all {
        app.post(CREATE, &form(name)).await;
    }
    app.execute("UPDATE submissions SET created_at = date_trunc('day', created_at) WHERE id % 2 = 0").await;

    for sort in ["newest", "oldest", "name_asc", "name_desc"] {
        let mut seen = Vec::new();
        for page in 1..=3 {
            let (_, body) =
                parts(app.get(&format!("/api/consultations?page={page}&sort={sort}"), &access).await).await;
            assert_eq!(body["count"], 25);
            seen.extend(body["results"].as_array().unwrap().clone());
        }
        let by_rules = sorted_by_the_rules(&seen, sort);
        assert_eq!(seen, by_rules, "{sort}");
        let mut ids = seen.iter().map(|record| record["id"].as_i64().unwrap()).collect::<Vec<_>>();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 25, "{sort}");
    }
    assert_eq!(names(&app, &access, "?sort=name_asc").await[0], "adam Person");
    assert_eq!(names(&app, &access, "?page=4").await, Vec::<String>::new());
}

fn sorted_by_the_rules(records: &[Value], sort: &str) -> Vec<Value> {
    use agency_core::sort::{SortKey, SortOrder, name_key};
    let order = SortOrder::parse(sort).unwrap();
    let mut sorted = records.to_vec();
    sorted.sort_by(|a, b| {
        let [key_a, key_b] = [a, b].map(|record| name_key(record["full_name"].as_str().unwrap()));
        let key = |record: &Value, name_key| SortKey {
            name_key,
            created_at: record["created_at"].as_str().unwrap().to_owned().leak(),
            id: record["id"].as_i64().unwrap(),
        };
        order.compare(&key(a, key_a.leak()), &key(b, key_b.leak()))
    });
    sorted
}
