//! Tests forms that a browser posts without a script.

use agency_core::{messages::server as say, metadata::PLAIN_FORM};
use futures_util::future::join_all;
use reqwest::{RequestBuilder, Response, StatusCode};

use crate::{
    config::RateLimits,
    openapi::tests::contract::Site,
    testing::{
        app::{TestApp, parts},
        form::{TestForm, pdf},
    },
};

const CREATE: &str = "/api/consultations/create/";

/// `Accept` header of browsers.
const ACCEPT: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

const FIELDS: [(&str, &str); 4] = [
    ("message", "We need a shop."),
    ("full_name", "Ada Lovelace"),
    ("email", "ada@customer.example"),
    ("referral", ""),
];

async fn post(app: &TestApp, fields: &[(&str, &str)]) -> Response {
    app.request("POST", CREATE).header("accept", ACCEPT).form(fields).send().await.unwrap()
}

async fn apply(app: &TestApp, form: &TestForm) -> Response {
    form.request(app).header("accept", ACCEPT).send().await.unwrap()
}

/// Thanks page of a stored form.
fn place(answer: &Response) -> &str {
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    answer.headers()["location"].to_str().unwrap()
}

async fn page(answer: Response) -> (StatusCode, String) {
    assert_eq!(answer.headers()["content-type"], "text/html; charset=utf-8");
    (answer.status(), answer.text().await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_with_page_to_rejected_plain_form() {
    let root = Site::build();
    let app = TestApp::serving(root.0.clone()).await;
    let refused = post(&app, &[("message", "<b>"), FIELDS[1], ("email", ""), FIELDS[3]]).await;
    let sentences =
        "<ul><li>Message must be at least ten characters</li><li>Your Email is Required</li></ul>";
    assert_eq!(page(refused).await, (StatusCode::UNPROCESSABLE_ENTITY, sentences.to_owned()));
    let refused = apply(&app, &TestForm::named("Al").cv("", b"")).await;
    let sentences =
        "<ul><li>FullName must be at least three characters</li><li>Please upload your CV</li></ul>";
    assert_eq!(page(refused).await, (StatusCode::UNPROCESSABLE_ENTITY, sentences.to_owned()));
    assert_eq!((app.rows("consultations").await, app.rows("applications").await), (0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn redirects_stored_plain_form_to_thanks_page() {
    let root = Site::build();
    let app = TestApp::serving(root.0.clone()).await;
    let form = TestForm::named("Ada Lovelace").cv("cv.pdf", &pdf(4_900_000));
    for (answer, path, thanks) in [
        (post(&app, &FIELDS).await, "/answers/consultations", "thanks for consultations"),
        (apply(&app, &form).await, "/answers/applications", "thanks for applications"),
    ] {
        assert_eq!(place(&answer), path);
        // Reloading it posts nothing.
        for _ in 0..2 {
            let answer = app.request("GET", path).send().await.unwrap();
            assert_eq!(page(answer).await, (StatusCode::OK, thanks.to_owned()));
        }
    }
    assert_eq!((app.rows("consultations").await, app.rows("applications").await), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_identical_plain_form_once_within_hour() {
    let root = Site::build();
    let app = TestApp::serving(root.0.clone()).await;
    let form = TestForm::valid();
    let post_both = async |expected: i64, what: &str| {
        // Double clicks, concurrent or in sequence.
        for answer in join_all((0..2).map(|_| post(&app, &FIELDS))).await {
            assert_eq!(place(&answer), "/answers/consultations", "{what}");
        }
        assert_eq!(place(&post(&app, &FIELDS).await), "/answers/consultations", "{what}");
        for answer in join_all((0..2).map(|_| apply(&app, &form))).await {
            assert_eq!(place(&answer), "/answers/applications", "{what}");
        }
        let rows = (app.rows("consultations").await, app.rows("applications").await);
        assert_eq!(rows, (expected, expected), "{what}");
    };
    let age = async |interval: &str| {
        app.execute(&format!("UPDATE idempotency_keys SET created_at = created_at - interval '{interval}'"))
            .await;
    };
    post_both(1, "at first").await;
    // Whatever the hour of the day is, and even when it has just changed.
    age("59 minutes").await;
    post_both(1, "within the hour").await;
    age("1 minute").await;
    post_both(2, "an hour later").await;
    post_both(2, "and then again").await;

    // Another word makes it another form, and what scripts send is not counted among these.
    post(&app, &[("message", "We need two shops."), FIELDS[1], FIELDS[2], FIELDS[3]]).await;
    assert_eq!(app.rows("consultations").await, 3);
    let json = serde_json::json!({"message": FIELDS[0].1, "full_name": FIELDS[1].1, "email": FIELDS[2].1});
    for _ in 0..2 {
        assert_eq!(app.post(CREATE, &json).await.status(), StatusCode::CREATED);
    }
    assert_eq!(app.rows("consultations").await, 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_to_tools_with_json_errors() {
    let root = Site::build();
    let app = TestApp::serving(root.0.clone()).await;
    let message = serde_json::json!({"message": "This content type is not supported here"});
    for path in [CREATE, "/api/applications/create/"] {
        for accept in [None, Some("*/*"), Some("application/json"), Some("text/htm"), Some("*/*, text/plain")]
        {
            let request = app.request("POST", path).form(&[FIELDS[1]]);
            let request = accept.iter().fold(request, |request, accept| request.header("accept", *accept));
            let answer = parts(request.send().await.unwrap()).await;
            assert_eq!(answer, (StatusCode::UNSUPPORTED_MEDIA_TYPE, message.clone()), "{path} {accept:?}");
        }
    }
    // In every format of browsers.
    for (kind, accept) in [
        ("application/x-www-form-urlencoded", "application/xhtml+xml, Text/HTML;q=0.9"),
        ("application/x-www-form-urlencoded; charset=UTF-8", "text/html"),
    ] {
        let request = app.request("POST", CREATE).header("accept", accept).header("content-type", kind);
        let answer = request.body("full_name=Ada").send().await.unwrap();
        assert_eq!(page(answer).await.0, StatusCode::UNPROCESSABLE_ENTITY, "{kind}");
    }
    assert_eq!(app.rows("consultations").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_to_stored_plain_form_without_build() {
    let app = TestApp::start().await;
    for answer in [apply(&app, &TestForm::valid()).await, post(&app, &FIELDS).await] {
        assert_eq!(parts(answer).await.0, StatusCode::CREATED);
    }
}

const KIND: &str = "application/x-www-form-urlencoded";

/// The hidden field of the pages' forms.
const PLAIN: (&str, &str) = (PLAIN_FORM, "1");

#[tokio::test(flavor = "multi_thread")]
async fn knows_plain_form_by_its_hidden_field() {
    let root = Site::build();
    let app = TestApp::serving(root.0.clone()).await;
    let fields = [&FIELDS[..], &[PLAIN]].concat();
    let form = TestForm::default().text_field(PLAIN.0, PLAIN.1);
    let form = TestForm::named("Ada Lovelace").cv("cv.pdf", &pdf(1_000)).joined_to(form);
    // NetSurf and Links accept anything, others name nothing. A second press stores nothing more.
    for accept in [Some("*/*"), None, Some("application/json"), Some("*/*")] {
        let with_accept = |request: RequestBuilder| {
            accept.iter().fold(request, |request, accept| request.header("accept", *accept))
        };
        let posted = with_accept(app.request("POST", CREATE)).form(&fields).send().await.unwrap();
        assert_eq!(place(&posted), "/answers/consultations", "{accept:?}");
        let applied = with_accept(form.request(&app)).send().await.unwrap();
        assert_eq!(place(&applied), "/answers/applications", "{accept:?}");
    }
    assert_eq!((app.rows("consultations").await, app.rows("applications").await), (1, 1));

    // Its errors are pages.
    let refused = app.request("POST", CREATE).header("accept", "*/*").form(&[PLAIN]).send().await.unwrap();
    assert_eq!(page(refused).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    let twice = app.request("POST", CREATE).form(&[PLAIN, FIELDS[1], FIELDS[1]]).send().await.unwrap();
    assert_eq!(
        page(twice).await,
        (StatusCode::BAD_REQUEST, format!("<ul><li>{}</li></ul>", say::FIELD_TWICE))
    );
    let empty = TestForm::default().text_field(PLAIN.0, PLAIN.1).request(&app).send().await.unwrap();
    assert_eq!(page(empty).await.0, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_plain_form_that_is_not_utf8() {
    let root = Site::build();
    let app = TestApp::serving(root.0.clone()).await;
    let sentence = format!("<ul><li>{}</li></ul>", say::NOT_UTF8);
    let rest = "&message=We+need+a+shop.&email=a%40b.example";
    let post = async |kind: &str, body: &str| {
        let request = app.request("POST", CREATE).header("accept", ACCEPT).header("content-type", kind);
        request.body(body.to_owned()).send().await.unwrap()
    };
    for (kind, body) in [
        (KIND.to_owned(), format!("full_name=M%FCller+Anna{rest}")),
        (KIND.to_owned(), format!("full_name=Anna&subject=%FC{rest}")),
        (KIND.to_owned(), format!("full_name=Anna&f%FCr=x{rest}")),
        (format!("{KIND}; charset=iso-8859-1"), format!("full_name=M%FCller{rest}")),
        (format!("{KIND}; charset=windows-1252"), format!("full_name=M%C3%BCller{rest}")),
        (KIND.to_owned(), format!("_charset_=windows-1252&full_name=M%C3%BCller{rest}")),
        (format!("{KIND}; charset=utf-16"), format!("full_name=A%00n%00n%00a%00{rest}")),
        // Half an emoji, as CESU-8 has it.
        (KIND.to_owned(), format!("full_name=Anna+%ED%A0%BD{rest}")),
    ] {
        let answer = page(post(&kind, &body).await).await;
        assert_eq!(answer, (StatusCode::BAD_REQUEST, sentence.clone()), "{kind} {body}");
    }
    let form = |name: &str, lines: &str, value: &[u8]| {
        TestForm::default().part(&format!("name=\"{name}\""), lines, value)
    };
    let latin = "Content-Type: text/plain; charset=iso-8859-1\r\n";
    for form in [
        form("full_name", "", b"M\xfcller"),
        form("full_name", latin, b"M\xfcller"),
        form("full_name", latin, "MÃ¼ller".as_bytes()),
        TestForm::named("Ada Lovelace")
            .part("name=\"cv\"; filename=\"L\u{fffd}pez.pdf\"", "", &pdf(10))
            .not_utf8(),
        form("full_name", "", "MÃ¼ller".as_bytes())
            .joined_to(TestForm::default().text_field("_charset_", "windows-1252")),
    ] {
        assert_eq!(page(apply(&app, &form).await).await, (StatusCode::BAD_REQUEST, sentence.clone()));
    }
    assert_eq!(app.rows("submissions").await, 0);

    // What was typed is stored, the replacement character too.
    for (kind, body, name) in [
        (KIND, format!("full_name=M%C3%BCller+%EF%BF%BD{rest}"), "Müller \u{fffd}"),
        (
            "application/x-www-form-urlencoded; charset=iso-8859-1",
            format!("full_name=Anna+K.{rest}"),
            "Anna K.",
        ),
        (KIND, format!("_charset_=UTF-8&full_name=Zo%C3%AB%{rest}"), "Zoë%"),
    ] {
        assert_eq!(place(&post(kind, &body).await), "/answers/consultations");
        assert_eq!(app.rows(&format!("submissions WHERE full_name = '{name}'")).await, 1, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tells_plain_form_when_to_try_again() {
    let root = Site::build();
    let app = TestApp::set_up(|setup| {
        setup.config.web_root = root.0.clone();
        setup.config.rate_limits = RateLimits::On;
    })
    .await;
    for _ in 0..20 {
        post(&app, &FIELDS).await;
    }
    let refused = post(&app, &FIELDS).await;
    let wait: u64 = refused.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=60).contains(&wait), "{wait}");
    assert_eq!(page(refused).await.0, StatusCode::TOO_MANY_REQUESTS);
    app.lose_database().await;
    let refused = post(&app, &FIELDS).await;
    assert!(refused.headers().contains_key("retry-after"));
    assert_eq!(page(refused).await.0, StatusCode::SERVICE_UNAVAILABLE);
}
