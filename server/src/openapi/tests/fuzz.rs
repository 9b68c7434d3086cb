//! Sends generated requests. No response is a server error or missing in the description.

use jsonschema::validator_for;
use rand::{Rng as _, RngExt as _, SeedableRng as _, rngs::StdRng, seq::IndexedRandom as _};
use reqwest::Response;
use serde_json::{Map, Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::{
    openapi::tests::contract::Site,
    testing::{
        app::{PATIENT, TestApp},
        paths::described_paths,
    },
};

/// Requests for each endpoint.
const ROUNDS: usize = 30;

const TEXTS: [&str; 16] = [
    "",
    " ",
    "ada",
    "Ada Lovelace",
    "ada@customer.example",
    "We need a shop for ties.",
    "\0",
    "\u{feff}",
    "👩‍👩‍👧‍👦",
    "a\r\nb",
    "'; DROP TABLE admins; --",
    "../../etc/passwd",
    "newest",
    "name_asc",
    "-1",
    "99999999999999999999",
];

/// Generates a value that a schema may or may not allow.
fn value(random: &mut StdRng, schema: &Value) -> Value {
    let text = |random: &mut StdRng| (*TEXTS.choose(random).unwrap()).to_owned();
    match random.random_range(0..12) {
        0 => Value::Null,
        1 => json!(random.random::<i64>()),
        2 => json!([text(random)]),
        3 => json!({"x": text(random)}),
        4 => json!(random.random_bool(0.5)),
        5 => text(random).repeat(random.random_range(0..2_000)).into(),
        6 => {
            let longest = usize::try_from(schema["maxLength"].as_u64().unwrap_or(100)).unwrap();
            "x".repeat(longest + random.random_range(0..2)).into()
        }
        7 => {
            let shortest = usize::try_from(schema["minLength"].as_u64().unwrap_or(1)).unwrap();
            "y".repeat(shortest.saturating_sub(random.random_range(0..2))).into()
        }
        _ => text(random).into(),
    }
}

/// Returns the schema that a reference names. One that consists of others has their properties.
pub(super) fn resolve(api: &Value, schema: &Value) -> Value {
    let pointer = schema["$ref"].as_str().map(|reference| reference.trim_start_matches('#'));
    let schema = pointer.and_then(|pointer| api.pointer(pointer)).unwrap_or(schema);
    let Some(parts) = schema["allOf"].as_array() else { return schema.clone() };
    let properties = parts.iter().map(|part| resolve(api, part)["properties"].clone());
    let properties = properties.flat_map(|properties| properties.as_object().cloned().unwrap_or_default());
    json!({"properties": properties.collect::<Map<_, _>>()})
}

/// Generates a body that may or may not match the schema.
fn body(random: &mut StdRng, schema: &Value) -> Vec<u8> {
    let mut object = Map::new();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        if random.random_bool(0.9) {
            let plain = random.random_bool(0.8);
            let value = if plain { text(random, name).into() } else { value(random, field) };
            object.insert(name.clone(), value);
        }
    }
    if random.random_bool(0.2) {
        object.insert("id".to_owned(), json!(1));
    }
    let mut bytes = serde_json::to_vec(&object).unwrap();
    match random.random_range(0..10) {
        0 => bytes.truncate(random.random_range(0..bytes.len())),
        1 => {
            let at = random.random_range(0..bytes.len());
            bytes[at] = random.random();
        }
        2 => bytes = (0..random.random_range(0..300)).map(|_| random.random()).collect(),
        3 => bytes = format!("[{}]", "[".repeat(random.random_range(0..5_000))).into_bytes(),
        4 => bytes.resize(300_000, b' '),
        _ => {}
    }
    bytes
}

/// Generates a text for a field, most often a valid one.
fn text(random: &mut StdRng, name: &str) -> String {
    let plain = match name {
        "email" => "ada@customer.example",
        "cover_letter" | "message" => "I have built analytical engines for years.",
        _ => "Ada Lovelace",
    };
    if random.random_bool(0.9) {
        return plain.to_owned();
    }
    let texts = [*TEXTS.choose(random).unwrap(), &plain.repeat(random.random_range(0..2_000))];
    (*texts.choose(random).unwrap()).to_owned()
}

/// Generates a multipart form that may or may not match the schema, with the boundary `x`.
fn parts_body(random: &mut StdRng, schema: &Value) -> Vec<u8> {
    let mut names = schema["properties"].as_object().unwrap().keys().map(String::as_str).collect::<Vec<_>>();
    match random.random_range(0..16) {
        0 => names.push("cv"),
        1 => names.push("id"),
        2 => drop(names.pop()),
        3 => names.insert(0, ""),
        _ => {}
    }
    let mut body = Vec::new();
    for name in names {
        let file = match random.random_range(0..40) {
            0 => format!("; filename=\"{}\"", TEXTS.choose(random).unwrap()),
            1 => "; filename*=UTF-8''%ff.docx".to_owned(),
            _ if name == "cv" => "; filename=\"cv.pdf\"".to_owned(),
            _ => String::new(),
        };
        let disposition = match random.random_range(0..80) {
            0 => "attachment".to_owned(),
            1 => String::new(),
            _ => format!("form-data; name=\"{name}\"{file}"),
        };
        body.extend(format!("--x\r\nContent-Disposition: {disposition}\r\n\r\n").into_bytes());
        if name == "cv" {
            let begins: [&[u8]; 4] = [b"%PDF-1.7", b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b""];
            let begins = if random.random_bool(0.5) { &begins[..1] } else { &begins };
            body.extend_from_slice(begins.choose(random).unwrap());
            body.extend(
                (0..random.random_range(0..3_000)).map(|_| random.random::<u8>()).collect::<Vec<_>>(),
            );
        } else {
            body.extend(text(random, name).into_bytes());
        }
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--x--\r\n");
    match random.random_range(0..10) {
        0 => body.truncate(random.random_range(0..body.len())),
        1 => {
            let at = random.random_range(0..body.len());
            body[at] = random.random();
        }
        _ => {}
    }
    body
}

/// Generates a URL-encoded form that may or may not match the schema.
fn pairs_body(random: &mut StdRng, schema: &Value) -> Vec<u8> {
    let mut pairs = Vec::new();
    for name in schema["properties"].as_object().into_iter().flat_map(Map::keys) {
        let times = match random.random_range(0..20) {
            0 => 0,
            1 => 2,
            _ => 1,
        };
        pairs.extend((0..times).map(|_| format!("{name}={}", escaped(&text(random, name)))));
    }
    let mut body = pairs.join("&").into_bytes();
    match random.random_range(0..8) {
        0 => body.extend_from_slice(b"&%ff=%zz&=&&x"),
        1 => body.extend((0..50).map(|_| random.random::<u8>()).collect::<Vec<_>>()),
        _ => {}
    }
    body
}

/// Percent-encodes a part of a URL.
fn piece(random: &mut StdRng) -> String {
    escaped(TEXTS.choose(random).unwrap())
}

fn escaped(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

async fn judge(api: &Value, described: &Value, what: &str, answer: Response) {
    let status = answer.status();
    assert!(status.as_u16() < 500, "{what}: {status}");
    let known = &described["responses"][status.as_str()];
    assert!(known.is_object(), "{what}: {status} is not described");
    let Some(content) = known["content"].as_object() else {
        return assert_eq!(answer.bytes().await.unwrap().len(), 0, "{what}");
    };
    let media = answer.headers()["content-type"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let Some(content) = content.get(&media) else {
        // The response to a plain form is a page.
        return assert_eq!(media, "text/html", "{what}: {status}");
    };
    if media != "application/json" {
        return drop(answer.bytes().await.unwrap());
    }
    let mut schema = content["schema"].clone();
    schema["components"] = api["components"].clone();
    let body: Value = answer.json().await.unwrap();
    let validator = validator_for(&schema).unwrap();
    let flaws = validator.iter_errors(&body).map(|flaw| flaw.to_string()).collect::<Vec<_>>();
    assert!(flaws.is_empty(), "{what}: {status} {body}: {flaws:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_as_described_to_generated_requests() {
    let root = Site::build();
    let app = TestApp::serving(root.0.clone()).await;
    let (access, _) = app.sign_in("ada").await;
    let api: Value = app.request("GET", "/api/openapi.json").send().await.unwrap().json().await.unwrap();
    let mut random = StdRng::seed_from_u64(20_261_121);
    for (path, methods) in described_paths(&api) {
        for (method, described) in methods {
            let content = described["requestBody"]["content"].as_object();
            let schema = content
                .and_then(|content| content.values().next())
                .map_or(&Value::Null, |body| &body["schema"]);
            let takes_files = content.is_some_and(|content| content.contains_key("multipart/form-data"));
            let schema = &resolve(&api, schema);
            for round in 0..ROUNDS {
                let filled = path
                    .split('/')
                    .map(|part| // Nothing in its place would be another call.
                    if part.starts_with('{') { format!("x{}", piece(&mut random)) } else { part.to_owned() });
                let mut address = filled.collect::<Vec<_>>().join("/");
                if random.random_bool(0.5) {
                    let names = ["page", "sort", "x", "%ff", "page"];
                    let name = names.choose(&mut random).unwrap();
                    address = format!("{address}?{name}={}&sort={}", piece(&mut random), piece(&mut random));
                }
                let what = format!("{method} {address}, round {round}");
                let mut request = app.request(&method.to_uppercase(), &address);
                if random.random_bool(0.8) {
                    request = request.bearer_auth(&access);
                }
                if random.random_bool(0.3) {
                    request = request.header("accept", "text/html");
                }
                if random.random_bool(0.3) {
                    request = request.header("idempotency-key", piece(&mut random));
                }
                if method == "post" {
                    let own =
                        if takes_files { "multipart/form-data; boundary=x" } else { "application/json" };
                    let types = [
                        own,
                        own,
                        own,
                        own,
                        own,
                        own,
                        "application/json; charset=latin1",
                        "text/plain",
                        "application/x-www-form-urlencoded",
                        "application/x-www-form-urlencoded",
                        "multipart/form-data; boundary=y",
                        "multipart/form-data",
                        "",
                    ];
                    let media = *types.choose(&mut random).unwrap();
                    let bytes = match media {
                        "application/x-www-form-urlencoded" => pairs_body(&mut random, schema),
                        _ if takes_files => parts_body(&mut random, schema),
                        _ => body(&mut random, schema),
                    };
                    request = request.header("content-type", media).body(bytes);
                }
                judge(&api, described, &what, request.send().await.unwrap()).await;
            }
        }
    }
    // Some requests were valid.
    for table in ["consultations", "applications"] {
        assert!(app.rows(table).await > 0, "{table}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_and_survives_malformed_bytes() {
    let root = Site::build();
    let app = TestApp::set_up(|setup| {
        setup.config.web_root.clone_from(&root.0);
        // A slow database causes a 503, on a busy machine too.
        setup.config.database.timeouts = PATIENT;
        setup.connections.keep_alive = std::time::Duration::from_millis(200);
        setup.timeouts.body_pause = std::time::Duration::from_millis(200);
    })
    .await;
    let api: Value = app.request("GET", "/api/openapi.json").send().await.unwrap().json().await.unwrap();
    let paths = described_paths(&api).into_iter().map(|(path, _)| path);
    let pages = ["/", "/contact", "/login", "/assets/app-1.js", "/healthz", "/readyz", "/api/docs", "/api"];
    let paths = paths.chain(pages.map(str::to_owned)).collect::<Vec<_>>();
    let mut random = StdRng::seed_from_u64(20_261_122);
    for path in &paths {
        let mut noise = vec![0; 200];
        random.fill_bytes(&mut noise);
        let chunked = format!(
            "POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        );
        let junk: Vec<Vec<u8>> = vec![
            noise,
            format!("GET {path}%00%ff%zz%2e%2e%2f?%ff=%00&page=%ff HTTP/1.1\r\nHost: x\r\n\r\n").into(),
            format!("GET {path}/%F0%9F HTTP/1.1\r\nHost: x\r\nAccept-Encoding: \x01\r\n\r\n").into(),
            format!("GET {path}\0 HTTP/1.1\r\nHost: x\r\n\r\n").into(),
            [b"GET ".as_slice(), path.as_bytes(), b"\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n"].concat(),
            format!("GET {path} HTTP/9.9\r\nHost: x\r\n\r\n").into(),
            format!("{path} GET\r\n\r\n").into(),
            format!("GET http://other.example{path} HTTP/1.1\r\nHost: x\r\n\r\n").into(),
            b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n".to_vec(),
            b"CONNECT other.example:443 HTTP/1.1\r\nHost: x\r\n\r\n".to_vec(),
            format!("GET {path} HTTP/1.1\r\nHost: x\r\n{}\r\n", "A: b\r\n".repeat(200)).into(),
            format!("GET {path}?{} HTTP/1.1\r\nHost: x\r\n\r\n", "x".repeat(70_000)).into(),
            format!("GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \x7f\r\n\r\n").into(),
            [
                format!("GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ").as_bytes(),
                b"\xc3\x28\r\n\r\n",
            ]
            .concat(),
            format!("POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n12345")
                .into(),
            format!("POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n").into(),
            format!("POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n").into(),
            format!("{chunked}zz\r\nx\r\n0\r\n\r\n").into(),
            format!("{chunked}ffffffffffffffff\r\n{{}}\r\n0\r\n\r\n").into(),
            format!("{chunked}5\r\n{{}}\r\n").into(),
        ];
        for bytes in junk {
            let mut stream = app.connect().await;
            // The server may close the connection before everything is sent.
            let _ = stream.write_all(&bytes).await;
            let _ = stream.shutdown().await;
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer).await;
            let answer = String::from_utf8_lossy(&answer);
            let sent = String::from_utf8_lossy(&bytes);
            assert!(!answer.starts_with("HTTP/1.1 5"), "{sent}\n{answer}");
            assert!(answer.is_empty() || answer.starts_with("HTTP/1."), "{sent}\n{answer}");
        }
        // Over its own connection: a kept one may just be closing.
        let healthz = app.raw("GET /healthz HTTP/1.0\r\n\r\n").await;
        assert!(healthz.starts_with("HTTP/1.0 200"), "{healthz}");
    }
    while app.state.metrics.in_flight.get() > 0 {
        crate::testing::app::pause().await;
    }
}
