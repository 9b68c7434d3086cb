//! Tests bodies of JSON.

use std::{
    convert::Infallible,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use agency_core::messages::server as say;
use axum::{
    body::{Body, Bytes},
    extract::Request,
};
use futures_util::stream;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::{
    http::json::JsonBody,
    testing::app::{TestApp, parts},
};

const CREATE: &str = "/api/consultations/create/";

/// A byte that counts those of its kind in memory.
struct Counted(Arc<AtomicUsize>);

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        b" "
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[tokio::test]
async fn collects_body_into_one_buffer() {
    let held = Arc::<AtomicUsize>::default();
    let most = Arc::<AtomicUsize>::default();
    let (counter, maximum) = (Arc::clone(&held), Arc::clone(&most));
    let bytes = (0..10_000).map(move |_| {
        maximum.fetch_max(counter.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
        Ok::<_, Infallible>(Bytes::from_owner(Counted(Arc::clone(&counter))))
    });
    let object = Ok(Bytes::from_static(b"{\"a\": 1}"));
    let body = Body::from_stream(stream::iter(bytes.chain([object])));
    let request = Request::post("/").header("content-type", "application/json").body(body).unwrap();
    let JsonBody(value) =
        <JsonBody<Value> as axum::extract::FromRequest<()>>::from_request(request, &()).await.unwrap();
    assert_eq!(value, json!({"a": 1}));
    assert!(most.load(Ordering::Relaxed) <= 2, "{most:?} frames were held at once");
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_field_that_is_sent_twice() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let valid = "\"full_name\":\"Ada Lovelace\",\"email\":\"a@b.example\",\"message\":\"long enough here\"";
    for (path, body) in [
        (CREATE, &*format!("{{{valid},\"message\":\"another one here\"}}")),
        (CREATE, &*format!("{{\"mess\\u0061ge\":\"another one here\",{valid}}}")),
        ("/api/token/", "{\"username\":\"ada\",\"password\":\"x\",\"username\":\"eve\"}"),
        ("/api/token/refresh/", "{\"refresh\":\"x\",\"refresh\":\"x\"}"),
        ("/api/token/revoke/", "{\"refresh\":\"x\",\"refresh\":\"x\"}"),
        ("/api/client-errors/", "{\"message\":\"x\",\"message\":\"y\"}"),
        ("/api/consultations/1/actions/", "{\"action\":\"start\",\"version\":1,\"version\":2}"),
        (
            "/api/consultations/actions/",
            "{\"action\":\"start\",\"records\":[{\"slug\":\"x\",\"slug\":\"y\",\"version\":1}]}",
        ),
        ("/api/account/password/", "{\"username\":\"ada\",\"username\":\"ada\"}"),
        ("/api/account/sign-ins/end/", "{\"id\":\"1\",\"id\":\"2\"}"),
    ] {
        let request =
            app.request("POST", path).bearer_auth(&access).header("content-type", "application/json");
        let answer = parts(request.body(body.to_owned()).send().await.unwrap()).await;
        assert_eq!(answer, (StatusCode::BAD_REQUEST, json!({"message": say::FIELD_TWICE})), "{path} {body}");
    }
    assert_eq!(app.rows("submissions").await, 0);
    // Unknown fields are ignored, however often they are sent.
    let body = format!("{{\"x\":1,{valid},\"x\":2}}");
    let request = app.request("POST", CREATE).header("content-type", "application/json");
    assert_eq!(request.body(body).send().await.unwrap().status(), StatusCode::CREATED);
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_text_that_is_not_utf8() {
    let app = TestApp::start().await;
    let form = |name: &[u8]| {
        let start = &b"{\"message\":\"long enough here\",\"email\":\"a@b.example\",\"full_name\":\""[..];
        [start, name, b"\"}"].concat()
    };
    let utf16 = "\u{feff}{}".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    for (kind, body) in [
        ("application/json", form(b"M\xfcller")),
        ("application/json; charset=iso-8859-1", form(b"M\xfcller")),
        ("application/json; charset=windows-1252", form("MÃ¼ller".as_bytes())),
        ("application/json; charset=utf-16", utf16),
    ] {
        let request = app.request("POST", CREATE).header("content-type", kind).body(body);
        let answer = parts(request.send().await.unwrap()).await;
        assert_eq!(answer, (StatusCode::BAD_REQUEST, json!({"message": say::NOT_UTF8})), "{kind}");
    }
    assert_eq!(app.rows("submissions").await, 0);
    for (kind, name) in [
        ("application/json; charset=UTF-8", "Müller \u{fffd}"),
        ("application/json; charset=iso-8859-1", "Mueller"),
        ("application/vnd.api+json", "Müller"),
    ] {
        let request = app.request("POST", CREATE).header("content-type", kind).body(form(name.as_bytes()));
        assert_eq!(request.send().await.unwrap().status(), StatusCode::CREATED, "{kind}");
        let stored = format!("submissions WHERE full_name = '{name}'");
        assert_eq!(app.rows(&stored).await, 1, "{name}");
    }
}
