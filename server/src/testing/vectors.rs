//! Runs the cases of the rules' `vectors.json` over HTTP.

use agency_core::{STAFF_FORMS, all_forms, form::Form, messages::server as say};
use reqwest::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::testing::{
    app::{TestApp, parts},
    form::{TestForm, docx, zip},
};

/// Expands a text: plain, a repeated piece, or several parts joined.
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

/// Form as sent, its expected errors, and its expected stored values.
struct Case {
    name: String,
    sent: Value,
    /// File of the form, if it has one.
    cv: Value,
    errors: Map<String, Value>,
    stored: Map<String, Value>,
}

fn vectors() -> Value {
    serde_json::from_str(include_str!("../../../core/tests/vectors.json")).unwrap()
}

/// Returns all cases of a form: each field's cases within the valid form, then the cases of whole forms.
fn cases(form: &str) -> Vec<Case> {
    let file = vectors();
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
                cv: file["valid"]["cv"].clone(),
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
            cv: case.get("cv").unwrap_or(&file["valid"]["cv"]).clone(),
            errors: errors.map(|error| (error[0].as_str().unwrap().to_owned(), error[1].clone())).collect(),
            stored: Map::new(),
        });
    }
    cases
}

fn is_for_staff(form: &Form) -> bool {
    STAFF_FORMS.iter().any(|staff| staff.name == form.name)
}

/// API call of a form, from the API's description.
struct Call {
    path: String,
    /// Whether it is a multipart form, for a form with a file.
    multipart: bool,
    /// Status of the response to a valid form.
    accepted: StatusCode,
}

impl Call {
    async fn for_form(app: &TestApp, form: &Form) -> Self {
        let api = parts(app.request("GET", "/api/openapi.json").send().await.unwrap()).await.1;
        let schema = format!("#/components/schemas/{}", form.type_name);
        for (path, methods) in api["paths"].as_object().unwrap() {
            let content = &methods["post"]["requestBody"]["content"];
            for (content_type, body) in content.as_object().into_iter().flatten() {
                if body["schema"]["$ref"] == schema.as_str() {
                    return Self {
                        path: path.clone(),
                        multipart: content_type == "multipart/form-data",
                        // No account exists, so a valid login is refused for its credentials.
                        accepted: match form.stored {
                            Some(_) => StatusCode::CREATED,
                            // A valid form for staff is refused by checks that only the server makes.
                            None if is_for_staff(form) => StatusCode::UNPROCESSABLE_ENTITY,
                            None => StatusCode::UNAUTHORIZED,
                        },
                    };
                }
            }
        }
        panic!("no call takes the form {}", form.name)
    }

    async fn send(&self, app: &TestApp, access: &str, case: &Case) -> (StatusCode, Value) {
        if !self.multipart {
            let request = app.request("POST", &self.path).json(&case.sent);
            return parts(request.bearer_auth(access).send().await.unwrap()).await;
        }
        let texts = case.sent.as_object().unwrap().iter();
        let form = texts
            .filter_map(|(field, value)| Some((field, value.as_str()?)))
            .fold(TestForm::default(), |form, (field, value)| form.text_field(field, value));
        let request = app.request("POST", &self.path).header("content-type", TestForm::content_type());
        parts(request.body(with_cv(form, &case.cv).body()).send().await.unwrap()).await
    }
}

/// Checks the response to a case. Returns the body for a valid case, none for an invalid one.
fn accepted_body(case: &Case, (status, body): (StatusCode, Value), accepted: StatusCode) -> Option<Value> {
    if case.errors.is_empty() {
        assert_eq!(status, accepted, "{}: {body}", case.name);
        if status == StatusCode::UNPROCESSABLE_ENTITY {
            let known = [say::ANOTHER_ACCOUNT, say::PASSWORD_COMMON, say::PASSWORD_WRONG];
            let mut said = body["errors"].as_object().unwrap().values();
            assert!(
                said.all(|sentence| known.iter().any(|known| sentence == known)),
                "{}: {body}",
                case.name
            );
        }
        return Some(body);
    }
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{}: {body}", case.name);
    let expected = json!({"message": "Some fields need your attention", "errors": case.errors});
    assert_eq!(body, expected, "{}", case.name);
    None
}

/// Checks that the record has the stored values of a case.
async fn assert_stored(app: &TestApp, access: &str, list: &str, case: &Case, created: &Value) {
    if case.stored.is_empty() {
        return;
    }
    let slug = created["slug"].as_str().unwrap();
    let (_, record) = parts(app.get(&format!("{list}/{slug}"), access).await).await;
    for (field, stored) in &case.stored {
        assert_eq!(&record[field], stored, "{}, stored", case.name);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_forms_as_in_vectors() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    for form in all_forms() {
        let call = Call::for_form(&app, form).await;
        let cases = cases(form.name);
        assert!(cases.len() > 40 * form.texts.len(), "{} has few cases", form.name);
        let mut accepted = 0;
        for case in &cases {
            let Some(created) = accepted_body(case, call.send(&app, &access, case).await, call.accepted)
            else {
                continue;
            };
            accepted += 1;
            if form.stored.is_some() {
                let list = call.path.trim_end_matches("/create");
                assert_stored(&app, &access, list, case, &created).await;
            }
        }
        if let Some(stored) = form.stored {
            assert_eq!(app.rows(stored.table).await, accepted, "{}", form.name);
        }
    }
}

/// Returns the file of a case. A DOCX that is large enough becomes a Word document.
fn content(cv: &Value) -> Vec<u8> {
    let size = usize::try_from(cv["size"].as_u64().unwrap().min(6_000_000)).unwrap();
    let digits = text(&cv["head"]);
    let head = digits
        .as_bytes()
        .chunks(2)
        .map(|digits| u8::from_str_radix(std::str::from_utf8(digits).unwrap(), 16).unwrap());
    let head = head.collect::<Vec<_>>();
    if head.starts_with(b"PK\x03\x04") && docx(size).len() == size {
        return docx(size);
    }
    head.into_iter().chain(std::iter::repeat(0)).take(size).collect()
}

fn with_cv(form: TestForm, cv: &Value) -> TestForm {
    if cv.is_null() { form } else { form.cv(cv["name"].as_str().unwrap(), &content(cv)) }
}

#[tokio::test(flavor = "multi_thread")]
async fn checks_cvs_as_in_vectors() {
    let app = TestApp::start().await;
    let vectors = vectors();
    let cases = vectors["cvs"].as_array().unwrap();
    assert!(cases.len() > 80);
    for case in cases {
        let cv = &case["cv"];
        let name = cv["name"].as_str().unwrap_or_default();
        let (status, body) = with_cv(TestForm::named("Ada Lovelace"), cv).send(&app).await;
        if name.contains('\0') {
            // A header cannot contain NUL.
            assert_eq!(status, StatusCode::BAD_REQUEST, "{case}");
        } else if let Some(error) = case.get("error") {
            assert_eq!((status, &body["errors"]["cv"]), (StatusCode::UNPROCESSABLE_ENTITY, error), "{case}");
        } else if cv["size"] == 4 && name == "cv.docx" {
            // The rules check the first bytes only; the server finds that it is not a zip.
            assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{case}");
        } else {
            assert_eq!(status, StatusCode::CREATED, "{case}: {body}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn makes_file_names_safe_as_in_vectors() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let vectors = vectors();
    let mut stored = 0;
    for case in vectors["fileNames"].as_array().unwrap() {
        let (name, cv_type) = (text(&case["name"]), case["type"].as_str().unwrap());
        if name.contains('\0') || !name.to_lowercase().ends_with(&format!(".{cv_type}")) {
            continue;
        }
        let content = match cv_type {
            "pdf" => b"%PDF-1.7".to_vec(),
            "doc" => vec![0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
            _ => docx(0),
        };
        let record = TestForm::named("Ada Lovelace").cv(&name, &content).stored(&app, &access).await;
        let path = record["cv_upload"].as_str().unwrap();
        let segment = path.rsplit('/').next().unwrap();
        let decoded = percent_encoding::percent_decode_str(segment).decode_utf8().unwrap();
        assert_eq!(decoded, text(&case["safe"]), "{case}");
        stored += 1;
    }
    assert!(stored > 20);
}

#[tokio::test(flavor = "multi_thread")]
async fn checks_zips_as_in_vectors() {
    let app = TestApp::start().await;
    let vectors = vectors();
    let cases = vectors["wordPackages"].as_array().unwrap();
    assert!(cases.len() > 10);
    for case in cases {
        let parts: Vec<(&str, &str)> = Vec::deserialize(&case["parts"]).unwrap();
        let content = zip(&parts, 0);
        let (status, body) = TestForm::named("Ada Lovelace").cv("cv.docx", &content).send(&app).await;
        let word = status == StatusCode::CREATED;
        assert_eq!(word, case["word"].as_bool().unwrap(), "{case}: {body}");
        assert!(word || body["errors"]["cv"] == "Only PDF, DOC, or DOCX files are allowed", "{case}: {body}");
    }
}
