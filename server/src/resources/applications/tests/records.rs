//! Tests stored applications and access to them.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::testing::{
    app::{TestApp, parts},
    form::{TestForm, pdf},
};

#[tokio::test(flavor = "multi_thread")]
async fn stores_application_once_and_returns_it() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let form = TestForm::named(" Ada Lovelace\r\n").cv("C:\\papers\\My CV.PDF", &pdf(300_000));
    let (status, created) = form.send(&app).await;
    assert_eq!(status, StatusCode::CREATED);
    assert_eq!((app.rows("applications").await, app.rows("cv_chunks").await), (1, 2));

    let slug = created["slug"].as_str().unwrap();
    let (status, record) = parts(app.get(&format!("/api/applications/{slug}"), &access).await).await;
    assert_eq!(status, StatusCode::OK);
    let fields = record.as_object().unwrap().keys().collect::<Vec<_>>();
    let expected = [
        "assigned_to",
        "cover_letter",
        "created_at",
        "cv_upload",
        "delete_at",
        "email",
        "full_name",
        "history",
        "id",
        "job_title",
        "kind",
        "other_spelling",
        "others",
        "slug",
        "spam_reasons",
        "state",
        "submitted_at",
        "undo",
        "version",
    ];
    assert_eq!(fields, expected);
    assert_eq!(record["full_name"], "Ada Lovelace");
    assert_eq!(record["job_title"], "Software Engineer");
    assert_eq!(record["submitted_at"], created["submitted_at"]);
    assert_eq!(record["submitted_at"], record["created_at"]);
    assert_eq!(record["cv_upload"], format!("/api/applications/{slug}/cv/My%20CV.pdf"));

    let by_id = parts(app.get(&format!("/api/applications/{}", record["id"]), &access).await).await.1;
    assert_eq!(by_id["slug"], record["slug"]);
    let (_, list) = parts(app.get("/api/applications", &access).await).await;
    assert_eq!((&list["count"], &list["results"][0]["id"]), (&json!(1), &record["id"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_304_until_file_has_another_name() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    TestForm::valid().send(&app).await;
    for path in ["/api/applications", "/api/applications/1"] {
        let tag = app.get(path, &access).await.headers()["etag"].clone();
        let ask = async || {
            let request = app.request("GET", path).bearer_auth(&access).header("if-none-match", &tag);
            request.send().await.unwrap().status()
        };
        assert_eq!(ask().await, StatusCode::NOT_MODIFIED, "{path}");
        app.execute("UPDATE applications SET cv_name = 'another.pdf'").await;
        assert_eq!(ask().await, StatusCode::OK, "{path}");
        app.execute("UPDATE applications SET cv_name = 'cv.pdf'").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sorts_whole_list_and_pages_without_gaps() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    for n in 0..25 {
        let name = format!("{} Person", ["Zoe", "adam", "Émile", "Bob", "bob"][n % 5]);
        TestForm::named(&name).cv("cv.pdf", &pdf(10)).send(&app).await;
    }
    app.execute("UPDATE submissions SET created_at = date_trunc('day', created_at) WHERE id % 2 = 0").await;
    for sort in ["newest", "oldest", "name_asc", "name_desc"] {
        let mut seen = Vec::new();
        for page in 1..=4 {
            let query = format!("/api/applications?page={page}&sort={sort}");
            let (_, body) = parts(app.get(&query, &access).await).await;
            assert_eq!(body["count"], 25);
            seen.extend(body["results"].as_array().unwrap().clone());
        }
        let mut ids = seen.iter().map(|record| record["id"].as_i64().unwrap()).collect::<Vec<_>>();
        let order = sorted(&seen, sort);
        assert_eq!(ids, order, "{sort}");
        ids.sort_unstable();
        assert_eq!(ids, (1..=25).collect::<Vec<_>>(), "{sort}");
    }
}

/// Returns the ids in the order of the rules.
fn sorted(records: &[Value], sort: &str) -> Vec<i64> {
    use agency_core::sort::{SortKey, SortOrder, name_key};
    let order = SortOrder::parse(sort).unwrap();
    let mut keyed = records
        .iter()
        .map(|record| {
            let text = |field: &str| record[field].as_str().unwrap().to_owned();
            (name_key(&text("full_name")), text("created_at"), record["id"].as_i64().unwrap())
        })
        .collect::<Vec<_>>();
    keyed.sort_by(|a, b| {
        let [a, b] = [a, b].map(|(name_key, created_at, id)| SortKey { name_key, created_at, id: *id });
        order.compare(&a, &b)
    });
    keyed.into_iter().map(|(_, _, id)| id).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_unknown_pages_orders_and_records() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    for (query, field) in [("?page=0", "page"), ("?page=x", "page"), ("?sort=name", "sort")] {
        let (status, body) = parts(app.get(&format!("/api/applications{query}"), &access).await).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{query}");
        assert!(body["errors"][field].is_string(), "{body}");
    }
    for key in ["0", "99", "x", "%00", "%ff", "0123456789abcdef0123456789abcdef"] {
        let (status, body) = parts(app.get(&format!("/api/applications/{key}"), &access).await).await;
        assert_eq!((status, body), (StatusCode::NOT_FOUND, json!({"message": "Application not found"})));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn requires_valid_token_for_records() {
    let app = TestApp::start().await;
    TestForm::valid().send(&app).await;
    let (access, refresh) = app.sign_in("ada").await;
    let expired = {
        use crate::auth::token::TokenType;
        let issued = chrono::Utc::now() - TokenType::Access.lifetime();
        app.state.auth.keys.sign(TokenType::Access, &app.session_of(&access), issued, None).unwrap()
    };
    let (head, signature) = access.rsplit_once('.').unwrap();
    let tampered = format!("{head}.{}", signature.chars().rev().collect::<String>());
    for path in ["/api/applications", "/api/applications/1", "/api/applications/99"] {
        let anonymous = app.request("GET", path).send().await.unwrap();
        assert_eq!(anonymous.headers()["www-authenticate"], "Bearer");
        let expected = json!({"message": "Unauthorized: Invalid or expired token"});
        assert_eq!(parts(anonymous).await, (StatusCode::UNAUTHORIZED, expected));
        for token in ["", "x", &tampered, &refresh, &expired] {
            assert_eq!(app.get(path, token).await.status(), StatusCode::UNAUTHORIZED, "{path} {token}");
        }
    }
    assert_eq!(app.get("/api/applications/1", &access).await.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn ignores_ids_and_slugs_of_clients() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let slug = "0123456789abcdef0123456789abcdef";
    let form = TestForm::valid()
        .text_field("id", "7")
        .text_field("slug", slug)
        .text_field("created_at", "2000-01-01");
    let record = form.stored(&app, &access).await;
    assert_eq!(record["id"], 1);
    assert_ne!(record["slug"], slug);
    assert!(!record["created_at"].as_str().unwrap().starts_with("2000"));
}
