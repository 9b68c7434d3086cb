//! A record tells what else came from its address, as erasure by address would find it.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::{
    lists::{
        fold_tests::{insert_spread, pages},
        others::{MOST, column},
    },
    search::fill,
    submissions::forget::forget,
    testing::{
        app::{TestApp, parts},
        form::{TestForm, pdf},
    },
};

async fn consult(app: &TestApp, email: &str) -> String {
    let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": email});
    let (status, body) = parts(app.post("/api/consultations/create/", &form).await).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    body["slug"].as_str().unwrap().to_owned()
}

async fn apply(app: &TestApp, email: &str) -> String {
    let form = TestForm::default()
        .text("job_title", "Software Engineer")
        .text("full_name", "Ada Lovelace")
        .text("email", email)
        .text("cover_letter", "I have built analytical engines for years.")
        .cv("cv.pdf", &pdf(1_000));
    let (status, body) = parts(form.request(app).send().await.unwrap()).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    body["slug"].as_str().unwrap().to_owned()
}

/// The other records, as their lists and slugs.
async fn others(app: &TestApp, access: &str, kind: &str, slug: &str) -> Vec<(String, String)> {
    let (status, record) = parts(app.get(&format!("/api/{kind}/{slug}"), access).await).await;
    assert_eq!(status, StatusCode::OK, "{record}");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let others = record["others"].as_array().unwrap();
    others.iter().map(|other| (text(&other["kind"]), text(&other["slug"]))).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_tells_what_else_came_from_its_address() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let first = consult(&app, "Ägnes@BÜCHER.example").await;
    let second = apply(&app, "ägnes@bücher.EXAMPLE").await;
    let third = consult(&app, "äGNES@Bücher.example").await;
    let alone = consult(&app, "agnes@bucher.example").await;
    let of = |kind: &str, slug: &str| (kind.to_owned(), slug.to_owned());
    for (kind, slug, expected) in [
        ("consultations", &first, vec![of("consultations", &third), of("applications", &second)]),
        ("applications", &second, vec![of("consultations", &third), of("consultations", &first)]),
        ("consultations", &third, vec![of("applications", &second), of("consultations", &first)]),
        ("consultations", &alone, vec![]),
    ] {
        assert_eq!(others(&app, &access, kind, slug).await, expected, "{kind}");
    }
    // An action answers with them too.
    let action = json!({"action": "start", "version": 1});
    let path = format!("/api/consultations/{first}/actions/");
    let answer = app.request("POST", &path).bearer_auth(&access).json(&action).send().await.unwrap();
    assert_eq!(parts(answer).await.1["others"].as_array().unwrap().len(), 2);
    // They are those that go with the address.
    forget(app.pool(), "ÄGNES@bücher.example").await.unwrap();
    assert_eq!((app.rows("consultations").await, app.rows("applications").await), (1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_last_of_many_are_told() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let insert = "INSERT INTO consultations (slug, full_name, name_key, email, message, created_at) \
                  SELECT md5(n::text), 'Ada', 'ada', 'a@b.example', 'We need a shop.', now() - n * interval '1 hour' \
                  FROM generate_series(30, 1, -1) AS n";
    app.execute(insert).await;
    let slug = apply(&app, "A@b.example").await;
    // Until the words of older ones are made, the record stands alone.
    assert!(others(&app, &access, "applications", &slug).await.is_empty());
    while !fill::round(app.pool()).await.unwrap() {}
    let found = others(&app, &access, "applications", &slug).await;
    assert_eq!(found.len(), MOST);
    assert_eq!(found[0].1, "c4ca4238a0b923820dcc509a6f75849b", "the md5 of 1, which is the newest");
}

#[tokio::test(flavor = "multi_thread")]
async fn however_many_there_are_few_pages_are_touched() {
    let app = TestApp::start().await;
    let mut connection = app.pool().get().await.unwrap();
    let statement =
        format!("SELECT {} FROM consultations WHERE consultations.id = 2", column("consultations"));
    let mut touched = Vec::new();
    for (turns, rows) in [(1, 100), (4, 2_500)] {
        for turn in 1..=turns {
            app.execute(&insert_spread(rows, rows * turn)).await;
        }
        app.execute(
            "INSERT INTO consultations_words \
             SELECT id, 1, created_at, name_key, CASE id % 2 WHEN 0 THEN 'a@b.example' ELSE id || '@c.example' END, '' \
             FROM consultations ON CONFLICT DO NOTHING",
        )
        .await;
        app.execute("VACUUM ANALYZE consultations, consultations_words").await;
        // What a connection looks up once is no matter of the record.
        pages(&mut connection, &statement).await;
        touched.push(pages(&mut connection, &statement).await);
    }
    assert!(touched[0] < 120 && touched[1] < 120, "{touched:?} pages");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_changed_by_hand_is_found_anew() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let first = consult(&app, "a@b.example").await;
    let second = consult(&app, "c@d.example").await;
    while !fill::round(app.pool()).await.unwrap() {}
    app.execute(&format!("UPDATE consultations SET email = 'c@d.example' WHERE slug = '{first}'")).await;
    assert!(others(&app, &access, "consultations", &second).await.is_empty());
    let (_, list) = parts(app.get("/api/consultations?q=shop", &access).await).await;
    assert_eq!((&list["count"], &list["complete"]), (&json!(1), &json!(false)));
    while !fill::round(app.pool()).await.unwrap() {}
    assert_eq!(others(&app, &access, "consultations", &second).await[0].1, first);
    // An address is forgotten as it stands in the record, also before its words are made.
    app.execute(&format!("UPDATE consultations SET email = 'e@f.example' WHERE slug = '{first}'")).await;
    forget(app.pool(), "c@d.example").await.unwrap();
    assert_eq!(app.rows("consultations").await, 1);
    forget(app.pool(), "e@f.example").await.unwrap();
    assert_eq!(app.rows("consultations").await, 0);
    assert_eq!(app.rows("consultations_words").await, 0);
}
