use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::{
    auth::second_factor::tests::{change, code, switched_on},
    testing::app::{PASSWORD, TestApp, pair, parts},
};

const EVENTS: &str = "/api/account/events/";

async fn page(app: &TestApp, access: &str, query: &str) -> (Vec<Value>, bool) {
    let (status, body) = parts(app.get(&format!("{EVENTS}{query}"), access).await).await;
    assert_eq!(status, StatusCode::OK);
    (body["results"].as_array().unwrap().clone(), body["more"].as_bool().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn shows_activity_with_browser_to_owner() {
    let app = TestApp::start().await;
    let (mut access, _) = app.sign_in("ada").await;
    app.sign_in("grace").await;
    let (secret, codes) = switched_on(&app, &mut access).await;
    change(&app, &access, "recovery-codes", PASSWORD, &codes[0]).await;
    let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
    let send = async |access: &str, path: &str, body: &Value| {
        let request = app.request("POST", path).header("user-agent", firefox).bearer_auth(access);
        request.json(body).send().await.unwrap()
    };
    let own = "plenty of ink and paper";
    let password = json!({"username": "ada", "current_password": PASSWORD, "new_password": own});
    let (access, _) = pair(send(&access, "/api/account/password/", &password).await).await;
    let login = json!({"username": "ada", "password": own});
    let challenge = parts(send("", "/api/token/", &login).await).await.1["challenge"].clone();
    let second = json!({"challenge": challenge, "code": code(&secret, 0)});
    assert_eq!(send("", "/api/token/second-factor/", &second).await.status(), StatusCode::OK);
    let ending = json!({"current_password": own});
    let (access, _) = pair(send(&access, "/api/account/sign-ins/end-others/", &ending).await).await;
    let off = json!({"current_password": own, "code": code(&secret, 1)});
    assert_eq!(send(&access, "/api/account/second-factor/off/", &off).await.status(), StatusCode::NO_CONTENT);

    let (events, more) = page(&app, &access, "").await;
    let shown = events.iter().map(|event| ["event", "by", "browser"].map(|name| event[name].clone()));
    let of = |event: &str, by: Option<&str>, browser: &str| [json!(event), json!(by), json!(browser)];
    let (owner, here) = (Some("owner"), "Firefox on Linux");
    assert_eq!(
        shown.collect::<Vec<_>>(),
        [
            of("second factor off", owner, here),
            of("other sign-ins ended", owner, here),
            of("password changed", owner, here),
            of("recovery codes made", owner, ""),
            of("recovery code used", owner, ""),
            of("second factor on", owner, ""),
            // By hand, as the tests make accounts.
            of("created", None, ""),
        ]
    );
    assert!(!more && events[0]["at"].as_str() > events[6]["at"].as_str());
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_through_older_activity() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let api = parts(app.request("GET", "/api/openapi.json").send().await.unwrap()).await.1;
    let names = api["components"]["schemas"]["AccountEvent"]["enum"].as_array().unwrap();
    // The database knows every one.
    for name in names {
        let name = name.as_str().unwrap();
        app.execute(&format!(
            "INSERT INTO account_events (admin_id, account, event) VALUES (1, 'ada', '{name}')"
        ))
        .await;
    }
    app.execute(
        "INSERT INTO account_events (admin_id, account, event) \
         SELECT 1 + n % 2, 'ada', 'sign-in ended' FROM generate_series(1, 60) AS n",
    )
    .await;
    let (mut all, mut query) = (Vec::new(), String::new());
    for (length, expected) in [(20, true), (20, true), (5, false)] {
        let (events, more) = page(&app, &access, &query).await;
        assert_eq!((events.len(), more), (length, expected));
        query = format!("?before={}", events[length - 1]["id"]);
        all.extend(events.iter().map(|event| event["id"].as_i64().unwrap()));
    }
    assert!(all.is_sorted_by(|newer, older| newer > older) && all.len() == 1 + names.len() + 30);
    assert_eq!(page(&app, &access, &query).await, (Vec::new(), false));
    for bad in ["?before=x", "?before=", "?before=1&before=2", "?before=99999999999999999999"] {
        let answer = app.get(&format!("{EVENTS}{bad}"), &access).await;
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{bad}");
        assert!(parts(answer).await.1["message"].is_string(), "{bad}");
    }
}
