//! Search over HTTP.

use reqwest::StatusCode;
use serde_json::{Value, json};
use url::form_urlencoded;

use super::Worker;
use crate::testing::{
    app::{TestApp, parts},
    form::TestForm,
    rows::insert_numbered,
};

async fn store(app: &TestApp, full_name: &str, message: &str) {
    let form = json!({"message": message, "full_name": full_name, "email": "Ada.B+c@Customer.example", "referral": "a friend"});
    let (status, body) = parts(app.post("/api/consultations/create/", &form).await).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
}

/// Returns the URL of a filtered list.
fn address(table: &str, filter: &[(&str, &str)]) -> String {
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(filter).finish();
    format!("/api/{table}?{query}")
}

/// Loads a list.
async fn list(app: &TestApp, access: &str, table: &str, filter: &[(&str, &str)]) -> Value {
    let (status, body) = parts(app.get(&address(table, filter), access).await).await;
    assert_eq!(status, StatusCode::OK, "{filter:?}: {body}");
    body
}

fn names(list: &Value) -> Vec<&str> {
    list["results"].as_array().unwrap().iter().map(|record| record["full_name"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn finds_records_by_typed_words() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    store(&app, "Émile Zola", "We need a shop for Łódź, and a shop window.").await;
    store(&app, "Grace Hopper", "We need a bridge, and no shop.").await;
    app.reindex().await;
    for (q, found) in [
        ("", &["Grace Hopper", "Émile Zola"][..]),
        ("shop", &["Grace Hopper", "Émile Zola"]),
        ("emile lod", &["Émile Zola"]),
        ("\"shop window\"", &["Émile Zola"]),
        ("shop -bridge", &["Émile Zola"]),
        ("ada.b+c@customer.exam", &["Grace Hopper", "Émile Zola"]),
        ("hopper friend", &["Grace Hopper"]),
        ("\"hopper ada\"", &[]),
        ("-shop", &[]),
        ("garden", &[]),
        ("---", &["Grace Hopper", "Émile Zola"]),
    ] {
        let body = list(&app, &access, "consultations", &[("q", q)]).await;
        assert_eq!(names(&body), found, "{q}");
        assert_eq!(body["count"], found.len(), "{q}");
        assert_eq!((&body["more"], &body["complete"]), (&json!(false), &json!(true)), "{q}");
    }
    let sorted =
        list(&app, &access, "consultations", &[("q", "shop"), ("sort", "oldest"), ("box", "new")]).await;
    assert_eq!(names(&sorted), ["Émile Zola", "Grace Hopper"]);
    assert_eq!(
        names(&list(&app, &access, "consultations", &[("q", "shop"), ("box", "done")]).await),
        [""; 0]
    );

    TestForm::valid().request(&app).send().await.unwrap();
    for (q, count) in [("engineer", 1), ("cv.pdf", 1), ("shop", 0)] {
        assert_eq!(list(&app, &access, "applications", &[("q", q)]).await["count"], count, "{q}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn finds_words_of_any_script() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    for (name, message, queries) in [
        (
            "Li Na",
            "我们想做一个新的网站，请报价。",
            &["网站", "价", "报价 网站", "\"新的网站\"", "na 网站"][..],
        ),
        ("Ｙａｍａｄａ", "ｶﾀｶﾅでお願いします", &["yamada", "カタカナ", "yam"]),
        (
            "Işık",
            "We need a sign for our oﬃce and a web\u{ad}site.",
            &["ışık", "isik", "office", "website", "offi"],
        ),
        ("Somchai", "เราต้องการเว็บไซต์ใหม่", &["เว็บไซต์", "ใหม่"]),
        ("Jürgen", "Straße 5㎏ ½ Ⅳ, een maßgeschneiderte Seite", &["STRASSE", "5kg", "iv", "massgeschneid"]),
        ("\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}", "웹사이트가 필요합니다", &["한글", "웹사"]),
    ] {
        store(&app, name, message).await;
        for q in queries {
            let body = list(&app, &access, "consultations", &[("q", q)]).await;
            assert_eq!(names(&body), [name], "{q}");
        }
    }
    for q in ["站网", "网站 -报价", "网站 －报价", "\"新网站\"", "ハ"] {
        assert_eq!(list(&app, &access, "consultations", &[("q", q)]).await["count"], 0, "{q}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn stores_text_that_becomes_longest_when_folded() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    // One character of 18 letters, in as many characters as name and message may have.
    store(&app, &"\u{fdfa}".repeat(200), &"\u{fdfa}".repeat(10_000)).await;
    assert_eq!(list(&app, &access, "consultations", &[("q", "الله")]).await["count"], 1);
    assert_eq!(list(&app, &access, "consultations", &[("sort", "name_asc")]).await["count"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn sorts_names_by_letters_then_by_marks() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    for name in ["Zoe", "Álvaro", "Ｙａｍａｄａ", "alvaro", "Łukasz", "Ángel"] {
        store(&app, name, "We need a shop.").await;
    }
    let sorted = ["alvaro", "Álvaro", "Ángel", "Łukasz", "Ｙａｍａｄａ", "Zoe"];
    for filter in [&[("sort", "name_asc")][..], &[("sort", "name_asc"), ("q", "shop")]] {
        assert_eq!(names(&list(&app, &access, "consultations", filter).await), sorted);
    }
    // As an older server stored them.
    app.execute("UPDATE submissions SET name_key = lower(full_name), words_version = 1 WHERE id % 2 = 0")
        .await;
    for filter in [&[("sort", "name_desc")][..], &[("sort", "name_desc"), ("q", "shop")], &[("q", "shop")]] {
        assert_eq!(list(&app, &access, "consultations", filter).await["complete"], false, "{filter:?}");
    }
    assert_eq!(list(&app, &access, "consultations", &[("sort", "oldest")]).await["complete"], true);
    app.reindex().await;
    let body = list(&app, &access, "consultations", &[("sort", "name_asc")]).await;
    assert_eq!((names(&body), &body["complete"]), (sorted.to_vec(), &json!(true)));
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_to_any_query() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    store(&app, "Ada Lovelace", "We need a shop for ten thousand ties.").await;
    let long = "a".repeat(5_000);
    let words = (0..100).map(|n| format!("a{n}.b{n}")).collect::<Vec<_>>().join(" ");
    for q in
        ["\0", "\"", "\"\"\"", "-", "שלום", "' | & ! :* <-> \\", "a:*", "é\u{301}", "😀", "z", &long, &words]
    {
        list(&app, &access, "consultations", &[("q", q)]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn filters_by_date_and_rejects_invalid_dates() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    for (name, at) in [
        ("First", "2026-01-30T23:59:59.999999Z"),
        ("Second", "2026-01-31T00:00:00Z"),
        ("Third", "2026-01-31T23:59:59.999999Z"),
    ] {
        store(&app, name, "We need a shop.").await;
        app.execute(&format!("UPDATE submissions SET created_at = '{at}' WHERE full_name = '{name}'")).await;
    }
    for (from, to, found) in [
        ("2026-01-31", "2026-01-31", &["Third", "Second"][..]),
        ("2026-01-31T00:00:00.000001Z", "9999-12-31", &["Third"]),
        ("0000-01-01", "2026-01-31T01:00:00+01:00", &["Second", "First"]),
        ("2026-02-01", "2026-01-01", &[]),
    ] {
        let body = list(&app, &access, "consultations", &[("from", from), ("to", to)]).await;
        assert_eq!(names(&body), found, "{from} {to}");
        assert_eq!(body["count"], found.len());
    }
    for (part, value) in [("from", "2026-04-31"), ("to", "today"), ("box", "archive"), ("assigned", "")] {
        let refused = app.get(&address("consultations", &[(part, value)]), &access).await;
        let (status, body) = parts(refused).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{part}");
        assert!(body["errors"][part].is_string(), "{body}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reindexes_older_rows_in_background() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    store(&app, "Émile Zola", "We need a shop for Łódź, and a shop window.").await;
    TestForm::valid().request(&app).send().await.unwrap();
    app.execute(
        "CREATE TABLE stored AS TABLE submissions; \
         UPDATE submissions SET words = '', name_key = '', email_key = '', words_version = 0",
    )
    .await;
    for list_name in ["consultations", "applications"] {
        let body = list(&app, &access, list_name, &[("q", "a")]).await;
        assert_eq!((&body["count"], &body["complete"]), (&json!(0), &json!(false)));
    }
    app.reindex().await;
    assert_eq!(app.rows("(TABLE stored EXCEPT TABLE submissions) AS different").await, 0);
    for list_name in ["consultations", "applications"] {
        assert_eq!(list(&app, &access, list_name, &[("q", "zzz")]).await["complete"], true);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn caps_count_of_many_hits() {
    let app = TestApp::patient().await;
    let (access, _) = app.sign_in("ada").await;
    app.execute(&insert_numbered(1..=10_001, "'Ada ' || n", "'We need a shop.'", "now()")).await;
    app.reindex().await;
    let first = list(&app, &access, "consultations", &[("q", "shop"), ("sort", "oldest")]).await;
    assert_eq!((&first["count"], &first["more"]), (&json!(10_000), &json!(true)));
    assert_eq!(names(&first)[..2], ["Ada 1", "Ada 2"]);
    let last =
        list(&app, &access, "consultations", &[("q", "shop"), ("sort", "oldest"), ("page", "1000")]).await;
    assert_eq!(names(&last).last(), Some(&"Ada 10000"));
    let past = list(&app, &access, "consultations", &[("q", "shop"), ("page", "1001")]).await;
    assert_eq!((names(&past).len(), &past["count"]), (0, &json!(10_000)));
    for (q, count, more) in [("need sho", 10_000, true), ("shop 777", 11, false), ("\"ada 7\" sho", 1, false)]
    {
        let found = list(&app, &access, "consultations", &[("q", q)]).await;
        assert_eq!((&found["count"], &found["more"]), (&json!(count), &json!(more)), "{q}");
    }
    let fewer = list(&app, &access, "consultations", &[("q", "shop -\"ada 7\"")]).await;
    assert_eq!((&fewer["count"], &fewer["more"]), (&json!(10_000), &json!(false)));

    // Many newer ones without the word.
    app.execute(&insert_numbered(20_000..=35_000, "'Zoe ' || n", "'We need a site.'", "now()")).await;
    app.execute(
        "UPDATE submissions SET words = 'site', words_version = (SELECT max(words_version) FROM submissions) \
         WHERE full_name LIKE 'Zoe%'",
    )
    .await;
    for (sort, expected) in [("newest", "Ada 10001"), ("name_desc", "Ada 9999")] {
        let found = list(&app, &access, "consultations", &[("q", "shop"), ("sort", sort)]).await;
        assert_eq!((&found["count"], &found["more"]), (&json!(10_000), &json!(true)));
        assert_eq!((names(&found).len(), names(&found)[0]), (10, expected), "{sort}");
    }
    let second = [("q", "shop"), ("sort", "newest"), ("page", "2"), ("box", "new")];
    assert_eq!(names(&list(&app, &access, "consultations", &second).await)[0], "Ada 9991");
}

#[tokio::test(flavor = "multi_thread")]
async fn responds_304_for_unchanged_list() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    TestForm::valid().request(&app).send().await.unwrap();
    store(&app, "Ada Lovelace", "We need a shop.").await;
    app.reindex().await;
    for path in ["/api/applications", "/api/consultations?q=shop", "/api/consultations?box=new&sort=oldest"] {
        let ask = async |tags: Option<&str>| {
            let request = app.request("GET", path).bearer_auth(&access);
            let request = if let Some(tags) = tags { request.header("if-none-match", tags) } else { request };
            request.send().await.unwrap()
        };
        let first = ask(None).await;
        let tag = first.headers()["etag"].to_str().unwrap().to_owned();
        assert_eq!(first.headers()["cache-control"], "no-store");
        // A link's signature changes with the second.
        let by_apache = format!("{}-gzip\"", tag.trim_end_matches('"'));
        for tags in [&tag, &format!("\"other\", W/{tag}"), &by_apache, "*"] {
            let again = ask(Some(tags)).await;
            assert_eq!(
                (again.status(), again.headers()["etag"].to_str().unwrap()),
                (StatusCode::NOT_MODIFIED, &*tag)
            );
            assert!(again.bytes().await.unwrap().is_empty());
        }
        assert_eq!(ask(Some("\"other\"")).await.status(), StatusCode::OK);
        app.execute("UPDATE submissions SET version = version + 1").await;
        assert_eq!(ask(Some(&tag)).await.status(), StatusCode::OK, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn serves_other_requests_while_searches_wait() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    store(&app, "Ada Lovelace", "We need a shop.").await;
    let slug = list(&app, &access, "consultations", &[]).await["results"][0]["slug"].clone();
    let neighbours = format!("/api/consultations/{}/neighbours", slug.as_str().unwrap());

    let permits = app.state.inbox.long_work.all_permits().await;
    let insights = "/api/insights?from=2026-01-01&to=2026-01-31&zone=UTC";
    let waiting = ["/api/consultations?q=shop", &format!("{neighbours}?q=shop"), insights]
        .map(|path| app.request("GET", path).bearer_auth(&access).send());
    let mut waiting = std::pin::pin!(futures_util::future::join_all(waiting));
    let others = async {
        store(&app, "Eve Adams", "We need a site.").await;
        list(&app, &access, "consultations", &[("box", "new")]).await["count"].clone()
    };
    tokio::select! {
        _ = &mut waiting => panic!("a search did not wait for its turn"),
        count = others => assert_eq!(count, 2),
    }
    drop(permits);
    for answer in waiting.await {
        assert_eq!(answer.unwrap().status(), StatusCode::OK);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_last_days_from_request() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    for (name, days) in [("Ada Five", 5), ("Ada Eight", 8)] {
        store(&app, name, "We need a shop.").await;
        let aged = format!(
            "UPDATE submissions SET created_at = now() - interval '{days} days' WHERE full_name = '{name}'"
        );
        app.execute(&aged).await;
    }
    for (from, found) in [
        ("-7d", &["Ada Five"][..]),
        ("-30d", &["Ada Five", "Ada Eight"]),
        ("-366d", &["Ada Five", "Ada Eight"]),
        ("-1d", &[]),
    ] {
        let body = list(&app, &access, "consultations", &[("from", from)]).await;
        assert_eq!(names(&body), found, "{from}");
    }
    for bad in ["-0d", "-367d", "7d", "-1w"] {
        let (status, body) = parts(app.get(&address("consultations", &[("from", bad)]), &access).await).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{bad}");
        let words = "From must be a date such as 2026-01-31, an instant such as 2026-01-31T12:00:00Z, or days such as -7d";
        assert_eq!(body["errors"], json!({"from": words}), "{bad}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn finds_address_by_both_spellings_of_its_domain() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    for (name, email) in [
        ("Unicode", "info@bücher.example"),
        ("Ascii", "info@xn--bcher-kva.example"),
        ("Other", "info@bucher.test"),
    ] {
        let form = json!({"message": "We need a shop.", "full_name": name, "email": email});
        assert_eq!(app.post("/api/consultations/create/", &form).await.status(), StatusCode::CREATED);
    }
    let check = async || {
        for q in ["info@bücher.example", "info@xn--bcher-kva.example", "xn--bcher", "\"bücher.example\""] {
            let body = list(&app, &access, "consultations", &[("q", q)]).await;
            assert_eq!(names(&body), ["Ascii", "Unicode"], "{q}");
            let file = app.get(&address("consultations/export.csv", &[("q", q)]), &access).await;
            assert_eq!(file.text().await.unwrap().matches('@').count(), 2, "{q}");
        }
    };
    check().await;
    // Those stored before are found once they are indexed again.
    app.execute("UPDATE submissions SET words = '', words_version = 2").await;
    app.reindex().await;
    check().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn filters_by_source_and_first_action() {
    let app = TestApp::start().await;
    let ada = Worker::named(&app, "ada").await;
    for (name, channel, landing, campaign, state) in [
        ("Paid", "paid", "'/contact'", "'spring'", "new"),
        ("Mail", "email", "'/'", "'Spring'", "open"),
        ("Typed", "direct", "'/contact'", "NULL", "done"),
        ("Robot", "unknown", "NULL", "'spring'", "spam"),
    ] {
        app.execute(&format!(
            "SELECT add_consultation(full_name => '{name}', state => '{state}'); \
             UPDATE submissions SET channel = '{channel}', landing = {landing}, utm_campaign = {campaign} \
             WHERE full_name = '{name}'"
        ))
        .await;
    }
    let noted = json!({"action": "note", "text": "Called her."});
    assert_eq!(ada.act("consultations/1", &noted).await.0, StatusCode::OK);
    assert_eq!(
        ada.act("consultations/3", &json!({"action": "reopen", "version": 1})).await.0,
        StatusCode::OK
    );
    for (filter, found) in [
        (&[("channel", "paid")][..], &["Paid"][..]),
        (&[("channel", "search")], &[]),
        (&[("landing", "/contact")], &["Paid", "Typed"]),
        (&[("landing", "/")], &["Mail"]),
        (&[("campaign", "spring")], &["Paid", "Robot"]),
        (&[("campaign", "spring"), ("box", "kept")], &["Paid"]),
        (&[("campaign", "' OR true --")], &[]),
        (&[("waiting", "no")], &["Paid"]),
        (&[("waiting", "yes")], &["Mail", "Typed", "Robot"]),
        (&[("waiting", "yes"), ("box", "kept"), ("landing", "/contact"), ("q", "shop")], &["Typed"]),
        (&[("box", "kept")], &["Paid", "Mail", "Typed"]),
        (&[("box", "kept"), ("sort", "name_desc")], &["Typed", "Paid", "Mail"]),
        (&[("box", "kept"), ("assigned", "me")], &[]),
    ] {
        app.reindex().await;
        let oldest = [filter, &[("sort", "oldest")]].concat();
        let body = list(&app, &ada.access, "consultations", &oldest).await;
        assert_eq!((names(&body), &body["count"]), (found.to_vec(), &json!(found.len())), "{filter:?}");
        let file = app.get(&address("consultations/export.csv", &oldest), &ada.access).await;
        assert_eq!(file.text().await.unwrap().lines().count(), found.len() + 1, "{filter:?}");
    }
    let counts = ada.get("/api/consultations/counts?campaign=spring").await;
    assert_eq!((&counts["all"]["count"], &counts["spam"]["count"]), (&json!(2), &json!(1)));
    // An action that was undone is none.
    for (action, version, count) in
        [("finish", 1, 0), ("undo", 2, 1), ("spam", 3, 1), ("undo", 4, 1), ("finish", 5, 0)]
    {
        let done = ada.act("consultations/2", &json!({"action": action, "version": version})).await;
        assert_eq!(done.0, StatusCode::OK, "{}", done.1);
        let mail = [("waiting", "yes"), ("channel", "email")];
        assert_eq!(list(&app, &ada.access, "consultations", &mail).await["count"], count, "{action}");
    }
}
