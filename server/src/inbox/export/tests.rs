//! Tests exports over HTTP.

mod slow;

use agency_core::filter::{Filter, Moment};
use chrono::{DateTime, TimeDelta, Utc};
use csv::StringRecord;
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};

use crate::{
    auth::token::TokenType,
    inbox::export::{body, routes},
    resources::List,
    testing::{
        app::{TestApp, parts, pause},
        form::TestForm,
        rows::{insert_consultations, insert_numbered, numbers},
    },
};

/// Parses the columns and the rows of a file.
async fn table(file: Response) -> (Vec<String>, Vec<StringRecord>) {
    assert_eq!(file.status(), StatusCode::OK);
    let bytes = file.bytes().await.unwrap();
    let text = std::str::from_utf8(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap()).unwrap();
    assert!(text.ends_with("\r\n"));
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let columns = reader.headers().unwrap().iter().map(str::to_owned).collect();
    (columns, reader.records().map(Result::unwrap).collect())
}

async fn export(app: &TestApp, access: &str, path: &str) -> (Vec<String>, Vec<StringRecord>) {
    table(app.get(path, access).await).await
}

/// Returns the index of a column in an export of consultations.
fn column(rows: &[StringRecord], name: &str) -> Vec<String> {
    let at = body::columns(List::Consultations).iter().position(|column| *column == name).unwrap();
    rows.iter().map(|row| row[at].to_owned()).collect()
}

/// Waits until the end of an export is recorded.
async fn ended(app: &TestApp) {
    while app.rows("exports WHERE ended_at IS NULL").await > 0 {
        pause().await;
    }
}

/// Creates a link to a file.
async fn link(app: &TestApp, access: &str, path: &str) -> String {
    let (status, body) = parts(app.request("POST", path).bearer_auth(access).send().await.unwrap()).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body["url"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn exports_typed_texts_and_escapes_formulas() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let form = json!({
        "message": "=cmd|' /C calc'!A0\n- a \"shop\"\n- a blog; +1 page;=2\n=HYPERLINK(A1)", "full_name": "@Émile", "email": "a@b.example",
        "referral": "+1",
    });
    assert_eq!(app.post("/api/consultations/create/", &form).await.status(), StatusCode::CREATED);
    TestForm::valid().request(&app).send().await.unwrap();
    for (record, action) in [
        ("consultations/1", json!({"action": "start", "version": 1})),
        ("applications/2", json!({"action": "assign", "version": 1, "to": "ada"})),
    ] {
        let path = format!("/api/{record}/actions/");
        let done = app.request("POST", &path).bearer_auth(&access).json(&action).send().await.unwrap();
        assert_eq!(done.status(), StatusCode::OK);
    }
    let record = async |path| parts(app.get(path, &access).await).await.1;
    let text = |value: &Value| value.as_str().unwrap().to_owned();

    let (columns, rows) = export(&app, &access, "/api/consultations/export.csv").await;
    assert_eq!(columns, body::columns(List::Consultations));
    let stored = record("/api/consultations/1").await;
    // A list stays as it was sent.
    let message = "'=cmd|' /C calc'!A0\n- a \"shop\"\n- a blog; +1 page;'=2\n'=HYPERLINK(A1)";
    for (name, expected) in [
        ("submitted_at", &*text(&stored["submitted_at"])),
        ("full_name", "'@Émile"),
        ("email", "a@b.example"),
        ("referral", "'+1"),
        ("message", message),
        ("state", "open"),
        ("assigned_to", ""),
        ("slug", &text(&stored["slug"])),
    ] {
        assert_eq!(column(&rows, name), [expected], "{name}");
    }

    let (columns, rows) = export(&app, &access, "/api/applications/export.csv").await;
    assert_eq!(columns, body::columns(List::Applications));
    let stored = record("/api/applications/2").await;
    let same =
        ["submitted_at", "job_title", "full_name", "email", "cover_letter"].map(|name| text(&stored[name]));
    let more = ["cv.pdf", "new", "ada", stored["slug"].as_str().unwrap(), "unknown", "", "", "", "", ""];
    let more = more.map(str::to_owned);
    assert_eq!(rows, [StringRecord::from(same.into_iter().chain(more).collect::<Vec<_>>())]);
}

#[tokio::test(flavor = "multi_thread")]
async fn quotes_every_cell_but_those_of_the_header() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    app.execute(&insert_consultations(1, 0)).await;
    let file = app.get("/api/consultations/export.csv", &access).await.text().await.unwrap();
    let lines = file.split("\r\n").collect::<Vec<_>>();
    let [header, row, ""] = lines[..] else { panic!("{file:?}") };
    assert_eq!(header, format!("\u{feff}{}", body::columns(List::Consultations).join(",")));
    for cell in row.split(',') {
        assert!(cell.len() >= 2 && cell.starts_with('"') && cell.ends_with('"'), "{row}");
    }
}

#[test]
fn fixes_relative_dates_at_the_start() {
    let day = |text: &str| DateTime::parse_from_rfc3339(text).unwrap().to_utc();
    let (filter, _) = Filter::parse("from=-7d&q=shop");
    let fixed = routes::fixed(filter.clone(), day("2026-01-31T23:59:59Z"));
    let start = day("2026-01-25T00:00:00Z").timestamp_micros();
    assert_eq!(fixed, Filter { from: Some(Moment::Instant(start)), ..filter });
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_export_as_attachment_and_audits_it_without_query() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    app.execute(&insert_consultations(3, 0)).await;
    let path = "/api/consultations/export.csv?box=new&sort=oldest";
    let head = app.request("HEAD", path).bearer_auth(&access).send().await.unwrap();
    let file = app.get(path, &access).await;
    for answer in [&head, &file] {
        assert_eq!(answer.status(), StatusCode::OK);
        let header = |name: &str| answer.headers()[name].to_str().unwrap();
        assert_eq!(header("content-type"), "text/csv; charset=utf-8; header=present");
        assert_eq!(header("cache-control"), "private, no-store");
        assert_eq!(header("x-content-type-options"), "nosniff");
        let name = header("content-disposition");
        assert!(
            name.starts_with("attachment; filename=\"consultations-2") && name.ends_with(".csv\""),
            "{name}"
        );
    }
    assert_eq!(table(file).await.1.len(), 3);
    ended(&app).await;
    // A `HEAD` request is no export.
    let kept = "exports WHERE list = 'consultations' AND by = 'Ada' AND rows = 3 AND ended_at >= at";
    assert_eq!((app.rows(kept).await, app.rows("exports").await), (1, 1));
    let refused = app.get("/api/consultations/export.csv?box=archive", &access).await;
    assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(app.rows("exports").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn exports_every_row_once_in_list_order() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    // More rows than a batch has, with equal times and names; one is later.
    app.execute(&insert_consultations(1_300, 0)).await;
    app.execute("UPDATE submissions SET created_at = now() + interval '1 hour' WHERE id = 1300").await;
    app.execute("UPDATE submissions SET state = 'done', assigned_to = 1 WHERE id % 10 = 0").await;
    app.reindex().await;
    for (query, condition, order) in [
        ("", "true", "created_at DESC, id DESC"),
        ("page=7&sort=oldest", "true", "created_at, id"),
        ("sort=name_asc", "true", "name_key, id"),
        ("sort=name_desc&box=new", "state = 'new'", "name_key DESC, id DESC"),
        ("box=done&assigned=me", "state = 'done'", "created_at DESC, id DESC"),
        ("q=shop&sort=name_desc", "true", "name_key DESC, id DESC"),
        (
            "q=%22name+3%22&from=2026-01-03",
            "id % 7 = 3 AND created_at >= '2026-01-03Z'",
            "created_at DESC, id DESC",
        ),
        ("q=garden", "false", "id"),
    ] {
        let (_, rows) = export(&app, &access, &format!("/api/consultations/export.csv?{query}")).await;
        let expected = format!(
            "SELECT id AS number FROM submissions WHERE {condition} AND created_at <= now() ORDER BY {order}"
        );
        let mut connection = app.pool().get().await.unwrap();
        let expected = numbers(&mut connection, &expected).await;
        let slugs = column(&rows, "slug");
        assert_eq!(slugs.len(), expected.len(), "{query}");
        let in_file = format!(
            "SELECT c.id AS number FROM unnest('{{{}}}'::text[]) WITH ORDINALITY AS f (slug, at) \
             JOIN submissions AS c USING (slug) ORDER BY f.at",
            slugs.join(",")
        );
        assert_eq!(numbers(&mut connection, &in_file).await, expected, "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn exports_hits_while_words_are_outdated() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    // Rows inserted directly have no words. Every third row gets them, as if it were indexed first.
    app.execute(&insert_consultations(1_300, 0)).await;
    app.reindex().await;
    app.execute("UPDATE submissions SET words_version = 0 WHERE id % 3 = 1").await;
    app.execute("UPDATE submissions SET words = '', words_version = 0 WHERE id % 3 = 2").await;
    for (query, condition) in [
        ("q=%22name+3%22", "id % 7 = 3"),
        ("q=shop+-%22name+3%22&sort=name_asc", "id % 7 <> 3"),
        ("q=garden", "false"),
        ("q=-shop", "false"),
        ("sort=oldest", "true"),
    ] {
        let (_, rows) = export(&app, &access, &format!("/api/consultations/export.csv?{query}")).await;
        let expected = app.rows(&format!("submissions WHERE {condition}")).await;
        let slugs = column(&rows, "slug");
        assert_eq!(i64::try_from(slugs.len()).unwrap(), expected, "{query}");
        let among = format!("submissions WHERE {condition} AND slug = ANY('{{{}}}')", slugs.join(","));
        assert_eq!(app.rows(&among).await, expected, "{query}");
    }
    // Sort keys of names change while rows are indexed, so they are no order to read by.
    app.execute("UPDATE submissions SET name_key = 'name ' || id % 5").await;
    let (_, rows) = export(&app, &access, "/api/consultations/export.csv?sort=name_asc").await;
    let at = column(&rows, "submitted_at");
    assert_eq!(at.len(), 1_300);
    assert!(at.is_sorted_by(|newer, older| newer >= older));
    ended(&app).await;
    assert_eq!(app.rows("exports WHERE rows = 0").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn accepts_export_link_only_for_its_file() {
    let app = TestApp::start().await;
    let (access, refresh) = app.sign_in("ada").await;
    app.execute(&insert_consultations(30, 0)).await;
    let made = link(&app, &access, "/api/consultations/export/?sort=oldest&page=3&q=Name%203").await;
    app.reindex().await;
    let follow = async |link: &str| app.request("GET", link).send().await.unwrap();
    let (_, rows) = table(follow(&made).await).await;
    assert_eq!(column(&rows, "full_name"), vec!["Name 3"; 4]);
    // Not even without a filter.
    let all = link(&app, &access, "/api/consultations/export/").await;
    assert_eq!(table(follow(&all).await).await.1.len(), 30);

    let (path, query) = made.split_once('?').unwrap();
    let (target, _) = made.split_once("token=").unwrap();
    let session = app.session_of(&access);
    let sign = |typ, age| {
        let token = app.state.auth.keys.sign(typ, &session, Utc::now() - age, Some(json!(target)));
        format!("{target}token={}", token.unwrap())
    };
    let fresh = sign(TokenType::Export, TimeDelta::zero());
    assert_eq!(follow(&fresh).await.status(), StatusCode::OK);
    for refused in [
        made.replace("sort=oldest", "sort=newest"),
        made.replace("q=Name", "q=name"),
        made.replace("q=Name+3&", ""),
        made.replace("token=", "token=e"),
        made.replace("consultations", "applications"),
        format!("{made}&box=new"),
        format!("{made}&from=today"),
        format!("{path}?token={access}"),
        format!("{path}?token="),
        format!("{path}?{}", query.rsplit('&').collect::<Vec<_>>().join("&")),
        sign(TokenType::Export, TimeDelta::minutes(1)),
        sign(TokenType::Access, TimeDelta::zero()),
    ] {
        let (status, body) = parts(follow(&refused).await).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{refused}: {body}");
    }
    // With an invalid token, the link is ignored.
    let both = app.request("GET", &made).bearer_auth("x").send().await.unwrap();
    assert_eq!(both.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(follow(&made).await.status(), StatusCode::OK);
    app.post("/api/token/revoke/", &json!({"refresh": refresh})).await;
    assert_eq!(follow(&made).await.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_export_over_http_1_0() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let request =
        format!("GET /api/consultations/export.csv HTTP/1.0\r\nAuthorization: Bearer {access}\r\n\r\n");
    let answer = app.raw(&request).await;
    assert!(answer.starts_with("HTTP/1.0 505 "), "{answer}");
    assert!(answer.contains("A list can only be exported over HTTP/1.1"), "{answer}");
    assert_eq!(app.rows("exports").await, 0);
}

/// Inserts more rows than the buffers of a connection hold.
async fn large(app: &TestApp) {
    let message = "'We need a shop. ' || repeat('x', 9000)";
    app.execute(&insert_numbered(1..=3_000, "'Name'", message, "now()")).await;
}

/// Reads a file to its end. Returns whether the body was incomplete.
async fn is_cut_off(mut file: Response) -> bool {
    loop {
        match file.chunk().await {
            Ok(Some(_)) => {}
            Ok(None) => return false,
            Err(_) => return true,
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn aborts_export_if_database_fails() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    large(&app).await;
    let mut file = app.get("/api/consultations/export.csv", &access).await;
    assert!(file.chunk().await.unwrap().is_some());
    app.lose_database().await;
    assert!(is_cut_off(file).await);
    app.return_database().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn aborts_export_when_session_ends() {
    let app = TestApp::start().await;
    let (access, refresh) = app.sign_in("ada").await;
    large(&app).await;
    let mut file = app.get("/api/consultations/export.csv", &access).await;
    assert!(file.chunk().await.unwrap().is_some());
    app.post("/api/token/revoke/", &json!({"refresh": refresh})).await;
    assert!(is_cut_off(file).await);
    ended(&app).await;
    assert_eq!(app.rows("exports WHERE rows < 3000").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn audits_row_count_when_client_disconnects() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    large(&app).await;
    let mut file = app.get("/api/consultations/export.csv", &access).await;
    assert!(file.chunk().await.unwrap().is_some());
    drop(file);
    ended(&app).await;
    assert_eq!(app.rows("exports WHERE rows < 3000").await, 1);
}
