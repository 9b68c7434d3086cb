mod ending;

use agency_core::messages::server as say;
use chrono::{Duration, Utc};
use futures_util::future::join_all;
use reqwest::{Response, StatusCode};
use serde_json::json;

use super::MAX_ACCOUNTS;
use crate::{
    auth::{
        admins::{self, AdminChange},
        queries,
        second_factor::tests::{code, switched_on},
        token::{Credentials, TokenKeys, TokenType},
    },
    config::{PublicUrl, RateLimits, Secrets},
    testing::{
        app::{PASSWORD, SECRET, Setup, TestApp, pair, parts},
        form::{TestForm, consultation},
        paths::described_paths,
    },
};

/// Configures rate limits by the addresses that a proxy names.
pub(super) fn limited(setup: &mut Setup) {
    setup.config.rate_limits = RateLimits::On;
    setup.config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
}

/// Logs in from an address, with a cookie.
pub(super) async fn login(
    app: &TestApp,
    address: &str,
    cookie: &str,
    username: &str,
    password: &str,
) -> Response {
    let request = app.login_request(username, password).header("x-forwarded-for", address);
    request.header("cookie", cookie.as_bytes()).send().await.unwrap()
}

/// Returns the cookie that a response sets, as the browser sends it.
pub(super) fn cookie(answer: &Response) -> String {
    answer.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned()
}

/// Returns the cookie of a device after a login.
pub(super) async fn new_cookie(app: &TestApp, username: &str) -> String {
    let answer = login(app, "192.0.2.1", "", username, PASSWORD).await;
    assert_eq!(answer.status(), StatusCode::OK);
    cookie(&answer)
}

/// Returns the cookie of a device after ada's login with a recovery code.
pub(super) async fn new_cookie_by_code(app: &TestApp, code: &str) -> String {
    let asked = login(app, "192.0.2.1", "", "ada", PASSWORD).await;
    let challenge = parts(asked).await.1["challenge"].clone();
    let request = app.request("POST", "/api/token/second-factor/").header("x-forwarded-for", "192.0.2.1");
    let answer = request.json(&json!({"challenge": challenge, "code": code})).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    cookie(&answer)
}

/// Lets strangers fail at an account until it is locked for them.
pub(super) async fn lock_account(app: &TestApp, username: &str) {
    for n in 0..10 {
        let guess = login(app, &format!("203.0.113.{n}"), "", username, "wrong").await;
        assert_eq!(guess.status(), StatusCode::UNAUTHORIZED);
    }
}

/// Returns the status of a login with the right password, from an address that never failed.
pub(super) async fn status(app: &TestApp, cookie: &str, username: &str) -> StatusCode {
    login(app, "192.0.2.2", cookie, username, PASSWORD).await.status()
}

#[tokio::test(flavor = "multi_thread")]
async fn flood_from_many_addresses_never_locks_out_owner() {
    let app = TestApp::set_up(limited).await;
    let other = app.second_server_with(limited).await;
    app.sign_in("ada").await;
    let device = new_cookie(&app, "ada").await;
    let addresses = (0..1_000).map(|n| format!("10.1.{}.{}", n / 250, n % 250)).collect::<Vec<_>>();
    let mut let_through = 0;
    for batch in addresses.chunks(50) {
        let guesses = batch.iter().enumerate().map(|(n, address)| {
            let instance = if n % 2 == 0 { &app } else { &other };
            login(instance, address, "", "ada", "wrong")
        });
        for answer in join_all(guesses).await {
            let_through += usize::from(answer.status() == StatusCode::UNAUTHORIZED);
            assert!(matches!(answer.status().as_u16(), 401 | 429), "{}", answer.status());
        }
    }
    assert_eq!(let_through, 10);
    for instance in [&app, &other] {
        assert_eq!(status(instance, "", "ada").await, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(status(instance, &device, "ada").await, StatusCode::OK);
    }
    // Also from an address that is locked itself, and after a wrong password.
    for n in 0..10 {
        login(&app, "198.51.100.1", "", &format!("nobody {n}"), "wrong").await;
    }
    let mistake = login(&other, "198.51.100.1", &device, "ada", "wrong").await;
    assert_eq!(mistake.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(login(&app, "198.51.100.1", &device, "ada", PASSWORD).await.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn locks_only_device_cookie_that_fails_too_often() {
    let app = TestApp::set_up(limited).await;
    let other = app.second_server_with(limited).await;
    app.sign_in("ada").await;
    let (device, another) = (new_cookie(&app, "ada").await, new_cookie(&app, "ada").await);
    for n in 0..10 {
        let instance = if n % 2 == 0 { &app } else { &other };
        let guess = login(instance, &format!("198.51.100.{n}"), &device, "ada", "wrong").await;
        assert_eq!(guess.status(), StatusCode::UNAUTHORIZED);
    }
    for instance in [&app, &other] {
        let answer = login(instance, "192.0.2.2", &device, "ada", PASSWORD).await;
        assert!(answer.headers().contains_key("retry-after") && !answer.headers().contains_key("set-cookie"));
        assert_eq!(parts(answer).await, (StatusCode::TOO_MANY_REQUESTS, json!({"message": say::TOO_MANY})));
    }
    // Failures counted for the cookie and for all cookies together, ten each. Successful logins count nothing.
    assert_eq!(app.rows("(SELECT unnest(made_at) FROM attempt_windows) AS counted").await, 20);
    // A stranger at the account, another device of its owner, and this device at another account.
    assert_eq!(status(&app, "", "ada").await, StatusCode::OK);
    assert_eq!(status(&app, &another, "ada").await, StatusCode::OK);
    app.sign_in("grace").await;
    assert_eq!(status(&app, &device, "grace").await, StatusCode::OK);
    app.execute("UPDATE attempt_windows SET made_at = ARRAY(SELECT at - interval '15 minutes' FROM unnest(made_at) AS at)").await;
    assert_eq!(status(&app, &device, "ada").await, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_parallel_guesses_with_device_cookie() {
    let app = TestApp::set_up(limited).await;
    app.sign_in("ada").await;
    let device = new_cookie(&app, "ada").await;
    let guesses = join_all((0..30).map(|_| login(&app, "192.0.2.2", &device, "ada", "wrong"))).await;
    let let_through = guesses.iter().filter(|answer| answer.status() == StatusCode::UNAUTHORIZED).count();
    assert_eq!(let_through, 10);
}

#[tokio::test(flavor = "multi_thread")]
async fn ignores_device_cookie_of_another_account() {
    let app = TestApp::set_up(limited).await;
    app.sign_in("ada").await;
    app.sign_in("grace").await;
    let (device, grace) = (new_cookie(&app, "ada").await, new_cookie(&app, "grace").await);
    lock_account(&app, "ada").await;
    let value = device.strip_prefix("device=").unwrap();
    let credentials = {
        let mut connection = app.pool().get().await.unwrap();
        queries::find_account(&mut connection, "ada").await.unwrap().unwrap().credentials()
    };
    let made = |secret: &str, age: Duration| {
        let keys = TokenKeys::new(&Secrets { current: secret.into(), former: None });
        let since = Utc::now() - age;
        let given = Credentials { since, ..credentials.clone() };
        format!("device={}", keys.sign(TokenType::Device, &given, since, None).unwrap())
    };
    let of_another_type =
        app.state.auth.keys.sign(TokenType::Access, &credentials, Utc::now(), None).unwrap();
    let flipped = |at: usize| {
        let other = if value[at..].starts_with('A') { "Q" } else { "A" };
        format!("device={}{other}{}", &value[..at], &value[at + 1..])
    };
    for bad in [
        grace,
        format!("device={}", &value[..value.len() - 1]),
        format!("device={of_another_type}"),
        // The header, the claims and the signature.
        flipped(10),
        flipped(60),
        flipped(100),
        flipped(value.len() - 10),
        format!("device={value}A"),
        format!("device={}", "A".repeat(10_000)),
        format!("device={}", ".".repeat(10_000)),
        format!("device={}", "~".repeat(10_000)),
        format!("device={}", value.repeat(20)),
        "device=".to_owned(),
        "device".to_owned(),
        format!("another={value}"),
        format!("__Secure-device={value}"),
        made("another secret, just as long as ours is", Duration::zero()),
        made(SECRET, Duration::days(365)),
    ] {
        let shown = bad.chars().take(120).collect::<String>();
        assert_eq!(status(&app, &bad, "ada").await, StatusCode::TOO_MANY_REQUESTS, "{shown}");
    }
    for good in [
        &device,
        &made(SECRET, Duration::days(364)),
        &format!("a=b; {device}; c"),
        &format!("device=x; {device}"),
    ] {
        assert_eq!(status(&app, good, "ada").await, StatusCode::OK, "{good}");
    }
    // The name alone makes no account the one that the value is of.
    admins::change(app.pool(), None, "ada", AdminChange::Remove).await.unwrap();
    app.execute("DELETE FROM attempt_windows").await;
    app.sign_in("ada").await;
    lock_account(&app, "ada").await;
    assert_eq!(status(&app, &device, "ada").await, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test(flavor = "multi_thread")]
async fn accepts_device_cookie_of_former_secret() {
    let app = TestApp::set_up(limited).await;
    app.sign_in("ada").await;
    let device = new_cookie(&app, "ada").await;
    let with = async |former: Option<&str>| {
        app.second_server_with(|setup| {
            limited(setup);
            let current = "a secret that came after it, and is long enough".into();
            setup.config.secrets = Secrets { current, former: former.map(Into::into) };
        })
        .await
    };
    let next = with(Some(SECRET)).await;
    // Subjects are hashed with the secret, so each server locks the account separately.
    lock_account(&next, "ada").await;
    assert_eq!(status(&next, "", "ada").await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(status(&next, &device, "ada").await, StatusCode::OK);
    assert_eq!(status(&with(None).await, &device, "ada").await, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test(flavor = "multi_thread")]
async fn sets_device_cookie_only_at_login() {
    let app = TestApp::start().await;
    let (mut access, _) = app.sign_in("ada").await;
    let device = new_cookie(&app, "ada").await;
    let sent = async |method: &str, path: &str, body: &serde_json::Value| {
        let request = app.request(method, path).header("cookie", &device).json(body);
        request.send().await.unwrap()
    };
    let assert_sets_no_cookie =
        |answer: &Response| assert!(!answer.headers().contains_key("set-cookie"), "{}", answer.url());
    let wrong = sent("POST", "/api/token/", &json!({"username": "ada", "password": "wrong"})).await;
    assert_eq!(wrong.status(), StatusCode::UNAUTHORIZED);
    assert_sets_no_cookie(&wrong);
    // Calls that fail, and calls that succeed.
    let api = parts(sent("GET", "/api/openapi.json", &json!({})).await).await.1;
    let mut calls = 0;
    for (path, methods) in described_paths(&api) {
        for method in methods.keys() {
            assert_sets_no_cookie(
                &sent(&method.to_uppercase(), &path.replace(['{', '}'], ""), &json!({})).await,
            );
            calls += 1;
        }
    }
    assert!(calls > 20);
    let form = consultation();
    let created = sent("POST", "/api/consultations/create/", &form).await;
    let applied = TestForm::valid().request(&app).header("cookie", &device).send().await.unwrap();
    assert_eq!([created.status(), applied.status()], [StatusCode::CREATED; 2]);
    assert_sets_no_cookie(&created);
    assert_sets_no_cookie(&applied);
    let login = json!({"username": "ada", "password": PASSWORD});
    let (_, refresh) = pair(sent("POST", "/api/token/", &login).await).await;
    let refreshed = sent("POST", "/api/token/refresh/", &json!({"refresh": refresh})).await;
    assert_sets_no_cookie(&refreshed);
    let (_, refresh) = pair(refreshed).await;
    assert_sets_no_cookie(&sent("POST", "/api/token/revoke/", &json!({"refresh": refresh})).await);

    // With a second factor, the password alone sets no cookie.
    let (secret, _) = switched_on(&app, &mut access).await;
    let asked = sent("POST", "/api/token/", &login).await;
    assert_sets_no_cookie(&asked);
    let challenge = parts(asked).await.1["challenge"].clone();
    let answer = async |code: &str| {
        sent("POST", "/api/token/second-factor/", &json!({"challenge": challenge, "code": code})).await
    };
    let refused = answer(&code(&secret, 5)).await;
    assert_eq!(refused.status(), StatusCode::UNAUTHORIZED);
    assert_sets_no_cookie(&refused);
    let opened = answer(&code(&secret, 0)).await;
    assert_eq!(opened.status(), StatusCode::OK);
    assert_ne!(cookie(&opened), device);
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_codes_by_device_cookie() {
    let app = TestApp::set_up(limited).await;
    let (mut access, _) = app.sign_in("ada").await;
    let (secret, codes) = switched_on(&app, &mut access).await;
    let device = new_cookie_by_code(&app, &codes[0]).await;
    lock_account(&app, "ada").await;
    let asked = login(&app, "192.0.2.2", &device, "ada", PASSWORD).await;
    let challenge = parts(asked).await.1["challenge"].clone();
    let answer = async |cookie: &str, code: &str| {
        let request = app.request("POST", "/api/token/second-factor/").header("cookie", cookie);
        request.json(&json!({"challenge": challenge, "code": code})).send().await.unwrap().status()
    };
    assert_eq!(answer("", &code(&secret, 0)).await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(answer(&device, &code(&secret, 5)).await, StatusCode::UNAUTHORIZED);
    assert_eq!(answer(&device, &code(&secret, 0)).await, StatusCode::OK);
    // The mistake stays counted, by its cookie and by all of them, in addition to the attempts of strangers.
    assert_eq!(app.rows("(SELECT unnest(made_at) FROM attempt_windows) AS counted").await, 22);
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_device_cookies_of_five_accounts() {
    let app = TestApp::set_up(limited).await;
    let names = (0..=MAX_ACCOUNTS).map(|n| format!("ada{n}")).collect::<Vec<_>>();
    let mut kept = String::new();
    for name in &names {
        app.sign_in(name).await;
        let answer = login(&app, "192.0.2.1", &kept, name, PASSWORD).await;
        kept = cookie(&answer);
        // Browsers keep at most 4,096 bytes.
        assert!(kept.len() < 2_000, "{kept}");
    }
    for name in &names {
        lock_account(&app, name).await;
    }
    // The one that was signed in to longest ago is a stranger's again.
    for (n, name) in names.iter().enumerate() {
        let expected = if n == 0 { StatusCode::TOO_MANY_REQUESTS } else { StatusCode::OK };
        assert_eq!(status(&app, &kept, name).await, expected, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_device_cookie_to_path_and_https() {
    for (url, begin, end) in [
        (None, "device=", ""),
        (Some("http://www.example.com"), "device=", ""),
        (Some("https://www.example.com"), "__Secure-device=", "; Secure"),
    ] {
        let app = TestApp::set_up(|setup| {
            limited(setup);
            setup.config.public_url = url.map(|url| PublicUrl::parse(url).unwrap());
        })
        .await;
        app.sign_in("ada").await;
        let answer = login(&app, "192.0.2.1", "", "ada", PASSWORD).await;
        let set = answer.headers()["set-cookie"].to_str().unwrap();
        let (value, attributes) = set.split_once("; ").unwrap();
        assert!(value.strip_prefix(begin).unwrap().len() < 400);
        assert_eq!(attributes, format!("HttpOnly; SameSite=Strict{end}; Path=/api/token; Max-Age=31536000"));
        lock_account(&app, "ada").await;
        assert_eq!(status(&app, &cookie(&answer), "ada").await, StatusCode::OK);
    }
}
