//! Tests that apply to every endpoint.

use std::{collections::BTreeSet, fs, path::PathBuf};

use agency_core::{
    FORMS, all_forms,
    attachment::{CvType, FILE_NAME_LENGTH},
    filter::StateFilter,
    metadata::FieldRule,
    rule::Kind,
    sort::SortOrder,
    source::Channel,
    spam::SpamReason,
    stored_forms,
    work::{NOTE, RecordAction, RecordState},
};
use reqwest::StatusCode;
use serde_json::json;

use crate::testing::app::{TestApp, parts};

#[tokio::test(flavor = "multi_thread")]
async fn ignores_trailing_slash() {
    let app = TestApp::start().await;
    for path in ["/api/userinfo", "/api/consultations", "/api/nothing", "/readyz"] {
        let plain = app.request("GET", path).send().await.unwrap();
        let slashed = app.request("GET", &format!("{path}/")).send().await.unwrap();
        assert_eq!(plain.status(), slashed.status(), "{path}");
        assert_eq!(plain.text().await.unwrap(), slashed.text().await.unwrap(), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_503_until_database_is_back() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    assert_eq!(app.request("GET", "/readyz").send().await.unwrap().status(), StatusCode::OK);
    app.lose_database().await;
    for path in ["/readyz", "/api/consultations"] {
        let answer = app.get(path, &access).await;
        assert!(answer.headers().contains_key("retry-after"), "{path}");
        let (status, body) = parts(answer).await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{path}");
        let expected = "The service is not available right now. Please try again shortly.";
        assert_eq!(body, json!({"message": expected}), "{path}");
    }
    assert_eq!(app.request("GET", "/healthz").send().await.unwrap().status(), StatusCode::OK);
    // The first request after that succeeds: no old connection is reused.
    app.return_database().await;
    for path in ["/api/consultations", "/api/userinfo", "/readyz"] {
        assert_eq!(app.get(path, &access).await.status(), StatusCode::OK, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn serves_no_path_outside_the_site() {
    let root = Site::build();
    fs::write(root.0.join("../outside.txt"), "secret").unwrap();
    let app = TestApp::serving(root.0.join("assets")).await;
    for path in
        ["/../index.html", "/%2e%2e/index.html", "/..%2findex.html", "//../outside.txt", "/../contact"]
    {
        let answer = app.raw(&format!("GET {path} HTTP/1.0\r\n\r\n")).await;
        assert!(answer.starts_with("HTTP/1.0 404"), "{path}: {answer}");
    }
    fs::remove_file(root.0.join("../outside.txt")).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn describes_limits_of_the_rules() {
    let app = TestApp::start().await;
    let (status, api) = parts(app.request("GET", "/api/openapi.json").send().await.unwrap()).await;
    assert_eq!(status, StatusCode::OK);
    for form in all_forms() {
        let name = form.type_name;
        let schema = &api["components"]["schemas"][name];
        let required = form.fields().filter(|field| field.required).map(|field| field.name);
        assert_eq!(schema["required"], json!(required.collect::<Vec<_>>()), "{name}");
        for field in form.fields() {
            let described = &schema["properties"][field.name];
            let min = field.required.then(|| field.min.unwrap_or(1));
            assert_eq!(described["minLength"], json!(min), "{name} {}", field.name);
            assert_eq!(described["maxLength"], json!(field.max), "{name} {}", field.name);
            let kind = if field.required { json!("string") } else { json!(["string", "null"]) };
            assert_eq!(described["type"], kind, "{name} {}", field.name);
        }
    }
    let parameters = api["paths"]["/api/{list}"]["get"]["parameters"].as_array().unwrap();
    let sort = parameters.iter().find(|parameter| parameter["name"] == "sort").unwrap();
    assert_eq!(sort["schema"]["enum"], json!(SortOrder::ALL.map(SortOrder::as_str)));
    let state = parameters.iter().find(|parameter| parameter["name"] == "box").unwrap();
    assert_eq!(state["schema"]["enum"], json!(StateFilter::ALL.map(StateFilter::as_str)));
    let schemas = &api["components"]["schemas"];
    assert_eq!(schemas["List"]["enum"], json!(stored_forms().map(|stored| stored.table).collect::<Vec<_>>()));
    assert_eq!(schemas["RecordState"]["enum"], json!(RecordState::ALL.map(RecordState::as_str)));
    assert_eq!(schemas["RecordAction"]["enum"], json!(RecordAction::ALL.map(RecordAction::as_str)));
    assert_eq!(schemas["SpamReason"]["enum"], json!(SpamReason::ALL.map(SpamReason::as_str)));
    assert_eq!(schemas["Channel"]["enum"], json!(Channel::ALL.map(Channel::as_str)));
    let action = &schemas["ActionForm"]["properties"];
    assert_eq!(action["action"]["$ref"], "#/components/schemas/RecordAction");
    assert_eq!(action["text"]["maxLength"], json!(NOTE.max.chars));
    let create = &api["paths"]["/api/applications/create"]["post"];
    let body = &create["requestBody"]["content"]["multipart/form-data"];
    assert_eq!(body["schema"]["$ref"], "#/components/schemas/ApplicationForm");
    let types = CvType::ALL.map(CvType::content_type).join(", ");
    assert_eq!(body["encoding"]["cv"]["contentType"], types);
    let statuses = create["responses"].as_object().unwrap().keys().collect::<Vec<_>>();
    assert_eq!(statuses, ["201", "303", "400", "405", "408", "409", "413", "415", "422", "429", "503"]);
}

/// Constraints of a form field that the database must have, with the part of their names.
fn constraints(table: &str, field: &FieldRule) -> Vec<(String, String)> {
    let name = field.name;
    let length = |column: &str, min: usize, max: usize| {
        let limits = format!("((char_length({column}) >= {min}) AND (char_length({column}) <= {max}))");
        (format!("{table}_{column}_length"), format!("CHECK ({limits})"))
    };
    if field.kind != Kind::File {
        return vec![length(name, field.min.unwrap_or(1), field.max)];
    }
    let types = field.accept.iter().map(|ending| format!("'{}'::text", ending.trim_start_matches('.')));
    let types = types.collect::<Vec<_>>().join(", ");
    vec![
        length(&format!("{name}_name"), 1, FILE_NAME_LENGTH),
        (format!("{table}_{name}_type_known"), format!("CHECK (({name}_type = ANY (ARRAY[{types}])))")),
        (
            format!("{table}_{name}_size_limit"),
            format!("CHECK ((({name}_size >= 1) AND ({name}_size <= {})))", field.max),
        ),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn constrains_database_to_limits_of_the_rules() {
    let app = TestApp::start().await;
    let stored = FORMS.iter().filter_map(|form| Some((form, form.stored?.table))).collect::<Vec<_>>();
    // Shared fields are columns of `submissions`.
    let is_shared = |name| ["full_name", "email"].contains(&name);
    for (form, own) in &stored {
        let table = |field: &FieldRule| if is_shared(field.name) { "submissions" } else { own };
        for (name, definition) in form.fields().flat_map(|field| constraints(table(&field), &field)) {
            let found = format!(
                "pg_constraint WHERE conname = '{name}' AND pg_get_constraintdef(oid) = '{}'",
                definition.replace('\'', "''")
            );
            assert_eq!(app.rows(&found).await, 1, "{name}: {definition}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn describes_shared_errors_of_every_endpoint() {
    let app = TestApp::start().await;
    let api = parts(app.request("GET", "/api/openapi.json").send().await.unwrap()).await.1;
    for (path, methods) in api["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            let known = |status: &str| call["responses"][status].is_object();
            assert!(known("405") && known("503"), "{method} {path}");
            let has_body = call["requestBody"]["required"] == true;
            assert_eq!(call["requestBody"].is_object(), has_body, "{method} {path}");
            assert_eq!(known("408") && known("413") && known("415"), has_body, "{method} {path}");
            assert!(known("401") || call["security"].is_null(), "{method} {path}");
            for answer in
                call["responses"].as_object().unwrap().iter().filter(|(status, _)| status.starts_with('4'))
            {
                let schema = &answer.1["content"]["application/json"]["schema"]["$ref"];
                // The body of a conflict has the current record.
                let is_conflict = path == "/api/{list}/{key}/actions" && answer.0 == "409";
                let expected = if is_conflict { "ConflictResponse" } else { "ErrorResponse" };
                let expected = format!("#/components/schemas/{expected}");
                assert_eq!(schema, &expected, "{method} {path} {}", answer.0);
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn describes_endpoint_that_creates_each_record() {
    let app = TestApp::start().await;
    let api = parts(app.request("GET", "/api/openapi.json").send().await.unwrap()).await.1;
    for stored in stored_forms() {
        let described = &api["paths"][format!("/api/{}/create", stored.table)]["post"];
        assert_eq!(described["operationId"], format!("create_{}", stored.record.to_lowercase()));
        assert_eq!(described["tags"], json!([stored.table]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn describes_only_schemas_that_are_used_and_known() {
    let app = TestApp::start().await;
    let api = parts(app.request("GET", "/api/openapi.json").send().await.unwrap()).await.1;
    let text = api.to_string();
    let parts = text.split("\"#/components/schemas/").skip(1);
    let used = parts.map(|part| part.split('"').next().unwrap()).collect::<BTreeSet<_>>();
    let schemas = api["components"]["schemas"].as_object().unwrap();
    let known = schemas.keys().map(String::as_str).collect::<BTreeSet<_>>();
    assert_eq!(used, known);
    // A response that can be null is always there: the derive treats every option as one that may be missing.
    for (name, schema) in schemas.iter().filter(|(name, _)| name.contains("Response")) {
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        for (field, described) in schema["properties"].as_object().into_iter().flatten() {
            let is_nullable = described.to_string().contains("\"null\"");
            assert!(!is_nullable || required.contains(&json!(field)), "{name}.{field}");
        }
    }
}

/// Small built site in a temporary folder.
pub(crate) struct Site(pub(crate) PathBuf);

impl Site {
    pub(crate) fn build() -> Self {
        let root = std::env::temp_dir().join(crate::storage::random::hex());
        for folder in ["answers", "contact", "assets", "old", "project/known"] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        let files = [
            ("index.html", "home"),
            ("contact/index.html", "contact"),
            ("old/index.html", "contact"),
            ("shell.html", "shell"),
            ("404.html", "missing"),
            ("404.html.br", "compressed missing"),
            ("contact/index.html.br", "brotli contact"),
            ("contact/index.html.gz", "gzip contact"),
            ("project/index.html", "projects"),
            ("project/known/index.html", "known project"),
            ("project/404.html", "missing project"),
            ("site.webmanifest", "{}"),
            ("sitemap.xml", "<urlset/>"),
            ("robots.txt", "robots"),
            ("assets/rules-1.wasm", "module"),
            ("assets/shop-1.avif", "picture"),
            ("assets/app-1.js", "script"),
            ("assets/app-1.js.br", "compressed"),
            ("answers/refused.html", "<ul><li>{{message}}</li></ul>"),
            (
                "routes.json",
                r#"{"shell": ["/login", "/dashboard", "/dashboard/consultation/*"], "aliases": {"/old": "/contact"}}"#,
            ),
        ];
        for (name, content) in files {
            fs::write(root.join(name), content).unwrap();
        }
        for stored in stored_forms() {
            let page = format!("{}.html", stored.thanks.trim_start_matches('/'));
            fs::write(root.join(page), format!("thanks for {}", stored.table)).unwrap();
        }
        Self(root)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
