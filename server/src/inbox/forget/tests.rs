use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{checked_to, forget, found_by};
use crate::{
    lists::{
        fold_tests::{insert_spread, pages},
        tests::{check_pages, insert, numbers},
        upkeep,
    },
    search::fill,
    testing::{
        app::{TestApp, parts},
        form::{TestForm, pdf},
    },
};

async fn consult(app: &TestApp, email: &str, key: &str) -> StatusCode {
    let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": email});
    let request = app.request("POST", "/api/consultations/create/").json(&form);
    request.header("idempotency-key", format!("consultation-{key}")).send().await.unwrap().status()
}

async fn apply(app: &TestApp, email: &str, key: &str) -> StatusCode {
    let form = TestForm::default()
        .text("job_title", "Software Engineer")
        .text("full_name", "Ada Lovelace")
        .text("email", email)
        .text("cover_letter", "I have built analytical engines for years.")
        .cv("cv.pdf", &pdf(400_000));
    form.request(app).header("idempotency-key", format!("application-{key}")).send().await.unwrap().status()
}

async fn counts(app: &TestApp, access: &str) -> [Value; 2] {
    let mut counts = [Value::Null, Value::Null];
    for (count, list) in counts.iter_mut().zip(["consultations", "applications"]) {
        *count = parts(app.get(&format!("/api/{list}"), access).await).await.1["count"].clone();
    }
    counts
}

#[tokio::test(flavor = "multi_thread")]
async fn all_that_came_from_an_address_goes_and_nothing_else() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("admin").await;
    for (n, email) in
        ["ada@lovelace.example", "Ada@Lovelace.EXAMPLE", "ada@lovelace.example.org", "a.ada@lovelace.example"]
            .into_iter()
            .enumerate()
    {
        assert_eq!(consult(&app, email, &format!("{n}-0123456789")).await, StatusCode::CREATED);
        assert_eq!(apply(&app, email, &format!("{n}-0123456789")).await, StatusCode::CREATED);
    }
    // As it may have come from elsewhere.
    app.execute(
        "INSERT INTO consultations (slug, full_name, name_key, email, message) \
         VALUES (md5(''), 'Ada Lovelace', 'ada lovelace', E' ADA@lovelace.example\\t', 'We need a shop.')",
    )
    .await;
    forget(app.pool(), " ADA@lovelace.Example\n").await.unwrap();
    assert_eq!(counts(&app, &access).await, [json!(2), json!(2)]);
    let left = "email IN ('ada@lovelace.example.org', 'a.ada@lovelace.example')";
    for table in ["consultations", "applications"] {
        assert_eq!(app.rows(&format!("{table} WHERE {left}")).await, 2);
    }
    assert_eq!(app.rows("cv_chunks").await, 4);
    assert_eq!(app.rows("idempotency_keys").await, 4);
    assert_eq!(app.rows("list_changes").await, 0);
    forget(app.pool(), "ada@lovelace.example").await.unwrap();
    assert_eq!(counts(&app, &access).await, [json!(2), json!(2)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_of_any_script_have_one_case() {
    let app = TestApp::start().await;
    assert_eq!(consult(&app, "Ägnes@BÜCHER.example", "0123456789").await, StatusCode::CREATED);
    forget(app.pool(), "äGNES@bücher.example").await.unwrap();
    assert_eq!(app.rows("consultations").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_address_is_refused() {
    let app = TestApp::start().await;
    for (given, sentence) in [
        ("", "Your Email is Required"),
        ("ada", "Please enter a valid email address"),
        ("%@%", "Please enter a valid email address"),
    ] {
        assert_eq!(forget(app.pool(), given).await.unwrap_err().to_string(), sentence);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn all_of_it_goes_or_nothing() {
    let app = TestApp::start().await;
    assert_eq!(consult(&app, "ada@lovelace.example", "0123456789").await, StatusCode::CREATED);
    assert_eq!(apply(&app, "ada@lovelace.example", "0123456789").await, StatusCode::CREATED);
    app.execute(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'no'; END$$; \
         CREATE TRIGGER refuse BEFORE DELETE ON cv_chunks FOR EACH ROW EXECUTE FUNCTION refuse()",
    )
    .await;
    assert!(forget(app.pool(), "ada@lovelace.example").await.is_err());
    assert_eq!((app.rows("consultations").await, app.rows("applications").await), (1, 1));
    assert_eq!(app.rows("idempotency_keys").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_bound_of_a_list_keeps_a_name() {
    let app = TestApp::start().await;
    let mut connection = app.pool().get().await.unwrap();
    app.execute(&insert(19_000, 0).replace("'name ' || n % 7", "'name ' || md5(n::text)")).await;
    upkeep::fold(&mut connection).await.unwrap();
    // Neighbouring bounds, all but the first bucket's and the last.
    let bounds = "SELECT row_id AS number FROM list_buckets \
                  WHERE list = 'consultations' AND sorted_by = 'name_key' ORDER BY name_key";
    let named = numbers(&mut connection, bounds).await;
    assert_eq!(named.len(), 10);
    let gone = &named[1..4];
    app.execute(&format!(
        "UPDATE consultations SET email = 'gone@b.example' WHERE id IN ({}, {}, {})",
        gone[0], gone[1], gone[2]
    ))
    .await;
    forget(app.pool(), "gone@b.example").await.unwrap();
    assert_eq!(numbers(&mut connection, bounds).await.iter().filter(|id| gone.contains(id)).count(), 0);
    assert_eq!(app.rows("list_changes").await, 0);
    check_pages(&mut connection, 10).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_stay_exact_while_some_are_forgotten_and_others_come() {
    let app = TestApp::start().await;
    let some = |rows: usize, from: usize| {
        insert(rows, from)
            .replace("'a@b.example'", "CASE n % 3 WHEN 0 THEN 'gone@b.example' ELSE 'a@b.example' END")
    };
    app.execute(&some(24_000, 0)).await;
    let writers = (1..=3).map(|seed| {
        let (pool, insert) = (app.pool().clone(), some);
        tokio::spawn(async move {
            let mut connection = pool.get().await.unwrap();
            for turn in 0..30 {
                let statement = insert(90, seed * 100_000 + turn * 1_000);
                diesel_async::SimpleAsyncConnection::batch_execute(&mut *connection, &statement)
                    .await
                    .unwrap();
            }
        })
    });
    let writers = writers.collect::<Vec<_>>();
    let mut connection = app.pool().get().await.unwrap();
    while writers.iter().any(|writer| !writer.is_finished()) {
        let (folded, forgotten) =
            tokio::join!(upkeep::fold(&mut connection), forget(app.pool(), "gone@b.example"));
        folded.unwrap();
        forgotten.unwrap();
        check_pages(&mut connection, 100).await;
    }
    for writer in writers {
        writer.await.unwrap();
    }
    forget(app.pool(), "gone@b.example").await.unwrap();
    assert_eq!(app.rows("consultations").await, 16_000 + 3 * 30 * 60);
    check_pages(&mut connection, 10).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_found_by_an_index_however_many_records_there_are() {
    let app = TestApp::patient().await;
    let mut connection = app.pool().get().await.unwrap();
    let mut touched = Vec::new();
    for (rows, from) in [(1_000, 0), (19_000, 1_000)] {
        app.execute(&insert_spread(rows, from)).await;
        app.execute(&format!(
            "UPDATE consultations SET email = id || '@b.example' WHERE id > {from}; \
             UPDATE consultations SET email = 'gone@b.example' WHERE id = {from} + 7"
        ))
        .await;
        while !fill::round(app.pool()).await.unwrap() {}
        app.execute("VACUUM ANALYZE consultations, consultations_words").await;
        // Some that came since.
        for n in 0..20 {
            assert_eq!(
                consult(&app, &format!("{n}@c.example"), &format!("{from}-{n}-0123456789")).await,
                StatusCode::CREATED
            );
        }
        let known = checked_to(&mut connection, "consultations").await.unwrap();
        let statement = found_by("consultations", &["email"], known).replace("$1", "'gone@b.example'");
        // What a connection looks up once is no matter of the statement.
        pages(&mut connection, &statement).await;
        touched.push(pages(&mut connection, &statement).await);
    }
    assert!(touched[0] < 150 && touched[1] < 150, "{touched:?} pages");
    forget(app.pool(), "gone@b.example").await.unwrap();
    assert_eq!(app.rows("consultations WHERE email = 'gone@b.example'").await, 0);
    assert_eq!(app.rows("consultations").await, 20_038);
}
