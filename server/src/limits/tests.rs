use std::time::Duration;

use diesel_async::SimpleAsyncConnection as _;
use futures_util::future::join_all;
use reqwest::{Response, StatusCode};
use serde_json::json;

use crate::{
    config::RateLimits,
    openapi::tests::contract::Site,
    storage,
    testing::{
        app::{PASSWORD, TestApp, parts},
        form::{TestForm, consultation, pdf},
    },
};

const REFUSAL: &str = "Too many attempts. Please try again later.";

async fn login(app: &TestApp, username: &str, password: &str) -> StatusCode {
    let answer = app.login(username, password).await;
    if answer.status() == StatusCode::TOO_MANY_REQUESTS {
        let wait: u64 = answer.headers()["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=900).contains(&wait), "{wait}");
        assert_eq!(parts(answer).await.1, json!({"message": REFUSAL}));
        return StatusCode::TOO_MANY_REQUESTS;
    }
    answer.status()
}

#[tokio::test(flavor = "multi_thread")]
async fn locks_login_after_ten_failures() {
    let app = TestApp::limited(RateLimits::On).await;
    // Logins that succeed do not count.
    app.sign_in("ada").await;
    for _ in 0..10 {
        assert_eq!(login(&app, "ada", "wrong").await, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(login(&app, "ada", PASSWORD).await, StatusCode::TOO_MANY_REQUESTS);
    app.execute("UPDATE attempt_windows SET made_at = ARRAY(SELECT at - interval '15 minutes' FROM unnest(made_at) AS at)").await;
    assert_eq!(login(&app, "ada", PASSWORD).await, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_parallel_logins_exactly() {
    let app = TestApp::limited(RateLimits::Login).await;
    let names = (0..30).map(|n| format!("nobody {n}")).collect::<Vec<_>>();
    let mut answers = Vec::new();
    for batch in names.chunks(15) {
        let attempts = batch.iter().map(|name| login(&app, name, "wrong"));
        answers.extend(join_all(attempts).await);
    }
    let let_through = answers.iter().filter(|&&status| status == StatusCode::UNAUTHORIZED).count();
    assert_eq!(let_through, 10, "{answers:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn accepts_twenty_forms_per_minute_and_address() {
    let app = TestApp::limited(RateLimits::On).await;
    let form = consultation();
    for _ in 0..20 {
        assert_eq!(app.post("/api/consultations/create/", &form).await.status(), StatusCode::CREATED);
    }
    let answer = app.post("/api/consultations/create/", &form).await;
    assert!(answer.headers().contains_key("retry-after"));
    assert_eq!(parts(answer).await, (StatusCode::TOO_MANY_REQUESTS, json!({"message": REFUSAL})));
    assert_eq!(app.rows("consultations").await, 20);
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_ipv6_clients_by_network() {
    let app = TestApp::set_up(|setup| {
        setup.config.rate_limits = RateLimits::On;
        setup.config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    })
    .await;
    let form = consultation();
    let send = async |address: &str| {
        let request = app.request("POST", "/api/consultations/create/").header("x-forwarded-for", address);
        request.json(&form).send().await.unwrap().status()
    };
    for n in 0..20 {
        assert_eq!(send(&format!("2001:db8:0:1:{n}::{n}")).await, StatusCode::CREATED);
    }
    assert_eq!(send("2001:db8:0:1:ffff:ffff:ffff:ffff").await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(send("2001:db8:0:2::1").await, StatusCode::CREATED);
    assert_eq!(send("2001:db8:0:0:ffff::1").await, StatusCode::CREATED);
}

/// Starts a server that counts attempts by forwarded addresses.
async fn behind_proxy() -> TestApp {
    TestApp::set_up(|setup| {
        setup.config.rate_limits = RateLimits::On;
        setup.config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    })
    .await
}

async fn login_from(app: &TestApp, address: &str, username: &str, password: &str) -> StatusCode {
    let request = app.login_request(username, password).header("x-forwarded-for", address);
    request.send().await.unwrap().status()
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_no_refused_login() {
    let app = behind_proxy().await;
    app.sign_in("ada").await;
    for n in 0..10 {
        let guess = login_from(&app, "198.51.100.1", &format!("nobody {n}"), "wrong").await;
        assert_eq!(guess, StatusCode::UNAUTHORIZED);
    }
    // The address is locked, so its attempts do not lock the account for others.
    for _ in 0..10 {
        assert_eq!(login_from(&app, "198.51.100.1", "ada", "wrong").await, StatusCode::TOO_MANY_REQUESTS);
    }
    assert_eq!(login_from(&app, "198.51.100.2", "ada", PASSWORD).await, StatusCode::OK);
    // The account is locked. Another address may still try another account.
    for n in 0..10 {
        let guess = login_from(&app, &format!("203.0.113.{n}"), "ada", "wrong").await;
        assert_eq!(guess, StatusCode::UNAUTHORIZED);
    }
    for _ in 0..15 {
        assert_eq!(login_from(&app, "198.51.100.3", "ada", PASSWORD).await, StatusCode::TOO_MANY_REQUESTS);
    }
    assert_eq!(login_from(&app, "198.51.100.3", "eve", "wrong").await, StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_parallel_guesses_of_all_addresses_by_account() {
    let app = behind_proxy().await;
    let addresses = (1..=30).map(|n| format!("198.51.100.{n}")).collect::<Vec<_>>();
    let guesses = join_all(addresses.iter().map(|address| login_from(&app, address, "ada", "wrong"))).await;
    let let_through = guesses.iter().filter(|&&status| status == StatusCode::UNAUTHORIZED).count();
    assert_eq!(let_through, 10, "{guesses:?}");
    // Refused attempts do not count for their addresses either.
    let counted = "(SELECT unnest(made_at) FROM attempt_windows) AS counted";
    assert_eq!(app.rows(counted).await, 20);
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_attempt_until_window_ends() {
    let app = TestApp::limited(RateLimits::Login).await;
    for _ in 0..10 {
        assert_eq!(login(&app, "ada", "wrong").await, StatusCode::UNAUTHORIZED);
    }
    let age = async |time: &str| {
        app.execute(&format!(
            "UPDATE attempt_windows SET made_at[1:3] = \
             ARRAY(SELECT at - interval '{time}' FROM unnest(made_at[1:3]) AS at)"
        ))
        .await;
    };
    age("14 minutes 30 seconds").await;
    assert_eq!(login(&app, "ada", "wrong").await, StatusCode::TOO_MANY_REQUESTS);
    age("30 seconds").await;
    for _ in 0..3 {
        assert_eq!(login(&app, "ada", "wrong").await, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(login(&app, "ada", "wrong").await, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_invalid_forms() {
    let app = behind_proxy().await;
    let good = consultation();
    let consult = async |address: &str, body: String| -> Response {
        let request = app.request("POST", "/api/consultations/create/").header("x-forwarded-for", address);
        request.header("content-type", "application/json").body(body).send().await.unwrap()
    };
    let apply = async |address: &str, form: TestForm| -> Response {
        form.request(&app).header("x-forwarded-for", address).send().await.unwrap()
    };
    let refused = TestForm::named("Al").cv("cv.pdf", &pdf(1_000));
    for n in 0..20 {
        let (body, status) = [("{}", 422), ("{", 400), ("[]", 400)][n % 3];
        assert_eq!(consult("198.51.100.1", body.to_owned()).await.status().as_u16(), status);
        assert_eq!(apply("198.51.100.2", refused.clone()).await.status(), StatusCode::UNPROCESSABLE_ENTITY);
    }
    for answer in [
        consult("198.51.100.1", "{}".to_owned()).await,
        consult("198.51.100.1", good.to_string()).await,
        apply("198.51.100.2", refused.clone()).await,
        apply("198.51.100.2", TestForm::valid()).await,
        // Both forms count together.
        consult("198.51.100.2", good.to_string()).await,
    ] {
        let wait: u64 = answer.headers()["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=60).contains(&wait), "{wait}");
        assert_eq!(parts(answer).await, (StatusCode::TOO_MANY_REQUESTS, json!({"message": REFUSAL})));
    }
    assert_eq!(app.rows("consultations").await + app.rows("applications").await, 0);
    assert_eq!(consult("198.51.100.3", good.to_string()).await.status(), StatusCode::CREATED);
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_parallel_forms_exactly() {
    let app = behind_proxy().await;
    let form = consultation();
    let send = async || app.post("/api/consultations/create/", &form).await.status();
    let answers = join_all((0..50).map(|_| send())).await;
    let stored = answers.iter().filter(|&&status| status == StatusCode::CREATED).count();
    assert_eq!((stored, app.rows("consultations").await), (20, 20), "{answers:?}");
}

/// Sends a form with a key; the same unless the name is another.
async fn send_keyed(app: &TestApp, name: &str) -> Response {
    let mut form = consultation();
    form["full_name"] = name.into();
    let request = app.request("POST", "/api/consultations/create/").json(&form);
    request.header("idempotency-key", "0123456789abcdef0").send().await.unwrap()
}

/// Asserts that one submission was inserted, not even rows that were rolled back.
async fn assert_inserted_once(app: &TestApp) {
    assert_eq!(app.rows("submissions").await, 1);
    assert_eq!(app.rows("submissions_id_seq WHERE last_value = 1").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_repeated_forms() {
    let app = TestApp::limited(RateLimits::On).await;
    let first = parts(send_keyed(&app, "Ada Lovelace").await).await;
    for _ in 1..20 {
        assert_eq!(parts(send_keyed(&app, "Ada Lovelace").await).await, first);
    }
    for _ in 20..25 {
        let answer = send_keyed(&app, "Ada Lovelace").await;
        assert!(answer.headers().contains_key("retry-after"));
        assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS);
    }
    assert_inserted_once(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_repeated_forms_in_parallel() {
    let app = TestApp::limited(RateLimits::On).await;
    let answers = join_all((0..25).map(|_| send_keyed(&app, "Ada Lovelace"))).await;
    let created = answers.iter().filter(|answer| answer.status() == StatusCode::CREATED).count();
    let refused = answers.iter().filter(|answer| answer.status() == StatusCode::TOO_MANY_REQUESTS).count();
    assert_eq!((created, refused), (20, 5));
    assert_inserted_once(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_other_forms_with_used_key() {
    let app = TestApp::limited(RateLimits::On).await;
    assert_eq!(send_keyed(&app, "Ada Lovelace").await.status(), StatusCode::CREATED);
    for n in 1..20 {
        assert_eq!(send_keyed(&app, &format!("Ada {n}")).await.status(), StatusCode::CONFLICT);
    }
    assert_eq!(send_keyed(&app, "Ada King").await.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_inserted_once(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_forms_with_malformed_key() {
    let app = TestApp::limited(RateLimits::On).await;
    let send = async || {
        let request = app.request("POST", "/api/consultations/create/").json(&consultation());
        request.header("idempotency-key", "bad").send().await.unwrap().status()
    };
    for _ in 0..20 {
        assert_eq!(send().await, StatusCode::BAD_REQUEST);
    }
    assert_eq!(send().await, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_repeated_plain_forms() {
    let root = Site::build();
    let app = TestApp::set_up(|setup| {
        setup.config.rate_limits = RateLimits::On;
        setup.config.web_root = root.0.clone();
    })
    .await;
    let fields = [("message", "We need a shop."), ("full_name", "Ada Lovelace"), ("email", "a@b.example")];
    let post = async || {
        let request = app.request("POST", "/api/consultations/create/").header("accept", "text/html");
        request.form(&fields).send().await.unwrap().status()
    };
    for _ in 0..20 {
        assert_eq!(post().await, StatusCode::SEE_OTHER);
    }
    assert_eq!(post().await, StatusCode::TOO_MANY_REQUESTS);
    assert_inserted_once(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_wide_ipv6_networks_with_larger_limits() {
    let app = behind_proxy().await;
    let refused = async |address: &str, path: &str| {
        let body = json!({"message": "short"});
        let request = app.request("POST", path).header("x-forwarded-for", address).json(&body);
        request.send().await.unwrap().status() == StatusCode::TOO_MANY_REQUESTS
    };
    for path in ["/api/consultations/create/", "/api/client-errors/"] {
        let mut accepted = 0;
        // Sites of a /48, each a /56 with four networks.
        for site in 0..4 {
            let mut accepted_of_site = 0;
            for network in 0..4 {
                let sending = (0..20).map(async |host| {
                    refused(&format!("2001:db8:0:{site}{network:02x}::{host}"), path).await
                });
                let answers = join_all(sending).await;
                accepted_of_site += answers.iter().filter(|&&is_refused| !is_refused).count();
            }
            assert_eq!(accepted_of_site, if site < 3 { 60 } else { 20 }, "{path} {site}");
            accepted += accepted_of_site;
        }
        assert_eq!(accepted, 200, "{path}");
        assert!(!refused("2001:db8:1::1", path).await, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_503_while_attempts_are_locked() {
    let app = TestApp::set_up(|setup| {
        setup.config.rate_limits = RateLimits::On;
        setup.config.database.timeouts.lock = Duration::from_millis(20);
    })
    .await;
    // Also compared with others, by a statement that is sent with the count.
    let form = consultation();
    let send = async || app.post("/api/consultations/create/", &form).await;
    assert_eq!(send().await.status(), StatusCode::CREATED);
    let mut blocker = storage::get(app.pool()).await.unwrap();
    blocker.batch_execute("BEGIN; SELECT FROM attempt_windows FOR UPDATE").await.unwrap();
    for _ in 0..40 {
        let answer = send().await;
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(answer.headers().contains_key("retry-after"));
    }
    blocker.batch_execute("ROLLBACK").await.unwrap();
    assert_eq!(send().await.status(), StatusCode::CREATED);
}
