//! Tests related records, which are those that `forget` would delete.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::inbox::{forget::forget, record::MAX_RELATED};
use crate::testing::{
    app::{TestApp, parts},
    form::{TestForm, pdf},
};

async fn consult(app: &TestApp, email: &str) -> String {
    let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": email});
    let (status, body) = parts(app.post("/api/consultations/create/", &form).await).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    body["slug"].as_str().unwrap().to_owned()
}

async fn apply(app: &TestApp, email: &str) -> String {
    let form = TestForm::default()
        .text_field("job_title", "Software Engineer")
        .text_field("full_name", "Ada Lovelace")
        .text_field("email", email)
        .text_field("cover_letter", "I have built analytical engines for years.")
        .cv("cv.pdf", &pdf(1_000));
    let (status, body) = parts(form.request(app).send().await.unwrap()).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    body["slug"].as_str().unwrap().to_owned()
}

/// Returns the lists and slugs of the related records.
async fn others(app: &TestApp, access: &str, kind: &str, slug: &str) -> Vec<(String, String)> {
    let (status, record) = parts(app.get(&format!("/api/{kind}/{slug}"), access).await).await;
    assert_eq!(status, StatusCode::OK, "{record}");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let others = record["others"].as_array().unwrap();
    others.iter().map(|other| (text(&other["kind"]), text(&other["slug"]))).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn shows_related_records_of_same_address() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let first = consult(&app, "Ägnes@BÜCHER.example").await;
    let second = apply(&app, "ägnes@bücher.EXAMPLE").await;
    let third = consult(&app, "äGNES@Bücher.example").await;
    let alone = consult(&app, "agnes@bucher.example").await;
    let of = |kind: &str, slug: &str| (kind.to_owned(), slug.to_owned());
    for (kind, slug, expected) in [
        ("consultations", &first, vec![of("consultations", &third), of("applications", &second)]),
        ("applications", &second, vec![of("consultations", &third), of("consultations", &first)]),
        ("consultations", &third, vec![of("applications", &second), of("consultations", &first)]),
        ("consultations", &alone, vec![]),
    ] {
        assert_eq!(others(&app, &access, kind, slug).await, expected, "{kind}");
    }
    // The response to an action has them too.
    let action = json!({"action": "start", "version": 1});
    let path = format!("/api/consultations/{first}/actions/");
    let answer = app.request("POST", &path).bearer_auth(&access).json(&action).send().await.unwrap();
    assert_eq!(parts(answer).await.1["others"].as_array().unwrap().len(), 2);
    // They are the records that `forget` deletes.
    forget(app.pool(), app.state.webhooks.as_deref(), "ÄGNES@bücher.example").await.unwrap();
    assert_eq!((app.rows("consultations").await, app.rows("applications").await), (1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn shows_related_records_of_every_spelling_of_address() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    consult(&app, "Info@BÜCHER.example").await;
    let ascii = apply(&app, "info@xn--bcher-kva.example").await;
    let unicode = consult(&app, "info@bücher.example").await;
    for (list, key) in [("consultations", "1"), ("applications", &ascii), ("consultations", &unicode)] {
        assert_eq!(others(&app, &access, list, key).await.len(), 2, "{list} {key}");
    }
    assert_eq!(app.rows("submissions WHERE email_key = 'info@xn--bcher-kva.example'").await, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn shows_other_spelling_of_address() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    for (email, other) in [
        ("info@xn--bcher-kva.example", json!("info@bücher.example")),
        ("info@bücher.example", json!("info@xn--bcher-kva.example")),
        ("ägnes@mail.example", Value::Null),
    ] {
        for (list, slug) in
            [("consultations", consult(&app, email).await), ("applications", apply(&app, email).await)]
        {
            let (_, record) = parts(app.get(&format!("/api/{list}/{slug}"), &access).await).await;
            assert_eq!((&record["email"], &record["other_spelling"]), (&json!(email), &other), "{list}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn shows_only_newest_related_records() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let newest = "SELECT max(add_consultation(full_name => 'Ada ' || n, email => 'a@b.example', \
                  created_at => now() - n * interval '1 hour')) FROM generate_series(30, 1, -1) AS n";
    app.execute(newest).await;
    let slug = apply(&app, "A@b.example").await;
    let found = others(&app, &access, "applications", &slug).await;
    assert_eq!(found.len(), usize::try_from(MAX_RELATED).unwrap());
    let (_, first) = parts(app.get(&format!("/api/consultations/{}", found[0].1), &access).await).await;
    assert_eq!(first["full_name"], "Ada 1");
}
