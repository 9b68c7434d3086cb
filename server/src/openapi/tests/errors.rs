//! Every error of every endpoint, compared with `errors.txt`. `UPDATE_ERRORS=yes` writes the file.

use std::{collections::BTreeMap, env, fs, io, path::Path};

use agency_core::filter::NAMES;
use axum::body::Bytes;
use futures_util::stream;
use http_body::Frame;
use http_body_util::StreamBody;
use reqwest::{Body, RequestBuilder, Response};
use serde_json::{Map, Value, json};

use crate::{
    http::multipart,
    openapi::tests::{contract::Site, fuzz::resolve},
    testing::{
        app::{PASSWORD, TestApp, pair},
        paths::described_paths,
    },
};

/// More than the limit of a JSON body.
const LARGE: usize = 300 * 1_024;

/// More than the limit of a body of several parts.
const TOO_LARGE: u64 = multipart::BODY_LIMIT + 1;

/// Paths that are not described.
const OTHERS: [(&str, &str); 17] = [
    ("GET", "/api"),
    ("POST", "/api"),
    ("GET", "/api/nothing"),
    ("DELETE", "/api/nothing"),
    ("GET", "//api/userinfo"),
    ("GET", "/api//userinfo"),
    ("GET", "/api/userinfo/more"),
    ("GET", "/api/consultations/create/more"),
    ("GET", "/api/applications/1/cv"),
    ("POST", "/api/openapi.json"),
    ("POST", "/api/docs"),
    ("POST", "/api/docs/style.css"),
    ("POST", "/healthz"),
    ("POST", "/readyz"),
    ("GET", "/metrics"),
    ("GET", "/nothing"),
    ("POST", "/contact"),
];

/// An endpoint of the description.
struct Call {
    method: String,
    /// Path without trailing slash.
    path: String,
    is_private: bool,
    query: Vec<String>,
    required: Vec<String>,
    takes_key: bool,
    /// Schema of the body.
    body: Option<Value>,
    is_multipart: bool,
}

impl Call {
    fn new(api: &Value, method: &str, path: &str, described: &Value) -> Self {
        let parameters = described["parameters"].as_array().cloned().unwrap_or_default();
        let names = |is_wanted: &dyn Fn(&Value) -> bool| {
            let wanted = parameters.iter().filter(|parameter| is_wanted(parameter));
            wanted.map(|parameter| parameter["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let content = described["requestBody"]["content"].as_object();
        let schema = content.map(|content| &content.values().next().unwrap()["schema"]);
        Self {
            method: method.to_uppercase(),
            path: path.trim_end_matches('/').to_owned(),
            is_private: described["security"].is_array(),
            query: names(&|parameter| parameter["in"] == "query"),
            required: names(&|parameter| parameter["in"] == "query" && parameter["required"] == true),
            takes_key: !names(&|parameter| parameter["name"] == "idempotency-key").is_empty(),
            body: schema.map(|schema| resolve(api, schema)),
            is_multipart: content.is_some_and(|content| content.contains_key("multipart/form-data")),
        }
    }

    /// Returns the address with this text for each parameter of the path, and these parts of a query after the required
    /// ones.
    fn address(&self, part: &str, query: &str) -> String {
        let path = self.path.split('/').map(|name| if name.starts_with('{') { part } else { name });
        let required = self.required.iter().filter(|name| !query.contains(&format!("{name}=")));
        let query = required.map(|name| format!("{name}=1")).chain([query.to_owned()]);
        let query = query.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("&");
        let path = path.collect::<Vec<_>>().join("/");
        if query.is_empty() { path } else { format!("{path}?{query}") }
    }

    /// Returns bodies that are refused, with their types.
    fn bodies(&self) -> Vec<(&'static str, &'static str, Vec<u8>)> {
        let Some(schema) = &self.body else { return Vec::new() };
        let names = schema["properties"].as_object().into_iter().flat_map(Map::keys).collect::<Vec<_>>();
        let all = |value: Value| {
            let fields = names.iter().map(|&name| (name.clone(), value.clone()));
            Value::Object(fields.collect()).to_string().into_bytes()
        };
        let first = names.first().unwrap();
        let (json, form) = ("application/json", "multipart/form-data; boundary=x");
        let part = |name: &str, text: &str| {
            format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n")
        };
        let mut bodies = vec![
            ("no type", "", b"{}".to_vec()),
            ("text", "text/plain", b"{}".to_vec()),
            ("urlencoded", "application/x-www-form-urlencoded", format!("{first}=x").into()),
        ];
        if self.is_multipart {
            let parts = names.iter().map(|name| part(name, "")).collect::<String>();
            bodies.extend([
                ("JSON", json, b"{}".to_vec()),
                ("no boundary", "multipart/form-data", b"--x--\r\n".to_vec()),
                ("no end", form, b"--x".to_vec()),
                ("no fields", form, b"--x--\r\n".to_vec()),
                ("empty fields", form, format!("{parts}--x--\r\n").into()),
                ("unknown field", form, format!("{}--x--\r\n", part("unknown", "x")).into()),
                ("field twice", form, format!("{0}{0}--x--\r\n", part(first, "x")).into()),
                ("large text", form, format!("{}--x--\r\n", part(first, &"x".repeat(LARGE))).into()),
                (
                    "not UTF-8",
                    form,
                    [part(first, "").trim_end().as_bytes(), b"\r\n\r\n\xff\r\n--x--\r\n"].concat(),
                ),
            ]);
        } else {
            bodies.extend([
                ("nothing", json, Vec::new()),
                ("half", json, b"{".to_vec()),
                ("list", json, b"[]".to_vec()),
                ("null", json, b"null".to_vec()),
                ("no fields", json, b"{}".to_vec()),
                ("numbers", json, all(json!(1))),
                ("lists", json, all(json!([]))),
                ("nulls", json, all(Value::Null)),
                ("empty fields", json, all(json!(""))),
                ("unknown texts", json, all(json!("unknown"))),
                ("field twice", json, format!("{{\"{first}\":\"x\",\"{first}\":\"x\"}}").into()),
                ("too large", json, format!("{{\"x\":\"{}\"}}", "x".repeat(LARGE)).into()),
                ("not UTF-8", json, b"{\"x\":\"\xff\"}".to_vec()),
                ("another encoding", "application/json; charset=latin1", "{\"x\":\"ü\"}".into()),
            ]);
        }
        bodies
    }
}

/// Describes a response by its status, and for an error by its headers and its body.
async fn describe(answer: Response) -> String {
    let status = answer.status();
    let is_error = status.is_client_error() || status.is_server_error();
    let header = |name: &str| answer.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
    let mut described = status.as_str().to_owned();
    if !is_error {
        return described;
    }
    for name in ["content-type", "allow", "www-authenticate", "retry-after"] {
        if let Some(value) = header(name).filter(|value| value != "application/json") {
            described = format!("{described} {name}: {value}");
        }
    }
    let is_json = header("content-type").as_deref() == Some("application/json");
    let text = answer.text().await.unwrap();
    if text.is_empty() || !is_json { described } else { format!("{described} {text}") }
}

/// The errors of one endpoint by what was wrong with the request, in the order in which they were asked for.
struct Errors<'a> {
    app: &'a TestApp,
    name: String,
    /// The description of each answer, with the requests that it was the answer to.
    answers: Vec<(String, Vec<String>)>,
}

impl<'a> Errors<'a> {
    fn of(app: &'a TestApp, name: String) -> Self {
        Self { app, name, answers: Vec::new() }
    }

    fn request(&self, method: &str, address: &str, token: Option<&str>) -> RequestBuilder {
        let request = self.app.request(method, address);
        match token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    async fn add(&mut self, what: &str, request: RequestBuilder) {
        let answer = describe(request.send().await.unwrap()).await;
        match self.answers.iter_mut().find(|(known, _)| *known == answer) {
            Some((_, requests)) => requests.push(what.to_owned()),
            None => self.answers.push((answer, vec![what.to_owned()])),
        }
    }

    fn lines(&self) -> String {
        let lines =
            self.answers.iter().map(|(answer, what)| format!("    {answer}\n        {}\n", what.join(", ")));
        format!("{}\n{}", self.name, lines.collect::<String>())
    }
}

/// Tokens of each kind.
struct Tokens {
    access: String,
    refresh: String,
    /// Of an admin after the printed password has expired.
    due: String,
}

async fn sign_in(app: &TestApp) -> Tokens {
    app.sign_in("grace").await;
    app.execute("UPDATE admins SET password_printed_at = now() - interval '31 days'").await;
    let due = app.login("grace", PASSWORD).await;
    let (access, refresh) = app.sign_in("ada").await;
    Tokens { access, refresh, due: pair(due).await.0 }
}

async fn errors_of(app: &TestApp, tokens: &Tokens, call: &Call) -> String {
    let mut errors = Errors::of(app, format!("{} {}", call.method, call.path));
    let (method, plain) = (call.method.as_str(), call.address("1", ""));
    for (what, token) in [
        ("nobody", None),
        ("wrong token", Some("x")),
        ("refresh token", Some(&*tokens.refresh)),
        ("password due", Some(&*tokens.due)),
        ("signed in", Some(&*tokens.access)),
    ] {
        errors.add(what, errors.request(method, &plain, token)).await;
    }
    let basic = errors.request(method, &plain, None).header("authorization", "Basic YTpi");
    errors.add("basic authentication", basic).await;
    let token = call.is_private.then_some(&*tokens.access);
    if call.path.contains('{') {
        let long = "x".repeat(300);
        for (what, part) in [
            ("unknown slug", "AAAAAAAAAAAAAAAAAAAAAA"),
            ("unknown id", "999999"),
            ("path not UTF-8", "%ff"),
            ("path with spaces", "a%20b"),
            ("path with NUL", "%00"),
            ("long path", &long),
        ] {
            errors.add(what, errors.request(method, &call.address(part, ""), token)).await;
            let what = format!("{what} by nobody");
            errors.add(&what, errors.request(method, &call.address(part, ""), None)).await;
        }
    }
    for name in &call.query {
        for (what, query) in [
            ("empty", format!("{name}=")),
            ("unknown", format!("{name}=unknown")),
            ("zero", format!("{name}=0")),
            ("not UTF-8", format!("{name}=%ff")),
            ("NUL", format!("{name}=%00")),
            ("twice", format!("{name}=1&{name}=1")),
        ] {
            errors
                .add(&format!("{name} {what}"), errors.request(method, &call.address("1", &query), token))
                .await;
        }
    }
    if call.query.iter().any(|name| NAMES.contains(&name.as_str())) {
        let query = "page=0&sort=x&box=x&from=x&to=x";
        errors.add("several unknown", errors.request(method, &call.address("1", query), token)).await;
    }
    if !call.required.is_empty() {
        errors.add("no query", errors.request(method, plain.split('?').next().unwrap(), token)).await;
    }
    for (what, media, body) in call.bodies() {
        let send = |token| {
            let request = errors.request(method, &plain, token).body(body.clone());
            if media.is_empty() { request } else { request.header("content-type", media) }
        };
        let (own, anonymous) = (send(token), send(None));
        errors.add(&format!("body: {what}"), own).await;
        if call.is_private {
            errors.add(&format!("body by nobody: {what}"), anonymous).await;
        }
    }
    if call.is_multipart {
        // The size is refused by its header. A client that sent all of it might lose the response.
        let body = Body::wrap(StreamBody::new(stream::pending::<Result<Frame<Bytes>, io::Error>>()));
        let request = errors.request(method, &plain, token).body(body);
        let request = request.header("content-type", "multipart/form-data; boundary=x");
        errors.add("body: too large", request.header("content-length", TOO_LARGE)).await;
    }
    if call.takes_key {
        let request = errors.request(method, &plain, token).json(&json!({}));
        errors.add("malformed key", request.header("idempotency-key", "x")).await;
    }
    errors.lines()
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_with_the_same_errors_as_before() {
    let root = Site::build();
    let app = TestApp::serving(root.0.clone()).await;
    let tokens = sign_in(&app).await;
    let api: Value = app.request("GET", "/api/openapi.json").send().await.unwrap().json().await.unwrap();
    let mut calls = BTreeMap::<_, Vec<Call>>::new();
    for (path, methods) in described_paths(&api) {
        for (method, described) in methods {
            let call = Call::new(&api, method, &path, described);
            calls.entry(call.path.clone()).or_default().push(call);
        }
    }
    let mut found = Vec::new();
    for (path, calls) in &calls {
        let known = calls.iter().map(|call| call.method.as_str()).collect::<Vec<_>>();
        let mut wrong = Errors::of(&app, format!("other methods of {path}"));
        let address = calls[0].address("1", "");
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"] {
            if !known.contains(&method) {
                wrong.add(method, wrong.request(method, &address, None)).await;
                let what = format!("{method} signed in");
                wrong.add(&what, wrong.request(method, &address, Some(&tokens.access))).await;
            }
        }
        let wrong = wrong.lines();
        for call in calls {
            found.push(errors_of(&app, &tokens, call).await);
            // Every path has the same meaning with a slash at its end.
            let (plain, slashed) = (call.address("1", ""), call.address("1", "").replacen('?', "/?", 1));
            let slashed = if slashed.contains('?') { slashed } else { format!("{slashed}/") };
            let [plain, slashed] = [plain, slashed].map(|address| app.request(&call.method, &address).send());
            assert_eq!(
                describe(plain.await.unwrap()).await,
                describe(slashed.await.unwrap()).await,
                "{path}"
            );
        }
        found.push(wrong);
    }
    let mut others = Errors::of(&app, "other paths".to_owned());
    for (method, path) in OTHERS {
        others.add(&format!("{method} {path}"), others.request(method, path, None)).await;
    }
    found.push(others.lines());
    let found = found.join("\n");

    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/openapi/tests/errors.txt");
    if env::var_os("UPDATE_ERRORS").is_some() {
        fs::write(&file, &found).unwrap();
    }
    let expected = fs::read_to_string(&file).unwrap();
    for (found, expected) in found.split("\n\n").zip(expected.split("\n\n")) {
        assert_eq!(found, expected);
    }
    assert_eq!(found, expected);
}
