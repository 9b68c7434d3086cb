//! The contract of the rules, case by case, over HTTP: the file that the rules' own tests read.

use reqwest::StatusCode;
use serde_json::{Map, Value, json};

use crate::test_app::{TestApp, parts};

/// A text; a piece repeated; or parts one after the other.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(text).collect(),
        repeated => {
            let (piece, times) = (&repeated["repeat"][0], &repeated["repeat"][1]);
            piece.as_str().unwrap().repeat(usize::try_from(times.as_u64().unwrap()).unwrap())
        }
    }
}

/// A form as it is sent, what it must be answered, and what must be stored of it.
struct Case {
    name: String,
    sent: Value,
    errors: Map<String, Value>,
    stored: Map<String, Value>,
}

/// Every case of a form: each field's within the valid form, then the whole forms.
fn cases(form: &str) -> Vec<Case> {
    let file: Value = serde_json::from_str(include_str!("../../core/tests/vectors.json")).unwrap();
    let mut cases = Vec::new();
    for (field, list) in file["fields"][form].as_object().unwrap() {
        for case in list.as_array().unwrap() {
            let mut sent = file["valid"][form].clone();
            sent[field] = text(&case["value"]).into();
            let named =
                |value: Option<Value>| value.map(|value| (field.clone(), value)).into_iter().collect();
            cases.push(Case {
                name: format!("{form}.{field}, {}", case["why"]),
                sent,
                errors: named(case.get("error").cloned()),
                stored: named(case.get("stored").map(|stored| text(stored).into())),
            });
        }
    }
    for case in file["forms"].as_array().unwrap().iter().filter(|case| case["form"] == form) {
        let sent = case["value"].as_object().unwrap().iter().map(|(field, value)| {
            (field.clone(), if value.is_null() { Value::Null } else { text(value).into() })
        });
        let errors = case["errors"].as_array().unwrap().iter();
        cases.push(Case {
            name: format!("{form}, {}", case["why"]),
            sent: sent.collect(),
            errors: errors.map(|error| (error[0].as_str().unwrap().to_owned(), error[1].clone())).collect(),
            stored: Map::new(),
        });
    }
    cases
}

/// Sends a case. Refused, it must be answered with exactly its errors; accepted, with `accepted` and the body.
async fn answered(app: &TestApp, path: &str, case: &Case, accepted: StatusCode) -> Option<Value> {
    let (status, body) = parts(app.post(path, &case.sent).await).await;
    if case.errors.is_empty() {
        assert_eq!(status, accepted, "{}: {body}", case.name);
        return Some(body);
    }
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{}: {body}", case.name);
    let expected = json!({"message": "Some fields need your attention", "errors": case.errors});
    assert_eq!(body, expected, "{}", case.name);
    None
}

#[tokio::test(flavor = "multi_thread")]
async fn the_contact_form_answers_every_case() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let cases = cases("contact");
    assert!(cases.len() > 200);
    let mut accepted = 0;
    for case in &cases {
        let Some(created) = answered(&app, "/api/consultations/create/", case, StatusCode::CREATED).await
        else {
            continue;
        };
        accepted += 1;
        if !case.stored.is_empty() {
            let slug = created["slug"].as_str().unwrap();
            let (_, record) = parts(app.get(&format!("/api/consultations/{slug}"), &access).await).await;
            for (field, stored) in &case.stored {
                assert_eq!(&record[field], stored, "{}, stored", case.name);
            }
        }
    }
    assert_eq!(app.rows("consultations").await, accepted);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_login_form_answers_every_case() {
    let app = TestApp::start().await;
    let cases = cases("login");
    assert!(cases.len() > 80);
    for case in &cases {
        // Nobody has an account: what the rules accept is refused as credentials.
        let _ = answered(&app, "/api/token/", case, StatusCode::UNAUTHORIZED).await;
    }
}
