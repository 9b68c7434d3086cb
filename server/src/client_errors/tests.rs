use reqwest::{Response, StatusCode};
use serde_json::{Value, json};

use super::{build_name, own_frames, redact_message};
use crate::{
    config::RateLimits,
    openapi::tests::contract::Site,
    testing::app::{TestApp, parts},
};

async fn report(app: &TestApp, body: &Value) -> Response {
    app.post("/api/client-errors/", body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn accepts_report_without_token() {
    let app = TestApp::start().await;
    let whole = json!({"message": "x is undefined", "stack": "at x", "path": "/about", "version": "start-1"});
    for body in [whole, json!({"message": ""})] {
        let answer = report(&app, &body).await;
        assert_eq!(answer.status(), StatusCode::NO_CONTENT);
        assert_eq!(answer.text().await.unwrap(), "");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_reports_to_twenty_a_minute_apart_from_forms() {
    let app = TestApp::limited(RateLimits::On).await;
    let body = json!({"message": "x is undefined"});
    for _ in 0..20 {
        assert_eq!(report(&app, &body).await.status(), StatusCode::NO_CONTENT);
    }
    let refused = report(&app, &body).await;
    assert!(refused.headers().contains_key("retry-after"));
    let words = json!({"message": "Too many attempts. Please try again later."});
    assert_eq!(parts(refused).await, (StatusCode::TOO_MANY_REQUESTS, words));
    let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": "a@b.example"});
    assert_eq!(app.post("/api/consultations/create/", &form).await.status(), StatusCode::CREATED);
}

#[tokio::test(flavor = "multi_thread")]
async fn accepts_report_while_database_is_unreachable() {
    let app = TestApp::limited(RateLimits::On).await;
    app.lose_database().await;
    assert_eq!(report(&app, &json!({"message": "x"})).await.status(), StatusCode::NO_CONTENT);
}

#[tokio::test(flavor = "multi_thread")]
async fn names_page_by_its_own_path() {
    let root = Site::build();
    let app = TestApp::serving(root.0.clone()).await;
    for (path, page) in [
        ("/", Some("/")),
        ("/contact", Some("/contact")),
        ("/dashboard/consultation/4f8Zl3Tb9QkU7sXwYv1NaA", Some("/dashboard/consultation/*")),
        ("/dashboard/consultation/x/y", None),
        ("/ada@lovelace.example", None),
        ("", None),
    ] {
        assert_eq!(app.state.pages.page_of(path), page, "{path}");
    }
}

#[test]
fn redacts_personal_data_in_message() {
    for (message, kept) in [
        (
            "Cannot read properties of undefined (reading 'history')",
            "Cannot read properties of undefined (reading 'history')",
        ),
        ("Can't find variable: rules", "Can't find variable: rules"),
        (
            "Unexpected token 'A', \"Ada Lovelace\" is not valid JSON",
            "Unexpected token 'A', … is not valid JSON",
        ),
        ("No ‘Ada King’ and “Ada” and `Ada`", "No … and … and …"),
        ("Broken: \"Ada never ends", "Broken: …"),
        ("From ada@lovelace.example, 832 555 0134567", "From … …"),
        ("Call +1 512 555 0100 now", "Call … now"),
        ("Call (512) 555-0100, or 512.555.0100", "Call …, or …"),
        ("Card 4111 1111 1111 1111 IBAN DE89 3704 0044 0532 0130 00", "Card … IBAN DE…"),
        ("ａｄａ＠ｍａｉｌ and ada﹫mail.example and ada @ mail.example!", "… and … and …"),
        ("ada [at] mail.example, ada(at)mail.example", "… …"),
        ("５１２ ５５５ ０１００ and ٠١٢٣ and ①②③", "… and … and …"),
        ("5\u{200b}1\u{200b}2 a\u{202e}b\u{2028}c\u{85}d\u{feff}", "… ab c d"),
        ("Unknown property '5125550100'", "Unknown property '…'"),
        ("Minified React error #418; visit react", "Minified React error #418; visit react"),
        ("Ticket #12345 of #4 at index 7", "Ticket #… of #4 at index …"),
        ("GET https://a.example/x failed for /list?q=ada", "GET … failed for …"),
        ("No record 4f8Zl3Tb9QkU7sXwYv1NaA here", "No record … here"),
        ("a\n  b\u{1b}[31m", "a b\u{1b}[…m"),
        ("", ""),
    ] {
        assert_eq!(redact_message(message), kept);
    }
    assert_eq!(redact_message(&"long ".repeat(100)).chars().count(), 200);
}

#[test]
fn keeps_frames_of_own_scripts() {
    let stack = "TypeError: no ada@lovelace.example\n\
        at View (https://a.example/assets/ListPage-BsqJf0_x.js:1:234)\n\
        at chrome-extension://abc/content.js:3:4\n\
        at https://a.example/dashboard/consultation/4f8Zl3Tb9QkU7sXwYv1NaA:1:2\n\
        render@https://a.example/assets/vendor-C9GOdHk-.js:9:8\n\
        at x (/assets/with space.js:1:1)\nat x (/assets/a.js:ada)";
    assert_eq!(own_frames(stack), "ListPage-BsqJf0_x.js:1:234 vendor-C9GOdHk-.js:9:8");
    assert_eq!(own_frames(&"/assets/a.js:1:1\n".repeat(50)).split(' ').count(), 8);
}

#[test]
fn rejects_version_that_is_no_build_name() {
    assert_eq!(build_name("start-B7UpLS_F"), "start-B7UpLS_F");
    for other in ["", "Ada Lovelace", "ada@lovelace.example", &"a".repeat(65)] {
        assert_eq!(build_name(other), "unknown");
    }
}
