//! Refreshing extends a session up to 30 days.

use base64ct::{Base64, Encoding as _};
use chrono::{DateTime, Duration, Utc};
use diesel::ExpressionMethods as _;
use diesel_async::RunQueryDsl as _;
use jsonwebtoken::{Algorithm, EncodingKey, Header, dangerous::insecure_decode_claims, encode};
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};

use crate::{
    auth::token::hash_refresh_token,
    storage::schema::refresh_tokens,
    testing::app::{SECRET, TestApp, pair},
};

const MINUTE: i64 = 60;
const DAY: i64 = 24 * 60 * MINUTE;
const LONGEST: i64 = 30 * DAY;

fn claims(token: &str) -> Value {
    insecure_decode_claims(token).unwrap()
}

/// Returns the token with another `auth_time`.
fn with_auth_time(token: &str, auth_time: i64) -> String {
    let mut claims = claims(token);
    claims["auth_time"] = json!(auth_time);
    encode(&Header::new(Algorithm::HS256), &claims, &EncodingKey::from_secret(SECRET.as_bytes())).unwrap()
}

/// Refreshes a session by a token that is stored as valid.
async fn refresh(app: &TestApp, access: &str, refresh: &str, begun_at: i64) -> Response {
    let session = app.session_of(access);
    let token = (
        refresh_tokens::token_hash.eq(hash_refresh_token(refresh)),
        refresh_tokens::family.eq(session.id),
        refresh_tokens::admin_id.eq(session.admin_id),
        refresh_tokens::expires_at.eq(Utc::now() + Duration::days(1)),
        refresh_tokens::begun_at.eq(DateTime::from_timestamp(begun_at, 0).unwrap()),
    );
    let mut connection = app.pool().get().await.unwrap();
    diesel::insert_into(refresh_tokens::table).values(token).execute(&mut connection).await.unwrap();
    app.post("/api/token/refresh/", &json!({"refresh": refresh})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn ends_session_30_days_after_login() {
    let app = TestApp::start().await;
    let (access, first) = app.sign_in("ada").await;
    let now = claims(&first)["auth_time"].as_i64().unwrap();
    for (age, access_left, refresh_left) in [
        (10 * DAY, 15 * MINUTE, 14 * DAY),
        (20 * DAY, 15 * MINUTE, 10 * DAY),
        (LONGEST - 10 * MINUTE, 10 * MINUTE, 10 * MINUTE),
    ] {
        let since = now - age;
        let answer = refresh(&app, &access, &with_auth_time(&first, since), since).await;
        assert_eq!(answer.status(), StatusCode::OK, "{age}");
        let (access, next) = pair(answer).await;
        for (token, left) in [(&access, access_left), (&next, refresh_left)] {
            let claims = claims(token);
            assert_eq!(claims["auth_time"], since, "{age}");
            // What counts from now on may have begun a moment later; what counts from the password has not.
            let end = claims["exp"].as_i64().unwrap();
            let last = if left < LONGEST - age { now + left + MINUTE } else { now + left };
            assert!((now + left..=last).contains(&end), "{age}: {end}");
        }
        let (hash, end) = (Base64::encode_string(&hash_refresh_token(&next)), &claims(&next)["exp"]);
        let stored = format!(
            "refresh_tokens WHERE token_hash = decode('{hash}', 'base64') AND floor(extract(epoch FROM expires_at)) = {end}"
        );
        assert_eq!(app.rows(&stored).await, 1, "{age}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_refresh_after_30_days() {
    let app = TestApp::start().await;
    let (access, first) = app.sign_in("ada").await;
    let now = Utc::now().timestamp();
    for (age, expected) in [
        (LONGEST - MINUTE, StatusCode::OK),
        (LONGEST, StatusCode::UNAUTHORIZED),
        (90 * DAY, StatusCode::UNAUTHORIZED),
    ] {
        // What they say of their own end is still to come.
        let old = |token| with_auth_time(token, now - age);
        assert_eq!(app.get("/api/consultations", &old(&access)).await.status(), expected, "{age}");
        assert_eq!(refresh(&app, &access, &old(&first), now - age).await.status(), expected, "{age}");
    }
}
