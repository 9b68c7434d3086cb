//! Sessions end for good, also while tokens are being issued.

use diesel_async::SimpleAsyncConnection as _;
use reqwest::StatusCode;
use serde_json::json;

use crate::{
    auth::admins::{self, AdminChange},
    testing::app::{PASSWORD, TestApp},
};

#[tokio::test(flavor = "multi_thread")]
async fn issuing_waits_for_ending_sessions() {
    let app = TestApp::start().await;
    let endings =
        ["DELETE FROM refresh_tokens; UPDATE admins SET password_hash = 'another'", "DELETE FROM admins"];
    for (ending, refreshes) in endings.into_iter().flat_map(|ending| [(ending, false), (ending, true)]) {
        let (_, refresh) = app.sign_in("ada").await;
        let (path, body) = if refreshes {
            ("/api/token/refresh/", json!({"refresh": refresh}))
        } else {
            ("/api/token/", json!({"username": "ada", "password": PASSWORD}))
        };
        let mut ender = app.pool().get().await.unwrap();
        ender.batch_execute("BEGIN; SELECT * FROM admins FOR UPDATE").await.unwrap();
        let end = async {
            app.wait_for_lock_waiter().await;
            ender.batch_execute(&format!("{ending}; COMMIT")).await.unwrap();
        };
        let (answer, ()) = tokio::join!(app.post(path, &body), end);
        assert_eq!(answer.status(), StatusCode::UNAUTHORIZED, "{path} during {ending}");
        assert_eq!(app.rows("refresh_tokens").await, 0, "{path} during {ending}");
        app.execute("DELETE FROM admins").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ending_sessions_waits_for_issuing() {
    let app = TestApp::start().await;
    for removes in [false, true] {
        app.sign_in("ada").await;
        let mut issuing = app.pool().get().await.unwrap();
        issuing.batch_execute("BEGIN; SELECT * FROM admins FOR UPDATE").await.unwrap();
        let issue = async {
            app.wait_for_lock_waiter().await;
            let next =
                "INSERT INTO refresh_tokens SELECT 'next', family, admin_id, expires_at FROM refresh_tokens";
            issuing.batch_execute(&format!("{next}; COMMIT")).await.unwrap();
        };
        let end = async {
            if removes {
                admins::change(app.pool(), None, "ada", AdminChange::Remove).await.unwrap();
            } else {
                admins::create_or_reset(app.pool(), "ada", false).await.unwrap();
            }
        };
        tokio::join!(issue, end);
        assert_eq!(app.rows("refresh_tokens").await, 0, "removes: {removes}");
        app.execute("DELETE FROM admins").await;
    }
}
