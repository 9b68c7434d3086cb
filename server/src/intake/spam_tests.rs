//! Forms that begin as spam: stored as any other, answered as any other, and set aside with their reasons.

use agency_core::spam::{HONEYPOT, SpamReason};
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};

use crate::{
    lists::upkeep,
    openapi::contract_tests::Site,
    testing::{
        app::{TestApp, parts},
        form::{TestForm, pdf},
    },
    inbox::action_tests::Worker,
};

const CREATE: &str = "/api/consultations/create/";

/// Long enough to be compared.
const LONG: &str = "We offer five thousand visitors a day at half the price.";

fn contact(message: &str, email: &str) -> Value {
    json!({"message": message, "full_name": "Ada Lovelace", "email": email})
}

/// A form with something else in it.
fn with(field: &str, value: impl Into<Value>) -> Value {
    let mut form = contact("We need a shop.", "ada@customer.example");
    form[field] = value.into();
    form
}

/// Sends a contact form, which is stored, and reads the record.
async fn stored(ada: &Worker<'_>, form: &Value) -> Value {
    let (status, created) = parts(ada.app.post(CREATE, form).await).await;
    assert_eq!(status, StatusCode::CREATED, "{form}: {created}");
    ada.get(&format!("/api/consultations/{}", created["slug"].as_str().unwrap())).await
}

/// The state that a record begins in, and why.
fn beginning(record: &Value) -> (&str, Vec<&str>) {
    let reasons = record["spam_reasons"].as_array().unwrap();
    let reasons = reasons.iter().map(|reason| reason["reason"].as_str().unwrap());
    (record["state"].as_str().unwrap(), reasons.collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn each_signal_sets_a_record_aside_and_says_why() {
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
        // The server itself called it so, which is its first action.
        assert_eq!(record["version"], 2);
        let told = record["history"].as_array().unwrap();
        assert_eq!(told.len(), 1);
        let expected = json!({"at": record["created_at"], "by": null, "action": "spam", "from": "new", "to": "spam", "text": null});
        assert_eq!(told[0], expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_stays_below_the_threshold_is_new() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    for form in [
        contact("We need a shop.", "ada@customer.example"),
        with("full_name", "Ada of shop.example"),
        with(
            "message",
            "Like https://a.example and https://b.example, please. Our developer wrote \u{421}RM.",
        ),
        with("referral", "https://search.example/?q=agency"),
        with(HONEYPOT, ""),
        with(HONEYPOT, " \n\u{feff}"),
        with(HONEYPOT, Value::Null),
        with(HONEYPOT, json!(0)),
        with(HONEYPOT, json!(false)),
        with(HONEYPOT, json!([])),
        with(HONEYPOT, json!({})),
        // Only text is what programs fill fields with.
        with(HONEYPOT, json!({"a": 1})),
    ] {
        let record = stored(&ada, &form).await;
        assert_eq!(beginning(&record), ("new", vec![]), "{form}");
        assert_eq!((&record["version"], &record["history"]), (&json!(1), &json!([])), "{form}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_third_address_with_the_same_text_is_spam_within_an_hour() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    let send = async |message: &str, email: &str| stored(&ada, &contact(message, email)).await;
    // Somebody sends it again, and corrects the address.
    for email in ["one@mail.example", "ONE@mail.example", "one@mail.example", "two@mail.example"] {
        assert_eq!(beginning(&send(LONG, email).await).0, "new", "{email}");
    }
    let loud = LONG.to_uppercase().replace(' ', "  ");
    for email in ["three@mail.example", "one@mail.example"] {
        assert_eq!(beginning(&send(&loud, email).await), ("spam", vec!["same_text"]), "{email}");
    }
    // In the other form too.
    let form = TestForm::of("Ada Lovelace").cv("cv.pdf", &pdf(1_000));
    let letter = |n: u32| {
        TestForm::default()
            .text("job_title", "Engineer")
            .text("full_name", "Ada Lovelace")
            .text("email", &format!("{n}@mail.example"))
            .text("cover_letter", LONG)
            .cv("cv.pdf", &pdf(1_000))
    };
    assert_eq!(beginning(&letter(4).stored(&app, &ada.access).await).0, "spam");
    assert_eq!(beginning(&form.stored(&app, &ada.access).await).0, "new");
    // What many write alike is nobody's own.
    for n in 0..4 {
        let record = send("We need a shop.", &format!("{n}@mail.example")).await;
        assert_eq!(beginning(&record).0, "new");
    }
    app.execute("UPDATE text_fingerprints SET seen_at = seen_at - interval '1 hour'").await;
    assert_eq!(beginning(&send(LONG, "five@mail.example").await).0, "new");
    assert_eq!(beginning(&letter(6).stored(&app, &ada.access).await).0, "new");
    assert_eq!(beginning(&send(LONG, "seven@mail.example").await).0, "spam");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_tells_who_sent_which_text() {
    let app = TestApp::start().await;
    for _ in 0..20 {
        app.post(CREATE, &contact(LONG, "ada@customer.example")).await;
    }
    // One note a sender, of two keyed hashes and the time.
    assert_eq!(app.rows("text_fingerprints").await, 1);
    let plain = "text_fingerprints WHERE length(text_hash) <> 16 OR length(sender_hash) <> 16 \
                 OR position(sha256('ada@customer.example') IN sender_hash) > 0";
    assert_eq!(app.rows(plain).await, 0);
    let columns = "information_schema.columns WHERE table_name = 'text_fingerprints'";
    assert_eq!(app.rows(columns).await, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_gets_the_same_answer_either_way() {
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
    // What a rule refuses is refused in the same words.
    let refused = async |form: &Value| parts(app.post(CREATE, form).await).await;
    let mut bait = with("message", "short");
    let expected = refused(&bait).await;
    bait[HONEYPOT] = json!("Hello");
    assert_eq!(refused(&bait).await, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_key_gives_the_first_answer_whatever_stands_beside_the_form() {
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
async fn an_application_is_judged_alike() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    let record = TestForm::valid().text(HONEYPOT, "").stored(&app, &ada.access).await;
    assert_eq!(beginning(&record), ("new", vec![]));
    let record = TestForm::default().text(HONEYPOT, "Hello");
    let record = record
        .text("job_title", "Engineer")
        .text("full_name", "www.win.example")
        .text("email", "ada@applicant.example")
        .text("cover_letter", "I have built analytical engines for years.")
        .cv("cv.pdf", &pdf(100_000))
        .stored(&app, &ada.access)
        .await;
    assert_eq!(beginning(&record), ("spam", vec!["honeypot", "name_link"]));
    assert_eq!(record["history"][0]["by"], Value::Null);
    let cv = app.request("GET", record["cv_upload"].as_str().unwrap()).send().await.unwrap();
    assert_eq!(cv.bytes().await.unwrap().len(), 100_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_must_stay_empty_is_never_an_error_and_never_stored() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    for junk in [json!("x".repeat(100_000)), json!("\u{0}")] {
        assert_eq!(beginning(&stored(&ada, &with(HONEYPOT, junk)).await), ("spam", vec!["honeypot"]));
    }
    let long = vec![b'x'; 1_000_000];
    for junk in [&long[..], b"\xff\xfe\0", b"x"] {
        let form = TestForm::valid().part(&format!("name=\"{HONEYPOT}\""), "", junk).text(HONEYPOT, "again");
        assert_eq!(beginning(&form.stored(&app, &ada.access).await), ("spam", vec!["honeypot"]));
    }
    let traces = "consultations AS c WHERE c::text LIKE '%xxx%'";
    assert_eq!(app.rows(traces).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_without_scripts_is_judged_by_the_same_and_lacks_nothing() {
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
    // The same form is the same, whatever stands beside it.
    assert_eq!(post(&[], "Ada Noel").await["slug"], filled["slug"]);
    assert_eq!(app.rows("consultations").await, 4);

    let form = TestForm::valid().text(HONEYPOT, "Hello").request(&app).header("accept", "text/html");
    let answer = form.send().await.unwrap();
    assert_eq!(
        (answer.status(), &answer.headers()["location"]),
        (StatusCode::SEE_OTHER, &"/answers/applications".parse().unwrap())
    );
    assert_eq!(app.rows("applications WHERE state = 'spam'").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn boxes_count_it_from_the_first_moment_and_words_find_it() {
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
    upkeep::fold(&mut app.pool().get().await.unwrap()).await.unwrap();
    assert_eq!(counts().await, expected);

    // The way back, and what is kept of the reasons.
    let path = format!("consultations/{}", spam["slug"].as_str().unwrap());
    let (status, back) = ada.act(&path, &json!({"action": "not_spam", "version": 2})).await;
    assert_eq!((status, &back["state"], &back["version"]), (StatusCode::OK, &json!("new"), &json!(3)));
    assert_eq!(beginning(&back).1, ["honeypot"]);
    assert_eq!(counts().await, [5, 3, 0, 0, 2, 2]);
    upkeep::fold(&mut app.pool().get().await.unwrap()).await.unwrap();
    assert_eq!(counts().await, [5, 3, 0, 0, 2, 2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn reasons_of_the_next_release_are_left_out() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    let spam = stored(&ada, &with(HONEYPOT, "Hello")).await;
    app.execute("UPDATE consultations SET spam_reasons = '{tomorrow,honeypot}'").await;
    let path = format!("/api/consultations/{}", spam["slug"].as_str().unwrap());
    assert_eq!(beginning(&ada.get(&path).await), ("spam", vec!["honeypot"]));
}
