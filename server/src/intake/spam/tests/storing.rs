//! Tests forms that are stored as spam: the response is the same, and the spam box shows the reasons.

use agency_core::spam::{HONEYPOT, SpamReason};
use diesel_async::AsyncConnection as _;
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};

use crate::{
    config::Secrets,
    inbox::tests::Worker,
    intake::spam::came_from_several_addresses,
    openapi::tests::contract::Site,
    testing::{
        app::{TestApp, parts},
        form::{TestForm, pdf},
        rows::numbers,
    },
};

const CREATE: &str = "/api/consultations/create/";

/// Long enough to be compared.
const LONG: &str = "We offer five thousand visitors a day at half the price.";

fn contact(message: &str, email: &str) -> Value {
    json!({"message": message, "full_name": "Ada Lovelace", "email": email})
}

/// A valid contact form with one field changed.
fn with(field: &str, value: impl Into<Value>) -> Value {
    let mut form = contact("We need a shop.", "ada@customer.example");
    form[field] = value.into();
    form
}

/// Sends a contact form and reads the stored record.
async fn stored(ada: &Worker<'_>, form: &Value) -> Value {
    let (status, created) = parts(ada.app.post(CREATE, form).await).await;
    assert_eq!(status, StatusCode::CREATED, "{form}: {created}");
    ada.get(&format!("/api/consultations/{}", created["slug"].as_str().unwrap())).await
}

/// Returns the initial state of a record, and its reasons.
fn beginning(record: &Value) -> (&str, Vec<&str>) {
    let reasons = record["spam_reasons"].as_array().unwrap();
    let reasons = reasons.iter().map(|reason| reason["reason"].as_str().unwrap());
    (record["state"].as_str().unwrap(), reasons.collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_spam_with_its_reasons() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    for (form, reasons) in [
        (with(HONEYPOT, "Hello"), vec!["honeypot"]),
        (with("full_name", "Prize: https://win.example/1"), vec!["name_link"]),
        (with("message", "[url=https://a.example]a[/url] [url=https://b.example]b[/url]"), vec!["links"]),
        (with("message", "Sm\u{430}ll l\u{43e}ans for everybody"), vec!["mixed_scripts"]),
        (
            with("message", "<a href='https://a.example'>a</a> and \u{441}rypto"),
            vec!["links", "mixed_scripts"],
        ),
    ] {
        let record = stored(&ada, &form).await;
        assert_eq!(beginning(&record), ("spam", reasons), "{form}");
        for reason in record["spam_reasons"].as_array().unwrap() {
            let known = SpamReason::parse(reason["reason"].as_str().unwrap()).unwrap();
            assert_eq!(reason["sentence"], known.sentence());
        }
        // The server itself did that, as the first action.
        assert_eq!(record["version"], 2);
        let history = record["history"].as_array().unwrap();
        assert_eq!(history.len(), 1);
        let expected = json!({"at": record["created_at"], "by": null, "action": "spam", "from": "new", "to": "spam", "text": null});
        assert_eq!(history[0], expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_forms_below_the_threshold_as_new() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    // With files, too.
    for (text, state) in [(" \n\u{a0}\u{200b}", "new"), ("Hello", "spam")] {
        let form = TestForm::valid().text_field(HONEYPOT, text);
        assert_eq!(beginning(&form.stored(&app, &ada.access).await).0, state, "{text:?}");
    }
    for form in [
        contact("We need a shop.", "ada@customer.example"),
        with("full_name", "Ada of shop.example"),
        with(
            "message",
            "Like https://a.example and https://b.example, please. Our developer wrote \u{421}RM.",
        ),
        with("referral", "https://search.example/?q=agency"),
        with(HONEYPOT, ""),
        with(HONEYPOT, " \n\u{feff}\u{a0}\u{200b}"),
        with(HONEYPOT, Value::Null),
        with(HONEYPOT, json!(0)),
        with(HONEYPOT, json!(false)),
        with(HONEYPOT, json!([])),
        with(HONEYPOT, json!({})),
        // Bots fill fields with text only.
        with(HONEYPOT, json!({"a": 1})),
    ] {
        let record = stored(&ada, &form).await;
        assert_eq!(beginning(&record), ("new", vec![]), "{form}");
        assert_eq!((&record["version"], &record["history"]), (&json!(1), &json!([])), "{form}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn detects_the_same_text_from_three_addresses_within_an_hour() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    let send = async |message: &str, email: &str| stored(&ada, &contact(message, email)).await;
    // A visitor sends it again, and corrects the address.
    for email in ["one@mail.example", "ONE@mail.example", "one@mail.example", "two@mail.example"] {
        assert_eq!(beginning(&send(LONG, email).await).0, "new", "{email}");
    }
    let loud = LONG.to_uppercase().replace(' ', "  ");
    for email in ["three@mail.example", "one@mail.example"] {
        assert_eq!(beginning(&send(&loud, email).await), ("spam", vec!["same_text"]), "{email}");
    }
    // The other form counts too.
    let form = TestForm::named("Ada Lovelace").cv("cv.pdf", &pdf(1_000));
    let letter = |n: u32| {
        TestForm::default()
            .text_field("job_title", "Engineer")
            .text_field("full_name", "Ada Lovelace")
            .text_field("email", &format!("{n}@mail.example"))
            .text_field("cover_letter", LONG)
            .cv("cv.pdf", &pdf(1_000))
    };
    assert_eq!(beginning(&letter(4).stored(&app, &ada.access).await).0, "spam");
    assert_eq!(beginning(&form.stored(&app, &ada.access).await).0, "new");
    // Many write short texts alike.
    for n in 0..4 {
        let record = send("We need a shop.", &format!("{n}@mail.example")).await;
        assert_eq!(beginning(&record).0, "new");
    }
    app.execute("UPDATE submissions SET created_at = created_at - interval '1 hour'").await;
    assert_eq!(beginning(&send(LONG, "five@mail.example").await).0, "new");
    assert_eq!(beginning(&letter(6).stored(&app, &ada.access).await).0, "new");
    assert_eq!(beginning(&send(LONG, "seven@mail.example").await).0, "spam");
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_spellings_of_one_mailbox_as_one_address() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    for email in ["info@bücher.example", "info@xn--bcher-kva.example", "two@mail.example"] {
        assert_eq!(beginning(&stored(&ada, &contact(LONG, email)).await).0, "new", "{email}");
    }
    assert_eq!(beginning(&stored(&ada, &contact(LONG, "three@mail.example")).await).0, "spam");
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_few_rows_of_a_flood_of_one_text() {
    let app = TestApp::start().await;
    let flood = "SELECT add_consultation(email => n || '@mail.example') FROM generate_series(1, 1000) AS n; \
                 UPDATE submissions SET text_hash = 'flood'; ANALYZE submissions";
    app.execute(flood).await;
    let mut connection = app.pool().get().await.unwrap();
    connection.begin_test_transaction().await.unwrap();
    let read = "SELECT idx_tup_fetch + seq_tup_read AS number FROM pg_stat_xact_user_tables \
                WHERE relname = 'submissions'";
    // What Postgres has not yet added to its statistics counts too, such as the flood itself.
    let before = numbers(&mut connection, read).await[0];
    assert!(came_from_several_addresses(&connection, Some(b"flood"), "ada@mail.example").await.unwrap());
    let read = numbers(&mut connection, read).await[0] - before;
    assert!((2..100).contains(&read), "read {read} rows");
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_keyed_hashes_of_texts() {
    let app = TestApp::start().await;
    let other =
        Secrets { current: "another secret that only this test has, long enough".into(), former: None };
    let other = app.second_server_with(|setup| setup.config.secrets = other).await;
    for server in [&app, &app, &other] {
        let answer = server.post(CREATE, &contact(LONG, "ada@customer.example")).await;
        assert_eq!(answer.status(), StatusCode::CREATED);
    }
    assert_eq!(app.rows("submissions WHERE length(text_hash) = 16").await, 3);
    assert_eq!(app.rows("(SELECT DISTINCT text_hash FROM submissions) AS hashes").await, 2);
    // Many write short texts alike.
    app.post(CREATE, &contact("We need a shop.", "ada@customer.example")).await;
    assert_eq!(app.rows("submissions WHERE text_hash IS NULL").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_spam_like_any_other_form() {
    let app = TestApp::start().await;
    let head = |answer: &Response| {
        let names = answer.headers().keys().map(ToString::to_string).collect::<Vec<_>>();
        (answer.status(), names)
    };
    let answers = [
        app.post(CREATE, &with("message", "We need a shop.")).await,
        app.post(CREATE, &with(HONEYPOT, "Hello")).await,
    ];
    let [plain, spam] = answers;
    assert_eq!(head(&plain), head(&spam));
    let (plain, spam) = (plain.text().await.unwrap(), spam.text().await.unwrap());
    assert_eq!(plain.len(), spam.len(), "{plain} {spam}");
    let fields = |body: &str| {
        let body: Value = serde_json::from_str(body).unwrap();
        body.as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(fields(&plain), fields(&spam));
    // Rules refuse it with the same messages.
    let refused = async |form: &Value| parts(app.post(CREATE, form).await).await;
    let mut bait = with("message", "short");
    let expected = refused(&bait).await;
    bait[HONEYPOT] = json!("Hello");
    assert_eq!(refused(&bait).await, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn ignores_the_honeypot_when_comparing_repeated_requests() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    let send = async |key: &str, form: &Value| {
        let request = app.request("POST", CREATE).header("idempotency-key", key).json(form);
        parts(request.send().await.unwrap()).await
    };
    let (plain, bait) = (with("message", LONG), {
        let mut form = with("message", LONG);
        form[HONEYPOT] = json!("Hello");
        form
    });
    for (key, first, second, state) in
        [("0123456789abcdef", &bait, &plain, "spam"), ("fedcba9876543210", &plain, &bait, "new")]
    {
        let answer = send(key, first).await;
        assert_eq!(answer.0, StatusCode::CREATED);
        for form in [first, second] {
            assert_eq!(send(key, form).await, answer);
        }
        let record = ada.get(&format!("/api/consultations/{}", answer.1["slug"].as_str().unwrap())).await;
        assert_eq!(record["state"], state);
    }
    assert_eq!((app.rows("consultations").await, app.rows("history").await), (2, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn assesses_applications_by_the_same_rules() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    let record = TestForm::valid().text_field(HONEYPOT, "").stored(&app, &ada.access).await;
    assert_eq!(beginning(&record), ("new", vec![]));
    let record = TestForm::default().text_field(HONEYPOT, "Hello");
    let record = record
        .text_field("job_title", "Engineer")
        .text_field("full_name", "www.win.example")
        .text_field("email", "ada@applicant.example")
        .text_field("cover_letter", "I have built analytical engines for years.")
        .cv("cv.pdf", &pdf(100_000))
        .stored(&app, &ada.access)
        .await;
    assert_eq!(beginning(&record), ("spam", vec!["honeypot", "name_link"]));
    assert_eq!(record["history"][0]["by"], Value::Null);
    let cv = app.get(record["cv_upload"].as_str().unwrap(), &ada.access).await;
    assert_eq!(cv.bytes().await.unwrap().len(), 100_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn never_rejects_or_stores_the_honeypot() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    for junk in [json!("x".repeat(100_000)), json!("\u{0}")] {
        assert_eq!(beginning(&stored(&ada, &with(HONEYPOT, junk)).await), ("spam", vec!["honeypot"]));
    }
    let long = vec![b'x'; 1_000_000];
    for junk in [&long[..], b"\xff\xfe\0", b"x"] {
        let form =
            TestForm::valid().part(&format!("name=\"{HONEYPOT}\""), "", junk).text_field(HONEYPOT, "again");
        assert_eq!(beginning(&form.stored(&app, &ada.access).await), ("spam", vec!["honeypot"]));
    }
    for table in ["submissions", "consultations", "applications"] {
        assert_eq!(app.rows(&format!("{table} AS t WHERE t::text LIKE '%xxx%'")).await, 0, "{table}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn assesses_plain_forms_by_the_same_rules() {
    let root = Site::build();
    let app = TestApp::serving(root.0.clone()).await;
    let ada = Worker::named(&app, "ada").await;
    let post = async |fields: &[(&str, &str)], name: &str| {
        let typed = [("message", "We need a shop."), ("full_name", name), ("email", "a@b.example")];
        let fields = [&typed, fields].concat();
        let request = app.request("POST", CREATE).header("accept", "text/html").form(&fields);
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::SEE_OTHER, "{fields:?}");
        assert_eq!(answer.headers()["location"], "/answers/consultations");
        let newest = ada.get("/api/consultations").await["results"][0]["slug"].clone();
        ada.get(&format!("/api/consultations/{}", newest.as_str().unwrap())).await
    };
    for (fields, name) in [
        (&[][..], "Ada Lovelace"),
        (&[(HONEYPOT, "")], "Ada Byron"),
        (&[("referral", ""), (HONEYPOT, " "), (HONEYPOT, "\r\n")], "Ada King"),
    ] {
        assert_eq!(beginning(&post(fields, name).await), ("new", vec![]), "{fields:?}");
    }
    let filled = post(&[(HONEYPOT, ""), (HONEYPOT, "Hello")], "Ada Noel").await;
    assert_eq!(beginning(&filled), ("spam", vec!["honeypot"]));
    // The honeypot does not make it another form.
    assert_eq!(post(&[], "Ada Noel").await["slug"], filled["slug"]);
    assert_eq!(app.rows("consultations").await, 4);

    let form = TestForm::valid().text_field(HONEYPOT, "Hello").request(&app).header("accept", "text/html");
    let answer = form.send().await.unwrap();
    assert_eq!(
        (answer.status(), &answer.headers()["location"]),
        (StatusCode::SEE_OTHER, &"/answers/applications".parse().unwrap())
    );
    assert_eq!(app.rows("submissions WHERE kind = 'applications' AND state = 'spam'").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_and_finds_spam_at_once() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    let counts = async || {
        let mut counts = Vec::new();
        for list in ["", "?box=new", "?box=open", "?box=done", "?box=spam", "?q=shop&box=spam"] {
            counts.push(ada.get(&format!("/api/consultations{list}")).await["count"].as_i64().unwrap());
        }
        counts
    };
    for _ in 0..2 {
        stored(&ada, &with("message", "We need a shop.")).await;
    }
    let mut spam = Value::Null;
    for _ in 0..3 {
        spam = stored(&ada, &with(HONEYPOT, "Hello")).await;
    }
    let expected = [5, 2, 0, 0, 3, 3];
    assert_eq!(counts().await, expected);
    let inbox = json!({"new": 2, "open": 0, "done": 0, "spam": 3});
    assert_eq!(ada.get("/api/inbox/").await["consultations"], inbox);

    // Marking it as not spam keeps the reasons.
    let path = format!("consultations/{}", spam["slug"].as_str().unwrap());
    let (status, back) = ada.act(&path, &json!({"action": "not_spam", "version": 2})).await;
    assert_eq!((status, &back["state"], &back["version"]), (StatusCode::OK, &json!("new"), &json!(3)));
    assert_eq!(beginning(&back).1, ["honeypot"]);
    assert_eq!(counts().await, [5, 3, 0, 0, 2, 2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn leaves_out_unknown_reasons() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    let spam = stored(&ada, &with(HONEYPOT, "Hello")).await;
    app.execute("UPDATE submissions SET spam_reasons = '{tomorrow,honeypot}'").await;
    let path = format!("/api/consultations/{}", spam["slug"].as_str().unwrap());
    assert_eq!(beginning(&ada.get(&path).await), ("spam", vec!["honeypot"]));
}
