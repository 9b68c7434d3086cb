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
async fn rejects_malformed_bodies_with_their_status() {
    let app = TestApp::start().await;
    let send = async |content_type: &str, body: String| {
        let request = app.request("POST", CREATE).header("content-type", content_type).body(body);
        let (status, body) = parts(request.send().await.unwrap()).await;
        assert!(body["message"].is_string() && body["errors"].is_null(), "{body}");
        status
    };
    assert_eq!(send("application/json", "{".to_owned()).await, StatusCode::BAD_REQUEST);
    assert_eq!(send("application/json", "[]".to_owned()).await, StatusCode::BAD_REQUEST);
    assert_eq!(send("application/json", r#"{"message": 5}"#.to_owned()).await, StatusCode::BAD_REQUEST);
    let half_an_emoji = form("Ada \u{fffd}").to_string().replace('\u{fffd}', r"\ud83d");
    assert_eq!(send("application/json", half_an_emoji).await, StatusCode::BAD_REQUEST);
    assert_eq!(send("text/plain", "{}".to_owned()).await, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!(send("application/json", " ".repeat(300_000)).await, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(app.rows("consultations").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn executes_repeated_request_once() {
    let app = TestApp::start().await;
    let send = async |key: &str, form: Value| {
        let request = app.request("POST", CREATE).header("idempotency-key", key).json(&form);
        parts(request.send().await.unwrap()).await
    };
    let key = "0b8a3c6e-4f1d-4a52-9c0e-2f6f9d1e7a11";
    let (first, second) = tokio::join!(send(key, form("Ada Lovelace")), send(key, form("Ada Lovelace")));
    assert_eq!(first.0, StatusCode::CREATED);
    assert_eq!(first, second);
    assert_eq!(app.rows("consultations").await, 1);

    let (status, body) = send(key, form("Grace Hopper")).await;
    assert_eq!((status, &body["message"]), (StatusCode::CONFLICT, &json!(say::IDEMPOTENCY_CONFLICT)));
    assert_eq!(send("short", form("Ada Lovelace")).await.0, StatusCode::BAD_REQUEST);
    assert_eq!(app.rows("consultations").await, 1);
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

#[tokio::test(flavor = "multi_thread")]
async fn rejects_unknown_pages_orders_and_records() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    for (query, field) in
        [("?page=0", "page"), ("?page=x", "page"), ("?page=-1", "page"), ("?sort=name", "sort")]
    {
        let (status, body) = parts(app.get(&format!("/api/consultations{query}"), &access).await).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{query}");
        assert!(body["errors"][field].is_string(), "{body}");
    }
    for key in ["0", "99", "x", "%00", "%ff", "0123456789abcdef0123456789abcdef", "%F0%9F%98%80"] {
        let (status, body) = parts(app.get(&format!("/api/consultations/{key}"), &access).await).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{key}");
        assert_eq!(body, json!({"message": "Consultation not found"}));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn requires_valid_token_for_records() {
    let app = TestApp::start().await;
    app.post(CREATE, &form("Ada Lovelace")).await;
    let (access, refresh) = app.sign_in("ada").await;
    let tampered = format!("{}x", access.trim_end_matches('x'));
    for path in ["/api/consultations", "/api/consultations/1", "/api/userinfo/"] {
        let anonymous = app.request("GET", path).send().await.unwrap();
        assert_eq!(anonymous.headers()["www-authenticate"], "Bearer");
        let (status, body) = parts(anonymous).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED);
        assert_eq!(body, json!({"message": "Unauthorized: Invalid or expired token"}));
        for token in ["", "x", &tampered, &refresh] {
            assert_eq!(app.get(path, token).await.status(), StatusCode::UNAUTHORIZED, "{path} {token}");
        }
        assert_eq!(app.get(path, &access).await.status(), StatusCode::OK, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn claims_key_again_if_deleted_during_claim() {
    let app = TestApp::start().await;
    app.skip_first_insert("idempotency_keys").await;
    let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": "a@b.example"});
    let send = async || {
        let request = app.request("POST", "/api/consultations/create/").json(&form);
        parts(request.header("idempotency-key", "0123456789abcdef").send().await.unwrap()).await
    };
    let first = send().await;
    assert_eq!(first.0, StatusCode::CREATED, "{}", first.1);
    assert_eq!(send().await, first);
    assert_eq!((app.rows("consultations").await, app.rows("idempotency_keys").await), (1, 1));
}
