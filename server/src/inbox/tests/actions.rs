//! Tests the order of checks of an action, and that it is applied once.

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{Worker, consultation, refused};
use crate::testing::app::{TestApp, parts};

const ACTIONS: &str = "Action must be start, finish, reopen, spam, not_spam, assign, note or undo";
const KEY: &str = "0123456789abcdef";

#[tokio::test(flavor = "multi_thread")]
async fn checks_action_in_documented_order() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    app.execute(&consultation("new")).await;
    // Malformed requests, before the record is loaded.
    for (body, field, message) in [
        (json!({}), "action", ACTIONS),
        (json!({"action": "close", "version": 1}), "action", ACTIONS),
        (json!({"action": "start"}), "version", "Version must be a whole number of at least 1"),
        (json!({"action": "start", "version": 0}), "version", "Version must be a whole number of at least 1"),
        (json!({"action": "note"}), "text", "Note is required"),
        (json!({"action": "note", "text": " \r\n "}), "text", "Note is required"),
        (
            json!({"action": "note", "text": "a".repeat(2_001)}),
            "text",
            "Note must not exceed 2000 characters",
        ),
        (
            json!({"action": "note", "text": "a\u{1b}b"}),
            "text",
            "Note contains characters that cannot be used",
        ),
        (json!({"action": "assign", "version": 1}), "to", "To must be a username, or null to unassign"),
        (
            json!({"action": "assign", "version": 1, "to": "a\u{0}"}),
            "to",
            "There is no account with this name",
        ),
    ] {
        assert_eq!(ada.act("consultations/99", &body).await, refused(field, message), "{body}");
    }
    for body in [json!([]), json!("start"), json!({"action": 1}), json!({"action": "start", "version": "1"})]
    {
        assert_eq!(ada.act("consultations/99", &body).await.0, StatusCode::BAD_REQUEST, "{body}");
    }
    let start = json!({"action": "start", "version": 1});
    let bad_key = ada.send("consultations/1", &start, Some("short")).await;
    assert_eq!(bad_key.status(), StatusCode::BAD_REQUEST);
    // Then the record is loaded.
    for (record, message) in [
        ("consultations/99", "Consultation not found"),
        ("consultations/no-name", "Consultation not found"),
        ("applications/1", "Application not found"),
    ] {
        assert_eq!(ada.act(record, &start).await, (StatusCode::NOT_FOUND, json!({"message": message})));
    }
    // Idempotency key, version, table of moves, assignee, in this order.
    assert_eq!(ada.send("consultations/1", &start, Some(KEY)).await.status(), StatusCode::OK);
    let (status, repeated) = parts(ada.send("consultations/1", &start, Some(KEY)).await).await;
    assert_eq!((status, &repeated["version"]), (StatusCode::OK, &json!(2)));
    let other = json!({"action": "finish", "version": 1});
    let (status, conflict) = parts(ada.send("consultations/1", &other, Some(KEY)).await).await;
    let message = "This request was already sent with other content";
    assert_eq!((status, conflict), (StatusCode::CONFLICT, json!({"message": message})));
    let (status, stale) = ada.act("consultations/1", &start).await;
    assert_eq!((status, &stale["message"]), (StatusCode::CONFLICT, &json!("Ada started this")));
    assert_eq!(stale["record"], ada.get("/api/consultations/1").await);
    let again = json!({"action": "start", "version": 2});
    assert_eq!(ada.act("consultations/1", &again).await, refused("action", "This is already in progress"));
    let nobody = json!({"action": "assign", "version": 2, "to": "eve"});
    assert_eq!(
        ada.act("consultations/1", &nobody).await,
        refused("to", "There is no account with this name")
    );
    // A refused action leaves its key unused.
    let refused_first = ada.send("consultations/1", &again, Some("fedcba9876543210")).await;
    assert_eq!(refused_first.status(), StatusCode::UNPROCESSABLE_ENTITY);
    let finish = json!({"action": "finish", "version": 2});
    assert_eq!(ada.send("consultations/1", &finish, Some("fedcba9876543210")).await.status(), StatusCode::OK);
    assert_eq!(app.rows("history").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_action_without_session() {
    let app = TestApp::start().await;
    let (access, refresh) = app.sign_in("ada").await;
    app.execute(&consultation("new")).await;
    let start = json!({"action": "start", "version": 1});
    let anonymous = app.post("/api/consultations/1/actions/", &start).await;
    assert_eq!(anonymous.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(
        app.post("/api/token/revoke/", &json!({"refresh": refresh})).await.status(),
        StatusCode::NO_CONTENT
    );
    let late = Worker { app: &app, access };
    assert_eq!(late.act("consultations/1", &start).await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(app.rows("history").await, 0);
    for method in ["GET", "PUT", "DELETE"] {
        let answer = app.request(method, "/api/consultations/1/actions/").send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::METHOD_NOT_ALLOWED, "{method}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn applies_double_click_once() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    app.execute(&consultation("new")).await;
    // A note needs no version, so only its key identifies a retry.
    let note = json!({"action": "note", "text": "Called her."});
    for round in 0..20 {
        let key = format!("{KEY}{round}");
        let send = async || ada.send("consultations/1", &note, Some(&key)).await.status();
        let answers = tokio::join!(send(), send(), send(), send());
        let ok = StatusCode::OK;
        assert_eq!(answers, (ok, ok, ok, ok));
    }
    assert_eq!(app.rows("history").await, 20);
    let record = ada.get("/api/consultations/1").await;
    assert_eq!((&record["version"], record["history"].as_array().unwrap().len()), (&json!(21), 20));
}

#[tokio::test(flavor = "multi_thread")]
async fn scopes_idempotency_key_to_admin_and_record() {
    let app = TestApp::start().await;
    let (ada, eve) = (Worker::named(&app, "ada").await, Worker::named(&app, "eve").await);
    app.execute(&consultation("new")).await;
    app.execute(&consultation("new")).await;
    let note = json!({"action": "note", "text": "Called her."});
    assert_eq!(ada.send("consultations/1", &note, Some(KEY)).await.status(), StatusCode::OK);
    for (worker, record) in [(&eve, "consultations/1"), (&ada, "consultations/2")] {
        assert_eq!(worker.send(record, &note, Some(KEY)).await.status(), StatusCode::CONFLICT);
    }
    // Nor is it the key of a form.
    let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": "a@b.example"});
    let created =
        app.request("POST", "/api/consultations/create/").json(&form).header("idempotency-key", KEY);
    assert_eq!(created.send().await.unwrap().status(), StatusCode::CONFLICT);
    assert_eq!(app.rows("history").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn applies_concurrent_actions_of_fifty_admins_exactly_once() {
    // They wait for one row and for connections of the pool, so time limits are long.
    let app = TestApp::patient().await;
    app.execute(&consultation("new")).await;
    let mut admins = Vec::new();
    for number in 0..50 {
        admins.push(Worker::named(&app, &format!("admin{number}")).await);
    }
    let notes = admins.iter().enumerate().map(async |(number, admin)| {
        let note = json!({"action": "note", "text": format!("note {number}")});
        assert_eq!(
            admin.send("consultations/1", &note, Some(&format!("{KEY}{number}"))).await.status(),
            StatusCode::OK
        );
        // All finish the version that they know. On a conflict they retry with the new version.
        loop {
            let record = admin.get("/api/consultations/1").await;
            if record["state"] == "done" {
                return false;
            }
            let finish = json!({"action": "finish", "version": record["version"]});
            match admin.act("consultations/1", &finish).await.0 {
                StatusCode::OK => return true,
                StatusCode::CONFLICT => {}
                other => panic!("{other}"),
            }
        }
    });
    let finished = futures_util::future::join_all(notes).await;
    assert_eq!(finished.into_iter().filter(|finished| *finished).count(), 1);
    let record = admins[0].get("/api/consultations/1").await;
    let history = record["history"].as_array().unwrap();
    assert_eq!((history.len(), &record["version"], &record["state"]), (51, &json!(52), &json!("done")));
    let mut texts = history.iter().filter_map(|event| event["text"].as_str()).collect::<Vec<_>>();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), 50);
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_404_for_action_on_deleted_record() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    app.execute(&consultation("new")).await;
    let note = json!({"action": "note", "text": "Called her."});
    assert_eq!(ada.send("consultations/1", &note, Some(KEY)).await.status(), StatusCode::OK);
    crate::inbox::forget::forget(app.pool(), app.state.webhooks.as_deref(), "a@b.example").await.unwrap();
    assert_eq!((app.rows("history").await, app.rows("idempotency_keys").await), (0, 0));
    let missing: (StatusCode, Value) = (StatusCode::NOT_FOUND, json!({"message": "Consultation not found"}));
    assert_eq!(parts(ada.send("consultations/1", &note, Some(KEY)).await).await, missing);
}

/// Makes every second call of `conflict` fail as if another transaction was in its way.
const CONFLICT: &str =
    "CREATE SEQUENCE calls; CREATE FUNCTION conflict() RETURNS boolean LANGUAGE plpgsql AS $$
    BEGIN IF nextval('calls') % 2 = 1 THEN RAISE EXCEPTION 'in the way' USING ERRCODE = '40001'; END IF;
    RETURN true; END $$;";

#[tokio::test(flavor = "multi_thread")]
async fn repeats_an_action_for_any_statement_that_conflicts() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    app.execute(&consultation("new")).await;
    app.execute(CONFLICT).await;
    app.execute("ALTER TABLE history ADD CHECK (conflict())").await;
    for nth in 1..=10 {
        let note = json!({"action": "note", "text": format!("Note {nth}")});
        assert_eq!(ada.act("consultations/1", &note).await.0, StatusCode::OK, "{nth}");
    }
    assert_eq!(app.rows("history").await, 10);
}

#[tokio::test(flavor = "multi_thread")]
async fn repeats_no_action_whose_record_cannot_be_read_afterwards() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    app.execute(&consultation("new")).await;
    app.execute(CONFLICT).await;
    // Only the reading afterwards needs the form's own table.
    app.execute(
        "ALTER TABLE consultations RENAME TO forms; \
         CREATE VIEW consultations AS SELECT * FROM forms WHERE conflict()",
    )
    .await;
    let (status, record) = ada.act("consultations/1", &json!({"action": "start", "version": 1})).await;
    assert_eq!((status, &record["version"]), (StatusCode::OK, &json!(2)), "{record}");
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_record_and_history_in_one_snapshot() {
    let app = TestApp::start().await;
    let (ada, eve) = (Worker::named(&app, "ada").await, Worker::named(&app, "eve").await);
    app.execute(&consultation("new")).await;
    let note = json!({"action": "note", "text": "Called"});
    let acting = async {
        for _ in 0..100 {
            assert_eq!(ada.act("consultations/1", &note).await.0, StatusCode::OK);
        }
    };
    let reading = async {
        loop {
            let record = eve.get("/api/consultations/1").await;
            let events = record["history"].as_array().unwrap().len();
            assert_eq!(record["version"], json!(events + 1));
            if events == 100 {
                break;
            }
        }
    };
    tokio::join!(acting, reading);
}
