use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use futures_util::future::join_all;
use reqwest::{Response, StatusCode, header::HeaderMap};
use serde_json::json;
use tokio::sync::Notify;

use crate::{
    auth::second_factor::tests::{change, code, switched_on},
    config::RateLimits,
    testing::app::{PASSWORD, TestApp, pair, parts},
};

/// More clients than there are permits for strangers.
const CLIENTS: u32 = 90;

/// Configures rate limits by the addresses that a proxy names.
async fn behind_proxy() -> TestApp {
    TestApp::set_up(|setup| {
        setup.config.rate_limits = RateLimits::On;
        setup.config.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    })
    .await
}

async fn login(
    app: &TestApp,
    address: &str,
    headers: &HeaderMap,
    username: &str,
    password: &str,
) -> Response {
    let request = app.login_request(username, password).header("x-forwarded-for", address);
    request.headers(headers.clone()).send().await.unwrap()
}

/// Tries to log in to unknown accounts, each time from another network, until `is_over`.
async fn flood(app: &TestApp, is_over: &AtomicBool, is_full: &Notify) {
    let next = AtomicU32::new(1);
    let client = async || {
        while !is_over.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let address = format!("2001:{:x}:{:x}::1", number >> 16, number & 0xffff);
            let name = format!("nobody {number}");
            match login(app, &address, &HeaderMap::new(), &name, "wrong").await.status() {
                StatusCode::UNAUTHORIZED => {}
                StatusCode::SERVICE_UNAVAILABLE => is_full.notify_one(),
                other => panic!("a guess was answered {other}"),
            }
        }
    };
    join_all((0..CLIENTS).map(|_| client())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn flood_of_logins_delays_only_strangers() {
    let app = behind_proxy().await;
    let (access, _) = app.sign_in("ada").await;
    app.sign_in("grace").await;
    let signed_in = login(&app, "192.0.2.1", &HeaderMap::new(), "ada", PASSWORD).await;
    let mut own = HeaderMap::new();
    let cookie = signed_in.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap();
    own.insert("cookie", cookie.parse().unwrap());
    let (is_over, is_full) = (AtomicBool::new(false), Notify::new());
    let owner = async {
        is_full.notified().await;
        for _ in 0..4 {
            let answer = login(&app, "192.0.2.1", &own, "ada", PASSWORD).await;
            assert_eq!(answer.status(), StatusCode::OK);
        }
        let send = async |path: &str, access: &str, body| {
            pair(app.request("POST", path).bearer_auth(access).json(&body).send().await.unwrap()).await.0
        };
        let end = json!({"current_password": PASSWORD});
        let access = send("/api/account/sign-ins/end-others/", &access, end).await;
        let form = json!({"username": "ada", "current_password": PASSWORD, "new_password": "plenty of ink and paper"});
        send("/api/account/password/", &access, form).await;
    };
    let guarded = async {
        // Ends the flood also when the owner is refused.
        let _over = scopeguard::guard((), |()| is_over.store(true, Ordering::Relaxed));
        owner.await;
    };
    tokio::join!(flood(&app, &is_over, &is_full), guarded);
}

/// Counts the stored attempts.
async fn count_attempts(app: &TestApp) -> i64 {
    app.rows("(SELECT unnest(made_at) FROM attempt_windows) AS counted").await
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_no_attempt_that_failed_on_the_server() {
    let app = behind_proxy().await;
    let (mut access, _) = app.sign_in("ada").await;
    let (_, codes) = switched_on(&app, &mut access).await;
    let asked = login(&app, "192.0.2.1", &HeaderMap::new(), "ada", PASSWORD).await;
    let challenge = parts(asked).await.1["challenge"].clone();
    // The password counted for the address and for the account.
    assert_eq!(count_attempts(&app).await, 2);
    app.execute("ALTER TABLE recovery_codes RENAME TO away").await;
    let code = json!({"challenge": challenge, "code": codes[0]});
    assert!(app.post("/api/token/second-factor/", &code).await.status().is_server_error());
    assert_eq!(count_attempts(&app).await, 2);
    app.execute("ALTER TABLE away RENAME TO recovery_codes; ALTER TABLE second_factors RENAME TO away").await;
    let off = change(&app, &access, "off", PASSWORD, "123456").await;
    assert!(off.status().is_server_error());
    assert_eq!(count_attempts(&app).await, 2);
    app.execute("ALTER TABLE away RENAME TO second_factors; ALTER TABLE admins RENAME TO away").await;
    let stranger = login(&app, "192.0.2.1", &HeaderMap::new(), "ada", PASSWORD).await;
    assert!(stranger.status().is_server_error());
    assert_eq!(count_attempts(&app).await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_logins_of_ipv6_networks() {
    let app = behind_proxy().await;
    app.sign_in("ada").await;
    let guess = async |network: u32, host: u32| {
        let address = format!("2001:db8:78:{network:x}::{host:x}");
        let name = format!("nobody {network} {host}");
        login(&app, &address, &HeaderMap::new(), &name, "wrong").await.status()
    };
    // Each /64 below its ten, the /56 shut after thirty. The /48 has the rule of all limits.
    for number in 0..30 {
        assert_eq!(guess(number / 9, number).await, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(guess(0xff, 0).await, StatusCode::TOO_MANY_REQUESTS);
    let shut = login(&app, "2001:db8:78:fe::1", &HeaderMap::new(), "ada", PASSWORD).await;
    assert!((1..=900).contains(&shut.headers()["retry-after"].to_str().unwrap().parse::<u64>().unwrap()));
    assert_eq!(shut.status(), StatusCode::TOO_MANY_REQUESTS);
    pair(login(&app, "2001:db8:78:ff00::1", &HeaderMap::new(), "ada", PASSWORD).await).await;
}

/// A client at one address, over its limit, asks on many connections until `is_over`.
async fn flood_from_one_address(app: &TestApp, clients: u32, is_over: &AtomicBool, is_running: &Notify) {
    let asked = AtomicU32::new(0);
    let client = async || {
        while !is_over.load(Ordering::Relaxed) {
            let status = login(app, "198.51.100.1", &HeaderMap::new(), "nobody", "wrong").await.status();
            assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
            if asked.fetch_add(1, Ordering::Relaxed) > clients {
                is_running.notify_one();
            }
        }
    };
    join_all((0..clients).map(|_| client())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn address_over_its_limit_takes_no_permit_of_strangers() {
    let app = behind_proxy().await;
    app.sign_in("ada").await;
    for _ in 0..10 {
        let guess = login(&app, "198.51.100.1", &HeaderMap::new(), "nobody", "wrong").await;
        assert_eq!(guess.status(), StatusCode::UNAUTHORIZED);
    }
    let (is_over, is_running) = (AtomicBool::new(false), Notify::new());
    let owner = async {
        let _over = scopeguard::guard((), |()| is_over.store(true, Ordering::Relaxed));
        is_running.notified().await;
        for number in 0..5 {
            let answer = login(&app, &format!("192.0.2.{number}"), &HeaderMap::new(), "ada", PASSWORD).await;
            assert_eq!(answer.status(), StatusCode::OK, "{number}");
        }
    };
    tokio::join!(flood_from_one_address(&app, 100, &is_over, &is_running), owner);
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_attempts_over_limit_before_they_take_permits() {
    let app = behind_proxy().await;
    let (access, _) = app.sign_in("ada").await;
    let guess = async || login(&app, "198.51.100.1", &HeaderMap::new(), "nobody", "wrong").await.status();
    let confirm = async || {
        let request = app.request("POST", "/api/account/sign-ins/end-others/").bearer_auth(&access);
        request.json(&json!({"current_password": "wrong"})).send().await.unwrap().status()
    };
    for _ in 0..10 {
        assert_eq!(guess().await, StatusCode::UNAUTHORIZED);
        assert_eq!(confirm().await, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let passwords = &app.state.auth.passwords;
    let mut taken = Vec::new();
    for permits in [&passwords.strangers, &passwords.known] {
        while let Ok(admission) = permits.admit() {
            taken.push(admission);
        }
    }
    let another = login(&app, "198.51.100.2", &HeaderMap::new(), "nobody else", "wrong").await;
    assert_eq!(another.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(guess().await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(confirm().await, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test(flavor = "multi_thread")]
async fn address_has_eight_permits_of_strangers_at_a_time() {
    let app = behind_proxy().await;
    let all = join_all((0..100).map(|host| {
        let app = &app;
        async move {
            // One network, so that its hosts are one client.
            let address = format!("2001:db8:1:1::{host:x}");
            login(app, &address, &HeaderMap::new(), &format!("nobody {host}"), "wrong").await.status()
        }
    }))
    .await;
    // None is refused for lack of permits, which others have.
    let count = |status| all.iter().filter(|&&answered| answered == status).count();
    let (compared, refused) = (count(StatusCode::UNAUTHORIZED), count(StatusCode::TOO_MANY_REQUESTS));
    assert!((8..=10).contains(&compared) && compared + refused == 100, "{all:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn returns_tokens_when_attempt_cannot_be_taken_back() {
    let app = behind_proxy().await;
    let (mut access, _) = app.sign_in("ada").await;
    let (secret, _) = switched_on(&app, &mut access).await;
    let challenge = async || {
        let asked = login(&app, "192.0.2.1", &HeaderMap::new(), "ada", PASSWORD).await;
        parts(asked).await.1["challenge"].clone()
    };
    let due = challenge().await;
    // Counting inserts a row or adds to it, taking back removes from it.
    app.execute(
        "DELETE FROM attempt_windows; \
         CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
             IF cardinality(NEW.made_at) < cardinality(OLD.made_at) THEN RAISE SQLSTATE '57P01'; END IF; RETURN NEW; \
         END $$; \
         CREATE TRIGGER lose BEFORE UPDATE ON attempt_windows FOR EACH ROW EXECUTE FUNCTION lose()",
    )
    .await;
    let form = json!({"challenge": due, "code": code(&secret, 0)});
    let request = app.request("POST", "/api/token/second-factor/").json(&form);
    let (access, _) = pair(request.send().await.unwrap()).await;
    let request = app.request("POST", "/api/account/sign-ins/end-others/").bearer_auth(&access);
    let ended = request.json(&json!({"current_password": PASSWORD})).send().await.unwrap();
    let (access, _) = pair(ended).await;
    let off = change(&app, &access, "off", PASSWORD, &code(&secret, 1)).await;
    assert_eq!(off.status(), StatusCode::NO_CONTENT);
    let signed_in = login(&app, "192.0.2.2", &HeaderMap::new(), "ada", PASSWORD).await;
    assert_eq!(signed_in.status(), StatusCode::OK);
    pair(signed_in).await;
    // It stays counted, so that nobody gains an attempt.
    assert!(count_attempts(&app).await > 0);
}
