//! Tests stored applications and access to them.

use reqwest::StatusCode;
use serde_json::json;

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
        "source",
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
