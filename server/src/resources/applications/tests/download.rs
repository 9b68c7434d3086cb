//! Tests downloads of CVs.

use agency_core::messages::server as say;
use reqwest::StatusCode;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::testing::{
    app::{TestApp, parts},
    form::{TestForm, docx, pdf},
};

#[tokio::test(flavor = "multi_thread")]
async fn returns_cv_unchanged_as_attachment() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    let files = [("cv.pdf", pdf(5_242_879), "application/pdf"), ("cv.docx", docx(262_144), word)];
    for (name, content, content_type) in files {
        let record = TestForm::named("Ada Lovelace").cv(name, &content).stored(&app, &access).await;
        let path = record["cv_upload"].as_str().unwrap();

        let file = app.get(path, &access).await;
        assert_eq!(file.status(), StatusCode::OK);
        let headers = file.headers().clone();
        assert_eq!(headers["content-type"], content_type);
        assert_eq!(headers["content-length"], content.len().to_string());
        assert!(headers["content-disposition"].to_str().unwrap().starts_with("attachment; "));
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["cache-control"], "private, no-store");
        assert_eq!(
            headers["content-security-policy"],
            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"
        );
        let came = file.bytes().await.unwrap();
        assert_eq!(Sha256::digest(&came), Sha256::digest(&content), "{name}");

        let head = app.request("HEAD", path).bearer_auth(&access).send().await.unwrap();
        assert_eq!(head.status(), StatusCode::OK);
        assert_eq!(head.headers()["content-length"], content.len().to_string());
        assert!(head.bytes().await.unwrap().is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn requires_access_token_and_hides_existence() {
    let app = TestApp::start().await;
    let (access, refresh) = app.sign_in("ada").await;
    let content = pdf(300_000);
    let record = TestForm::named("Ada Lovelace").cv("cv.pdf", &content).stored(&app, &access).await;
    let (path, slug) = (record["cv_upload"].as_str().unwrap(), record["slug"].as_str().unwrap());
    assert_eq!(path, format!("/api/applications/{slug}/cv/cv.pdf"));
    assert_eq!(app.get(path, &access).await.bytes().await.unwrap(), content);

    let unknown = "0123456789abcdef0123456789abcdef";
    let missing = [
        path.replace("cv.pdf", "other.pdf"),
        path.replace(slug, unknown),
        path.replace(slug, "1"),
        path.replace(slug, "x%00"),
    ];
    let unauthorized = (StatusCode::UNAUTHORIZED, json!({"message": say::TOKEN_INVALID}));
    let not_found = (StatusCode::NOT_FOUND, json!({"message": "Application not found"}));
    // Links of the previous release had a signature.
    let signed = format!("{path}?expires=9999999999&signature=s");
    for path in missing.iter().chain([&path.to_owned(), &signed]) {
        assert_eq!(parts(app.request("GET", path).send().await.unwrap()).await, unauthorized, "{path}");
        for token in ["", "x", &refresh] {
            assert_eq!(parts(app.get(path, token).await).await, unauthorized, "{path} {token}");
        }
    }
    for path in &missing {
        assert_eq!(parts(app.get(path, &access).await).await, not_found, "{path}");
    }

    app.execute("DELETE FROM submissions").await;
    assert_eq!(app.rows("cv_chunks").await, 0);
    assert_eq!(parts(app.get(path, &access).await).await, not_found);
    app.post("/api/token/revoke/", &json!({"refresh": refresh})).await;
    assert_eq!(parts(app.get(path, &access).await).await, unauthorized);
}

#[tokio::test(flavor = "multi_thread")]
async fn holds_no_database_connection_for_slow_readers() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let content = pdf(5_000_000);
    let record = TestForm::named("Ada Lovelace").cv("cv.pdf", &content).stored(&app, &access).await;
    let path = record["cv_upload"].as_str().unwrap();
    let mut readers = Vec::new();
    for _ in 0..app.pool().status().max_size + 4 {
        readers.push(app.get(path, &access).await);
    }
    assert_eq!(app.get("/api/applications", &access).await.status(), StatusCode::OK);
    for reader in readers {
        assert_eq!(reader.bytes().await.unwrap().len(), content.len());
    }
}
