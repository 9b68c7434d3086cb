//! Private calls of the API description require an access token, and many logins leave room for other requests.

use std::collections::BTreeSet;

use agency_core::stored_forms;
use base64ct::{Base64UrlUnpadded, Encoding as _};
use chrono::{Duration, Utc};
use futures_util::future::join_all;
use hmac::{Hmac, KeyInit as _, Mac as _};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use reqwest::StatusCode;
use serde_json::{Value, json};
use sha2::Sha512;

use crate::{
    auth::token::TokenType,
    testing::{
        app::{TestApp, parts},
        paths::described_paths,
    },
};

const SECRET: &[u8] = b"a secret that only the tests have, long enough";

/// The calls that need no token, in addition to the forms.
const PUBLIC: [&str; 5] = [
    "/api/client-errors",
    "/api/token",
    "/api/token/refresh",
    "/api/token/revoke",
    "/api/token/second-factor",
];

/// Signs a token with the right secret and an algorithm that the server does not support.
fn signed_by_hs512(claims: &Value) -> String {
    let encoded = |part: &Value| Base64UrlUnpadded::encode_string(part.to_string().as_bytes());
    let text = format!("{}.{}", encoded(&json!({"alg": "HS512", "typ": "JWT"})), encoded(claims));
    let mac = Hmac::<Sha512>::new_from_slice(SECRET).unwrap().chain_update(&text).finalize();
    format!("{text}.{}", Base64UrlUnpadded::encode_string(&mac.into_bytes()))
}

/// A call of the API description.
pub(super) struct Call {
    pub(super) method: String,
    /// With a value for each required parameter.
    pub(super) path: String,
    pub(super) is_private: bool,
    pub(super) takes_body: bool,
}

/// Returns every call of the API description.
pub(super) async fn calls(app: &TestApp) -> Vec<Call> {
    let api = parts(app.request("GET", "/api/openapi.json").send().await.unwrap()).await.1;
    let mut calls = Vec::new();
    for (path, methods) in described_paths(&api) {
        for (method, described) in methods {
            let path = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
            let required = described["parameters"].as_array().into_iter().flatten();
            let required =
                required.filter(|parameter| parameter["in"] == "query" && parameter["required"] == true);
            let query = required.map(|parameter| format!("{}=1", parameter["name"].as_str().unwrap()));
            calls.push(Call {
                method: method.to_uppercase(),
                path: format!(
                    "{}?{}",
                    path.collect::<Vec<_>>().join("/"),
                    query.collect::<Vec<_>>().join("&")
                ),
                is_private: described["security"].is_array(),
                takes_body: described["requestBody"].is_object(),
            });
        }
    }
    calls
}

#[tokio::test(flavor = "multi_thread")]
async fn accepts_only_valid_access_tokens_for_private_calls() {
    let app = TestApp::start().await;
    let (access, refresh) = app.sign_in("ada").await;
    let now = Utc::now();
    let signed = |secret: &[u8], claims: Value| {
        encode(&Header::new(Algorithm::HS256), &claims, &EncodingKey::from_secret(secret)).unwrap()
    };
    let session = app.session_of(&access);
    let claims = json!({
        "sub": "1",
        "typ": "access",
        "jti": "x",
        "iat": now.timestamp(),
        "exp": now.timestamp() + 60,
        "sid": Base64UrlUnpadded::encode_string(&session.id),
        "auth_time": now.timestamp(),
    });
    let changed = |name: &str, value: Value| {
        let mut claims = claims.clone();
        claims[name] = value;
        signed(SECRET, claims)
    };
    let (head, rest) = access.split_once('.').unwrap();
    let (payload, signature) = rest.split_once('.').unwrap();
    let none = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0";
    let flipped = if signature.starts_with('A') { "B" } else { "A" };
    let expired =
        app.state.auth.keys.sign(TokenType::Access, &session, now - Duration::minutes(15), None).unwrap();
    let bad = [
        String::new(),
        "Bearer".to_owned(),
        "Bearer ".to_owned(),
        format!("Basic {access}"),
        format!("Bearer {refresh}"),
        format!("Bearer {access}x"),
        format!("Bearer {head}.{payload}."),
        format!("Bearer {head}.{payload}.{flipped}{}", &signature[1..]),
        format!("Bearer {none}.{payload}."),
        format!("Bearer {none}.{payload}.{signature}"),
        format!("Bearer {expired}"),
        format!("Bearer {}", signed_by_hs512(&claims)),
        format!("Bearer {}", signed(b"another secret, just as long as ours is", claims.clone())),
        format!("Bearer {}", changed("typ", "refresh".into())),
        format!("Bearer {}", changed("typ", Value::Null)),
        format!("Bearer {}", changed("sub", "one".into())),
        format!("Bearer {}", changed("auth_time", Value::Null)),
        format!("Bearer {}", changed("sid", Value::Null)),
        format!("Bearer {}", changed("sid", "".into())),
        format!("Bearer {}", changed("sid", "no base64".into())),
        format!("Bearer {}", changed("sid", Base64UrlUnpadded::encode_string(&[7; 16]).into())),
        format!("Bearer {}", changed("exp", (now.timestamp() - 1).into())),
        format!("Bearer {}", changed("nbf", (now.timestamp() + 60).into())),
    ];
    let calls = calls(&app).await;
    // A call of neither router does not exist, and a new public one is named here.
    let public = calls.iter().filter(|call| !call.is_private).map(|call| call.path.trim_end_matches('?'));
    let forms = stored_forms().map(|stored| format!("/api/{}/create", stored.table)).collect::<Vec<_>>();
    let expected = PUBLIC.into_iter().chain(forms.iter().map(String::as_str));
    assert_eq!(public.collect::<BTreeSet<_>>(), expected.collect::<BTreeSet<_>>());
    for Call { method, path, takes_body, .. } in calls.iter().filter(|call| call.is_private) {
        for authorization in &bad {
            let answer =
                app.request(method, path).header("authorization", authorization).send().await.unwrap();
            assert_eq!(answer.headers()["www-authenticate"], "Bearer", "{path} {authorization}");
            assert_eq!(answer.headers()["cache-control"], "no-store", "{path}");
            let expected = json!({"message": "Unauthorized: Invalid or expired token"});
            assert_eq!(parts(answer).await, (StatusCode::UNAUTHORIZED, expected), "{path} {authorization}");
        }
        let bare = app.request(method, path).send().await.unwrap();
        assert_eq!(bare.status(), StatusCode::UNAUTHORIZED, "{path}");
        for good in [format!("Bearer {access}"), format!("bearer {}", changed("jti", "y".into()))] {
            let answer = app.request(method, path).header("authorization", good).send().await.unwrap();
            // Calls with a body are refused for its type next, others at most for their parameters, and calls that only end
            // something have ended it.
            let is_let_in = if *takes_body {
                answer.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE
            } else {
                matches!(answer.status().as_u16(), 200 | 204 | 404 | 422)
            };
            assert!(is_let_in, "{path}: {}", answer.status());
        }
    }
    // Public calls ignore tokens.
    for Call { method, path, .. } in calls.iter().filter(|call| !call.is_private) {
        let answer = app.request(method, path).json(&json!({})).bearer_auth("x").send().await.unwrap();
        let about_tokens = "Unauthorized: Invalid or expired token";
        assert!(!answer.text().await.unwrap().contains(about_tokens), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn serves_lists_during_many_logins() {
    let trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    let app = TestApp::set_up(|setup| setup.config.trusted_proxies = trusted_proxies).await;
    let (access, _) = app.sign_in("ada").await;
    let flood = join_all((0..120).map(|number| {
        // Each client has few requests at once.
        let client = format!("192.0.2.{}", number % 4);
        app.login_request(&format!("nobody {number}"), "x").header("x-forwarded-for", client).send()
    }));
    let lists = async {
        while app.state.auth.passwords.waiting() == 0 {
            crate::testing::app::pause().await;
        }
        // All of these are answered while the queue is still there.
        for _ in 0..5 {
            assert_eq!(app.get("/api/consultations", &access).await.status(), StatusCode::OK);
        }
        app.state.auth.passwords.waiting()
    };
    let (answers, waiting) = tokio::join!(flood, lists);
    assert!(waiting > 0);
    let mut refused = 0;
    for answer in answers {
        let answer = answer.unwrap();
        if answer.status() == StatusCode::SERVICE_UNAVAILABLE {
            assert!(answer.headers().contains_key("retry-after"));
            refused += 1;
        } else {
            assert_eq!(answer.status(), StatusCode::UNAUTHORIZED);
        }
    }
    assert!(refused > 0, "the queue has no bound");
}
