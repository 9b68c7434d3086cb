//! Tests malformed and invalid bodies.

use agency_core::messages::server as say;
use reqwest::StatusCode;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::{
    config::RateLimits,
    http::multipart::{BODY_LIMIT, PART_LIMIT, TEXT_LIMIT},
    testing::{
        app::TestApp,
        form::{CREATE, TestForm, pdf},
    },
};

#[tokio::test(flavor = "multi_thread")]
async fn rejects_malformed_bodies_with_their_status() {
    let app = TestApp::start().await;
    let valid = TestForm::valid();
    let many = (0..PART_LIMIT).fold(TestForm::valid(), |form, n| form.text_field(&format!("extra {n}"), "x"));
    let cases = [
        (
            "a field twice",
            valid.clone().text_field("email", "ada@applicant.example"),
            StatusCode::BAD_REQUEST,
        ),
        ("two CVs", valid.clone().cv("cv.pdf", &pdf(10)), StatusCode::BAD_REQUEST),
        ("an empty second CV", valid.clone().cv("", b""), StatusCode::BAD_REQUEST),
        ("too many parts", many, StatusCode::BAD_REQUEST),
        (
            "a text that is not UTF-8",
            TestForm::default().part("name=\"job_title\"", "", &[0xff]),
            StatusCode::BAD_REQUEST,
        ),
        (
            "half an emoji",
            TestForm::default().part("name=\"job_title\"", "", &[0xed, 0xa0, 0xbd]),
            StatusCode::BAD_REQUEST,
        ),
        (
            "long headers",
            valid.clone().part("name=\"x\"", &format!("x: {}\r\n", "x".repeat(200_000)), b""),
            StatusCode::BAD_REQUEST,
        ),
        (
            "a long text",
            TestForm::default().text_field("job_title", &"x".repeat(TEXT_LIMIT + 1)),
            StatusCode::PAYLOAD_TOO_LARGE,
        ),
    ];
    for (why, form, expected) in cases {
        let (status, body) = form.send(&app).await;
        assert_eq!(status, expected, "{why}: {body}");
        assert!(body["message"].is_string() && body["errors"].is_null(), "{why}: {body}");
    }
    let send = async |content_type: &str, body: Vec<u8>| {
        let request = app.request("POST", CREATE).header("content-type", content_type).body(body);
        crate::testing::app::parts(request.send().await.unwrap()).await.0
    };
    let multipart = TestForm::content_type();
    let unfinished = valid.body()[..500].to_vec();
    assert_eq!(send(&multipart, unfinished).await, StatusCode::BAD_REQUEST);
    assert_eq!(send(&multipart, Vec::new()).await, StatusCode::BAD_REQUEST);
    assert_eq!(send(&multipart, vec![b'-'; 1_000_000]).await, StatusCode::BAD_REQUEST);
    assert_eq!(send("multipart/form-data", valid.body()).await, StatusCode::BAD_REQUEST);
    assert_eq!(send("multipart/form-data; boundary=", valid.body()).await, StatusCode::BAD_REQUEST);
    assert_eq!(send("multipart/form-data; boundary=other", valid.body()).await, StatusCode::BAD_REQUEST);
    assert_eq!(send("application/json", b"{}".to_vec()).await, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!(send("", valid.body()).await, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!((app.rows("applications").await, app.rows("cv_chunks").await), (0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn returns_all_field_errors_in_form_order() {
    let app = TestApp::start().await;
    // The file is first and is rejected first. The texts after it are still validated.
    let form = TestForm::default()
        .cv("cv.exe", &vec![0; 6_000_000])
        .text_field("cover_letter", "too short")
        .text_field("email", "nobody")
        .text_field("full_name", "Al")
        .text_field("job_title", " ");
    let answer = form.request(&app).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
    // Compared as text, because a parsed object has no order.
    let expected = "{\"message\":\"Some fields need your attention\",\"errors\":{\
        \"job_title\":\"Job title is required\",\
        \"full_name\":\"FullName must be at least three characters\",\
        \"email\":\"Enter a valid email\",\
        \"cover_letter\":\"Cover letter must be at least 20 characters\",\
        \"cv\":\"Only PDF, DOC, or DOCX files are allowed\"}}";
    assert_eq!(answer.text().await.unwrap(), expected);
    assert_eq!(app.rows("applications").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn accepts_parts_in_any_order() {
    let app = TestApp::start().await;
    let form = TestForm::default()
        .text_field("unknown", "x")
        .cv("cv.pdf", &pdf(100_000))
        .text_field("email", "ada@applicant.example")
        .part("name=\"photo\"; filename=\"me.png\"", "Content-Type: image/png\r\n", &vec![0; 100_000])
        .text_field("cover_letter", "I have built analytical engines for years.")
        .text_field("full_name", "Ada Lovelace")
        .text_field("job_title", "Software Engineer");
    assert_eq!(form.send(&app).await.0, StatusCode::CREATED);
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_line_break_as_one_character() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let letter = "line\n".repeat(199) + "ends!";
    assert_eq!(letter.chars().count(), 1_000);
    let form = TestForm::default()
        .text_field("job_title", "Software Engineer")
        .text_field("full_name", "Ada Lovelace")
        .text_field("email", "ada@applicant.example")
        .text_field("cover_letter", &letter)
        .cv("cv.pdf", &pdf(10));
    assert_eq!(form.stored(&app, &access).await["cover_letter"], letter);
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_large_body_before_it_is_sent() {
    let app = TestApp::start().await;
    let head = TestForm::valid().head("Expect: 100-continue\r\n");
    let too_large = head.replace("Content-Length: ", &format!("Content-Length: {BODY_LIMIT}"));
    let mut stream = app.connect().await;
    stream.write_all(too_large.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
    assert!(answer.contains("connection: close"), "{answer}");
    assert!(answer.ends_with(&json!({"message": say::TOO_LARGE}).to_string()), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_429_before_and_after_body() {
    let app = TestApp::limited(RateLimits::On).await;
    for _ in 0..20 {
        assert_eq!(TestForm::default().send(&app).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    }
    // A client with `Expect: 100-continue` sends no body.
    let mut stream = app.connect().await;
    stream.write_all(TestForm::valid().head("Expect: 100-continue\r\n").as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 429 ") && answer.contains("retry-after: "), "{answer}");

    // A browser reads the response after it has sent everything.
    let mut stream = app.connect().await;
    let form = TestForm::named("Ada Lovelace").cv("cv.pdf", &pdf(4_000_000));
    stream.write_all(form.head("Connection: close\r\n").as_bytes()).await.unwrap();
    stream.write_all(&form.body()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 429 "), "{answer}");
    assert_eq!(app.rows("applications").await, 0);
}
