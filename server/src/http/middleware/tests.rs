//! Tests the headers of every response.

use agency_core::messages::server as say;
use axum::{Router, http::Request, routing::get};
use reqwest::{Response, StatusCode};
use serde_json::json;
use tokio::net::TcpListener;
use tower::ServiceExt as _;

use crate::{
    config::PublicUrl,
    http::{
        middleware::{RequestTimeouts, for_all},
        serving::{ConnectionSettings, Server},
    },
    openapi::tests::contract::Site,
    router,
    testing::app::{PASSWORD, TestApp, fetch, parts},
};

const STRICT: [(&str, &str); 6] = [
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "strict-origin-when-cross-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

const PAGE_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     style-src-attr 'unsafe-inline'; img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
     object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const DATA_POLICY: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

async fn every_kind_of_answer(app: &TestApp) -> Vec<Response> {
    let (access, _) = app.sign_in("ada").await;
    let send = async |method: &str, path: &str| {
        app.request(method, path).bearer_auth(&access).header("accept-encoding", "br").send().await.unwrap()
    };
    let mut answers = vec![app.login("ada", "wrong").await];
    answers.push(app.login("ada", PASSWORD).await);
    answers.push(app.post("/api/token/", &json!([])).await);
    for (method, path) in [
        ("GET", "/"),
        ("HEAD", "/"),
        ("GET", "/nothing"),
        ("GET", "/assets/app-1.js"),
        ("GET", "/assets/nothing.js"),
        ("POST", "/contact"),
        ("GET", "/login"),
        ("GET", "/dashboard"),
        ("GET", "/healthz"),
        ("GET", "/readyz"),
        ("DELETE", "/readyz"),
        ("GET", "/metrics"),
        ("GET", "/api"),
        ("GET", "/api/nothing"),
        ("GET", "/api/docs"),
        ("GET", "/api/openapi.json"),
        ("GET", "/api/consultations"),
        ("GET", "/api/consultations?page=0"),
        ("GET", "/api/consultations/1"),
        ("GET", "/api/userinfo"),
        ("PATCH", "/api/token"),
    ] {
        answers.push(send(method, path).await);
    }
    for path in ["/", "/login"] {
        let page = answers.iter().find(|answer| answer.url().path() == path).unwrap();
        let tag = page.headers()["etag"].clone();
        let known = app.request("GET", path).header("accept-encoding", "br").header("if-none-match", tag);
        let known = known.send().await.unwrap();
        assert_eq!(known.status(), StatusCode::NOT_MODIFIED);
        answers.push(known);
    }
    answers
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_security_headers_with_every_response() {
    let root = Site::build();
    let app = TestApp::serving(root.0.clone()).await;
    for answer in every_kind_of_answer(&app).await {
        let (url, headers) = (answer.url().clone(), answer.headers());
        for (name, value) in STRICT {
            assert_eq!(headers[name], value, "{url}");
        }
        let is_data = headers.get("content-type").is_some_and(|kind| kind == "application/json");
        let is_shell = ["/login", "/dashboard"].contains(&url.path());
        let expected = match (is_data, is_shell) {
            (true, _) => DATA_POLICY.to_owned(),
            (_, true) => format!("{PAGE_POLICY}; frame-src blob:"),
            _ => PAGE_POLICY.to_owned(),
        };
        assert_eq!(headers["content-security-policy"], expected, "{url}");
        assert!(headers.contains_key("x-request-id") && headers.contains_key("date"), "{url}");
        assert!(!headers.contains_key("strict-transport-security"));
        // Of the public calls only a successful sign-in sets a cookie.
        let has_signed_in = url.path().starts_with("/api/token") && answer.status() == StatusCode::OK;
        assert_eq!(headers.contains_key("set-cookie"), has_signed_in, "{url}");
        assert_eq!(
            headers.contains_key("www-authenticate"),
            answer.status() == StatusCode::UNAUTHORIZED,
            "{url}"
        );
        let is_public = url.path() == "/api/openapi.json";
        let is_page = is_public || !url.path().starts_with("/api") && !url.path().ends_with('z');
        let caching = headers["cache-control"].to_str().unwrap();
        assert!(is_page || caching == "no-store", "{url}: {caching}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_hsts_if_public_url_is_https() {
    for (url, expected) in [("https://www.example.com", true), ("http://www.example.com", false)] {
        let app =
            TestApp::set_up(|setup| setup.config.public_url = Some(PublicUrl::parse(url).unwrap())).await;
        for path in ["/", "/api/nothing", "/healthz"] {
            let answer = app.request("GET", path).send().await.unwrap();
            // Other hosts of the domain may not have HTTPS.
            let sent = answer.headers().get("strict-transport-security").map(|value| value.to_str().unwrap());
            assert_eq!(sent, expected.then_some("max-age=63072000"), "{url}{path}");
        }
        let api = parts(app.request("GET", "/api/openapi.json").send().await.unwrap()).await.1;
        assert_eq!(api["servers"], json!([{"url": url}]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn allows_no_other_origin() {
    let app = TestApp::start().await;
    let preflight = app.request("OPTIONS", "/api/consultations/create/");
    let preflight = preflight.header("access-control-request-method", "POST");
    for request in [preflight, app.request("GET", "/api/userinfo")] {
        let response = request.header("origin", "https://www.example.com").send().await.unwrap();
        assert!(response.status().is_client_error());
        assert!(!response.headers().keys().any(|name| name.as_str().starts_with("access-control-")));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn accepts_request_id_only_from_trusted_proxies() {
    let id = async |app: &TestApp, given: &str| {
        let answer = app.request("GET", "/healthz").header("x-request-id", given).send().await.unwrap();
        answer.headers()["x-request-id"].to_str().unwrap().to_owned()
    };
    let app = TestApp::start().await;
    assert_ne!(id(&app, "abc-1").await, "abc-1");
    let app =
        TestApp::set_up(|setup| setup.config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()]).await;
    assert_eq!(id(&app, "abc-1").await, "abc-1");
    for insane in ["", "a b", "<script>", &"x".repeat(129)] {
        assert_ne!(id(&app, insane).await, insane);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn routes_need_no_socket() {
    let app = TestApp::start().await;
    let service = router::service(app.state.clone(), RequestTimeouts::default());
    let body = json!({"username": "ada", "password": "wrong"}).to_string();
    let request = Request::post("/api/token/").header("host", "x").header("content-type", "application/json");
    let answer = service.oneshot(request.body(body.into()).unwrap()).await.unwrap();
    assert_eq!(answer.status(), StatusCode::UNAUTHORIZED);
    assert!(answer.headers().contains_key("x-request-id"));
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_after_panic_and_survives() {
    let app = TestApp::start().await;
    let routes = Router::new()
        .route("/works", get(async || "works"))
        .route("/panics", get(async || -> &'static str { panic!("a secret") }));
    let routes = for_all(routes, &app.state, RequestTimeouts::default()).with_state(app.state.clone());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (service, requests) = (router::with_any_slash(routes), app.state.requests.clone());
    let server =
        Server::start(listener, service, requests, ConnectionSettings::default(), std::sync::Arc::default());
    let address = format!("http://{}", server.address);
    for _ in 0..3 {
        let answer = fetch(format!("{address}/panics")).await;
        assert!(answer.headers().contains_key("x-request-id"));
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
        let expected = (StatusCode::INTERNAL_SERVER_ERROR, json!({"message": say::INTERNAL}));
        assert_eq!(parts(answer).await, expected);
    }
    let works = fetch(format!("{address}/works")).await;
    assert_eq!(works.text().await.unwrap(), "works");
    assert_eq!(app.state.metrics.in_flight.get(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn serves_description_with_tag() {
    let app = TestApp::start().await;
    let ask = async |tag: &str| {
        let request = app.request("GET", "/api/openapi.json").header("if-none-match", tag);
        request.send().await.unwrap()
    };
    let first = ask("\"none\"").await;
    let tag = first.headers()["etag"].to_str().unwrap().to_owned();
    assert_eq!(first.headers()["cache-control"], "no-cache");
    let description = parts(first).await;
    assert_eq!((description.0, description.1["openapi"].is_string()), (StatusCode::OK, true));
    assert_eq!(parts(ask("").await).await, description);
    let known = ask(&tag).await;
    assert_eq!(
        (known.status(), known.headers()["etag"].to_str().unwrap()),
        (StatusCode::NOT_MODIFIED, &*tag)
    );
}
