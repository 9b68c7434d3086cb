use reqwest::StatusCode;
use serde_json::json;

use crate::{
    config::RateLimits,
    test_app::{PASSWORD, TestApp, parts},
};

const REFUSAL: &str = "Too many attempts. Please try again later.";

async fn login(app: &TestApp, username: &str, password: &str) -> StatusCode {
    let answer = app.post("/api/token/", &json!({"username": username, "password": password})).await;
    if answer.status() == StatusCode::TOO_MANY_REQUESTS {
        let wait: u64 = answer.headers()["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=900).contains(&wait), "{wait}");
        assert_eq!(parts(answer).await.1, json!({"message": REFUSAL}));
        return StatusCode::TOO_MANY_REQUESTS;
    }
    answer.status()
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_failed_logins_close_the_door_for_a_while() {
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
async fn parallel_logins_do_not_slip_past_the_count() {
    let app = TestApp::limited(RateLimits::Login).await;
    let names = (0..30).map(|n| format!("nobody {n}")).collect::<Vec<_>>();
    let mut answers = Vec::new();
    for batch in names.chunks(15) {
        let attempts = batch.iter().map(|name| login(&app, name, "wrong"));
        answers.extend(futures(attempts).await);
    }
    let let_through = answers.iter().filter(|&&status| status == StatusCode::UNAUTHORIZED).count();
    assert_eq!(let_through, 10, "{answers:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_forms_a_minute_are_taken_from_an_address() {
    let app = TestApp::limited(RateLimits::On).await;
    let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": "a@b.example"});
    for _ in 0..20 {
        assert_eq!(app.post("/api/consultations/create/", &form).await.status(), StatusCode::CREATED);
    }
    let answer = app.post("/api/consultations/create/", &form).await;
    assert!(answer.headers().contains_key("retry-after"));
    assert_eq!(parts(answer).await, (StatusCode::TOO_MANY_REQUESTS, json!({"message": REFUSAL})));
    assert_eq!(app.rows("consultations").await, 20);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ipv6_client_is_counted_by_its_network() {
    let app = TestApp::set_up(|setup| {
        setup.config.rate_limits = RateLimits::On;
        setup.config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    })
    .await;
    let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": "a@b.example"});
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

/// Drives futures side by side.
async fn futures<F: Future<Output = StatusCode>>(futures: impl Iterator<Item = F>) -> Vec<StatusCode> {
    let mut pinned = futures.map(Box::pin).collect::<Vec<_>>();
    let mut answers = Vec::new();
    std::future::poll_fn(|context| {
        pinned.retain_mut(|future| match future.as_mut().poll(context) {
            std::task::Poll::Ready(answer) => {
                answers.push(answer);
                false
            }
            std::task::Poll::Pending => true,
        });
        if pinned.is_empty() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
    answers
}
