//! Tests reading sources, and storing them with either form.

use std::sync::LazyLock;

use agency_core::source::{Channel, SOURCE_TEXT_LENGTH};
use proptest::prelude::*;
use reqwest::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::SentSource;
use crate::{
    http::static_files::StaticFiles,
    openapi::tests::contract::Site,
    storage::source::Source,
    testing::{
        app::{TestApp, parts, signed_webhooks, texts},
        form::{CREATE, TestForm, consultation},
    },
};

#[derive(Deserialize)]
struct Case {
    why: String,
    sent: Value,
    /// Texts that are stored. By default those that are sent, in small letters.
    stored: Option<Map<String, Value>>,
    channel: String,
}

impl Case {
    fn all() -> Vec<Self> {
        serde_json::from_str(include_str!("vectors.json")).unwrap()
    }

    /// Returns the source as in a response.
    fn expected(&self) -> Value {
        let mut source = json!(Source::unknown());
        source["channel"] = json!(self.channel);
        let sent = self.sent.as_object();
        for (name, text) in self.stored.as_ref().or(sent).into_iter().flatten() {
            if let Some(text) = text.as_str() {
                source[name] = json!(text.to_lowercase());
            }
        }
        source
    }
}

fn read(site: &StaticFiles, sent: &[u8]) -> Source {
    SentSource::parse(sent).map_or(Source::unknown(), |sent| sent.read(site))
}

#[test]
fn reads_sources_as_in_vectors() {
    let root = Site::build();
    let site = StaticFiles::open(&root.0).unwrap();
    let mut channels = Vec::new();
    for case in Case::all() {
        let source = read(&site, case.sent.to_string().as_bytes());
        assert_eq!(json!(source), case.expected(), "{}", case.why);
        channels.extend(source.channel.known());
    }
    assert!(Channel::ALL.iter().all(|channel| channels.contains(channel)));
}

#[test]
fn cuts_texts_at_their_limit() {
    let root = Site::build();
    let site = StaticFiles::open(&root.0).unwrap();
    let long = "Ä".repeat(SOURCE_TEXT_LENGTH + 1);
    let sent = json!({"utm_campaign": long, "utm_source": format!("{}b c", "a ".repeat(100)), "referrer": format!("{long}.example")});
    let source = read(&site, sent.to_string().as_bytes());
    assert_eq!(source.utm_campaign, Some("ä".repeat(SOURCE_TEXT_LENGTH)));
    assert_eq!(source.utm_source, Some("a ".repeat(100).trim().to_owned()));
    assert_eq!(source.referrer, None);
}

proptest! {
    #[test]
    fn reads_any_bytes(sent in any::<Vec<u8>>(), texts in any::<[String; 5]>(), clicked in any::<bool>()) {
        static SITE: LazyLock<StaticFiles> = LazyLock::new(|| StaticFiles::open(&Site::build().0).unwrap());
        read(&SITE, &sent);
        let [landing, referrer, utm_source, utm_medium, utm_campaign] = texts;
        let sent = json!({
            "landing": landing, "referrer": referrer, "utm_source": utm_source, "utm_medium": utm_medium,
            "utm_campaign": utm_campaign, "clicked": clicked,
        });
        for (_, text) in read(&SITE, sent.to_string().as_bytes()).columns() {
            let is_stored = |text: &str| {
                !text.is_empty() && text.chars().count() <= SOURCE_TEXT_LENGTH && !text.contains(char::is_control)
            };
            prop_assert!(text.is_none_or(is_stored));
        }
    }
}

/// Returns the sources of all records, in the order of their storing.
async fn stored(app: &TestApp) -> Vec<Value> {
    let rows = "SELECT jsonb_build_object('channel', channel, 'landing', landing, 'referrer', referrer, 'utm_source', \
                utm_source, 'utm_medium', utm_medium, 'utm_campaign', utm_campaign)::text AS text \
                FROM submissions ORDER BY id";
    texts(app, rows).await.iter().map(|text| serde_json::from_str(text).unwrap()).collect()
}

async fn serving(root: &Site) -> TestApp {
    TestApp::set_up(|setup| {
        setup.config.web_root = root.0.clone();
        setup.config.webhook = Some(signed_webhooks("http://localhost/"));
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_every_source_with_either_form() {
    let root = Site::build();
    let app = serving(&root).await;
    let mut expected = Vec::new();
    for case in Case::all() {
        let mut form = consultation();
        form["source"] = case.sent.clone();
        assert_eq!(
            app.post("/api/consultations/create/", &form).await.status(),
            StatusCode::CREATED,
            "{}",
            case.why
        );
        let form = TestForm::valid().text_field("source", &case.sent.to_string());
        assert_eq!(form.send(&app).await.0, StatusCode::CREATED, "{}", case.why);
        expected.extend([case.expected(), case.expected()]);
    }
    assert_eq!(stored(&app).await, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_forms_with_sources_that_cannot_be_read() {
    let root = Site::build();
    let app = serving(&root).await;
    let form = consultation().to_string();
    let with = |source: &str| form.replacen('{', &format!("{{\"source\":{source},"), 1);
    let nested = format!("{}{}", "[".repeat(500), "]".repeat(500));
    for (why, body) in [
        ("deeper than it can be parsed", with(&nested)),
        ("a number beyond all", with("{\"utm_source\":1e999}")),
        ("half an emoji", with("{\"utm_source\":\"\\ud83d\"}")),
        ("a member twice", with("{\"landing\":\"/\",\"landing\":\"/\"}")),
        ("large", with(&format!("\"{}\"", "x".repeat(50_000)))),
    ] {
        let request =
            app.request("POST", "/api/consultations/create/").header("content-type", "application/json");
        assert_eq!(request.body(body).send().await.unwrap().status(), StatusCode::CREATED, "{why}");
    }
    let twice = with("{\"utm_source\":\"one\"}").replacen('{', "{\"source\":{\"utm_source\":\"two\"},", 1);
    let request =
        app.request("POST", "/api/consultations/create/").header("content-type", "application/json");
    assert_eq!(request.body(twice).send().await.unwrap().status(), StatusCode::CREATED);
    for (why, part) in [
        ("no JSON", b"{".to_vec()),
        ("no UTF-8", b"{\"utm_source\":\"\xff\"}".to_vec()),
        ("larger than a text may be", vec![b'x'; 100_000]),
        ("empty", Vec::new()),
    ] {
        let form = TestForm::default().part("name=\"source\"", "", &part);
        assert_eq!(TestForm::valid().joined_to(form).send(&app).await.0, StatusCode::CREATED, "{why}");
    }
    let found = stored(&app).await;
    let known = found.iter().filter(|source| **source != json!(Source::unknown())).collect::<Vec<_>>();
    assert_eq!((found.len(), known.len()), (10, 1));
    assert_eq!(known[0]["channel"], "campaign");
}

#[tokio::test(flavor = "multi_thread")]
async fn repeats_form_with_another_source() {
    let root = Site::build();
    let app = serving(&root).await;
    let send = async |source: Value| {
        let mut form = consultation();
        form["source"] = source;
        let request =
            app.request("POST", "/api/consultations/create/").header("idempotency-key", "0123456789abcdef");
        parts(request.json(&form).send().await.unwrap()).await
    };
    let first = send(json!({"referrer": "t.co"})).await;
    assert_eq!(first.0, StatusCode::CREATED);
    assert_eq!(send(json!({"referrer": "www.google.com"})).await, first);
    assert_eq!(send(Value::Null).await, first);
    let apply = async |source: &str| {
        let form = TestForm::valid().text_field("source", source);
        let request = form.request(&app).header("idempotency-key", "fedcba9876543210");
        parts(request.send().await.unwrap()).await
    };
    let first = apply("{}").await;
    assert_eq!(apply("").await, first);
    let channels = stored(&app).await.iter().map(|source| source["channel"].clone()).collect::<Vec<_>>();
    assert_eq!(channels, ["social", "direct"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn shows_and_reports_the_source() {
    let root = Site::build();
    let app = serving(&root).await;
    let (access, _) = app.sign_in("ada").await;
    let mut form = consultation();
    form["source"] = json!({"landing": "/old/", "referrer": "www.google.de", "utm_campaign": "Spring"});
    assert_eq!(app.post("/api/consultations/create/", &form).await.status(), StatusCode::CREATED);
    assert_eq!(app.post("/api/consultations/create/", &consultation()).await.status(), StatusCode::CREATED);
    let source = json!({"channel": "search", "landing": "/contact", "referrer": "www.google.de", "utm_source": null,
        "utm_medium": null, "utm_campaign": "spring"});
    for (id, source) in [(1, &source), (2, &json!(Source::unknown()))] {
        let record = parts(app.get(&format!("/api/consultations/{id}"), &access).await).await.1;
        assert_eq!(&record["source"], source);
        let message = format!(
            "SELECT message AS text FROM deliveries WHERE slug = '{}'",
            record["slug"].as_str().unwrap()
        );
        let event: Value = serde_json::from_str(&texts(&app, &message).await[0]).unwrap();
        assert_eq!((&event["type"], &event["data"]["source"]), (&json!("submission.created"), source));
    }
    let file = app.get("/api/consultations/export.csv?sort=oldest", &access).await.text().await.unwrap();
    let lines = file.trim_end().split("\r\n").collect::<Vec<_>>();
    assert!(lines[0].ends_with(",slug,channel,landing,referrer,utm_source,utm_medium,utm_campaign"));
    assert!(lines[1].ends_with(r#","search","/contact","www.google.de","","","spring""#), "{}", lines[1]);
    assert!(lines[2].ends_with(r#","unknown","","","","","""#), "{}", lines[2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_plain_form_without_source() {
    let root = Site::build();
    let app = serving(&root).await;
    let fields = [
        ("message", "We need a shop."),
        ("full_name", "Ada Lovelace"),
        ("email", "a@b.example"),
        ("source", "{}"),
    ];
    let request = app.request("POST", "/api/consultations/create/").header("accept", "text/html");
    assert_eq!(request.form(&fields).send().await.unwrap().status(), StatusCode::SEE_OTHER);
    let refused = app.request("POST", CREATE).header("accept", "text/html").form(&fields);
    assert_ne!(refused.send().await.unwrap().status(), StatusCode::SEE_OTHER);
    assert_eq!(stored(&app).await, [json!(Source::unknown())]);
}
