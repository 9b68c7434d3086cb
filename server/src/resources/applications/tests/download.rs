//! Tests downloads of CVs, by link and by token.

use agency_core::messages::server as say;
use chrono::TimeDelta;
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
        let link = record["cv_upload"].as_str().unwrap();

        // A browser follows it without a token.
        let file = app.request("GET", link).send().await.unwrap();
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

        let head = app.request("HEAD", link).send().await.unwrap();
        assert_eq!(head.status(), StatusCode::OK);
        assert_eq!(head.headers()["content-length"], content.len().to_string());
        assert!(head.bytes().await.unwrap().is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn accepts_only_unmodified_cv_link_and_hides_existence() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let record = TestForm::valid().stored(&app, &access).await;
    let slug = record["slug"].as_str().unwrap();
    let link = record["cv_upload"].as_str().unwrap();
    let (path, query) = link.split_once('?').unwrap();
    let (expires, signature) = query.split_once('&').unwrap();
    let first = &signature["signature=".len()..][..1];
    let other = if first == "x" { "y" } else { "x" };
    let later: i64 = expires.trim_start_matches("expires=").parse::<i64>().unwrap() + 60;
    let former = app.state.applications.links.sign(path, TimeDelta::hours(-1));
    let unknown = "0123456789abcdef0123456789abcdef";
    let refused = [
        path.to_owned(),
        format!("{path}?{expires}"),
        format!("{path}?{signature}"),
        format!("{path}?{expires}&signature="),
        format!("{path}?{expires}&signature=%00"),
        format!("{path}?expires=soon&{signature}"),
        format!("{path}?expires={later}&{signature}"),
        format!("{path}?{expires}&{}", signature.replace(&format!("={first}"), &format!("={other}"))),
        format!("/api/applications/{slug}/cv/other.pdf?{query}"),
        format!("/api/applications/{unknown}/cv/cv.pdf?{query}"),
        format!("/api/applications/1/cv/cv.pdf?{query}"),
        former,
    ];
    for link in refused {
        let answer = parts(app.request("GET", &link).send().await.unwrap()).await;
        assert_eq!(answer, (StatusCode::UNAUTHORIZED, json!({"message": say::LINK_INVALID})), "{link}");
    }
    assert_eq!(app.request("GET", link).send().await.unwrap().status(), StatusCode::OK);

    app.execute("DELETE FROM submissions").await;
    assert_eq!(app.rows("cv_chunks").await, 0);
    let gone = parts(app.request("GET", link).send().await.unwrap()).await;
    assert_eq!(gone, (StatusCode::NOT_FOUND, json!({"message": "Application not found"})));
}

#[tokio::test(flavor = "multi_thread")]
async fn accepts_access_token_instead_of_cv_link() {
    let app = TestApp::start().await;
    let (access, refresh) = app.sign_in("ada").await;
    let content = pdf(300_000);
    let record = TestForm::named("Ada Lovelace").cv("cv.pdf", &content).stored(&app, &access).await;
    let link = record["cv_upload"].as_str().unwrap();
    let path = link.split_once('?').unwrap().0;

    let file = app.get(path, &access).await;
    assert_eq!(file.status(), StatusCode::OK);
    assert_eq!(file.headers()["cache-control"], "private, no-store");
    assert!(file.headers()["content-disposition"].to_str().unwrap().starts_with("attachment; "));
    assert!(file.headers()["content-security-policy"].to_str().unwrap().ends_with("; sandbox"));
    assert_eq!(file.bytes().await.unwrap(), content);

    let unauthorized = |message: &str| (StatusCode::UNAUTHORIZED, json!({"message": message}));
    let answer = parts(app.request("GET", path).send().await.unwrap()).await;
    assert_eq!(answer, unauthorized(say::LINK_INVALID));
    for token in ["", "x", &refresh] {
        assert_eq!(parts(app.get(path, token).await).await, unauthorized(say::TOKEN_INVALID), "{token}");
    }
    // A valid link needs no token, and works with an invalid one.
    assert_eq!(app.get(link, "x").await.status(), StatusCode::OK);
    let slug = record["slug"].as_str().unwrap();
    let unknown = "0123456789abcdef0123456789abcdef";
    let missing = [
        path.replace("cv.pdf", "other.pdf"),
        path.replace(slug, unknown),
        path.replace(slug, "1"),
        path.replace(slug, "x%00"),
    ];
    for missing in missing {
        let answer = parts(app.get(&missing, &access).await).await;
        assert_eq!(answer, (StatusCode::NOT_FOUND, json!({"message": "Application not found"})), "{missing}");
    }

    app.post("/api/token/revoke/", &json!({"refresh": refresh})).await;
    assert_eq!(parts(app.get(path, &access).await).await, unauthorized(say::TOKEN_INVALID));
}

#[tokio::test(flavor = "multi_thread")]
async fn holds_no_database_connection_for_slow_readers() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let content = pdf(5_000_000);
    let record = TestForm::named("Ada Lovelace").cv("cv.pdf", &content).stored(&app, &access).await;
    let link = record["cv_upload"].as_str().unwrap();
    let mut readers = Vec::new();
    for _ in 0..app.pool().status().max_size + 4 {
        readers.push(app.request("GET", link).send().await.unwrap());
    }
    assert_eq!(app.get("/api/applications", &access).await.status(), StatusCode::OK);
    for reader in readers {
        assert_eq!(reader.bytes().await.unwrap().len(), content.len());
    }
}
