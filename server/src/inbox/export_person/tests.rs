use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::Read as _,
    os::unix::fs::PermissionsExt as _,
};

use diesel::{sql_query, sql_types::Text};
use serde_json::{Value, json};
use zip::ZipArchive;

use super::export_person;
use crate::{
    inbox::{
        forget::{
            forget,
            tests::{app_with_deliveries, apply, consult},
        },
        tests::Worker,
    },
    testing::{app::TestApp, form::pdf},
};

/// Loads every row that belongs to a submission, by table, as text without the computed columns.
async fn rows_of_submissions(app: &TestApp) -> BTreeMap<String, Vec<Value>> {
    #[derive(diesel::QueryableByName)]
    struct Row {
        #[diesel(sql_type = Text)]
        row: String,
    }
    let mut tables = BTreeMap::new();
    for table in [
        "submissions",
        "consultations",
        "applications",
        "history",
        "deliveries",
        "idempotency_keys",
        "cv_chunks",
    ] {
        let mut connection = app.pool().get().await.unwrap();
        let query = format!("SELECT to_jsonb(t)::text AS row FROM {table} AS t");
        let rows: Vec<Row> =
            diesel_async::RunQueryDsl::load(sql_query(query), &mut connection).await.unwrap();
        let rows = rows.iter().map(|row| {
            let mut row: Value = serde_json::from_str(&row.row).unwrap();
            row.as_object_mut().unwrap().retain(|column, _| !super::COMPUTED.contains(&column.as_str()));
            row
        });
        tables.insert(table.to_owned(), rows.collect());
    }
    tables
}

fn sorted(rows: &[Value]) -> Vec<String> {
    let mut rows = rows.iter().map(Value::to_string).collect::<Vec<_>>();
    rows.sort();
    rows
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_what_forget_deletes_and_nothing_else() {
    let app = app_with_deliveries().await;
    let ada = Worker::named(&app, "ada").await;
    for (n, email) in
        ["ada@lovelace.example", "Ada@Lovelace.EXAMPLE", "a.ada@lovelace.example"].iter().enumerate()
    {
        assert_eq!(consult(&app, email, &format!("{n}-0123456789")).await, 201);
        assert_eq!(apply(&app, email, &format!("{n}-0123456789")).await, 201);
    }
    for (record, action) in [
        ("consultations/1", json!({"action": "note", "text": "Called."})),
        ("consultations/1", json!({"action": "start", "version": 2})),
        ("applications/4", json!({"action": "spam", "version": 1})),
        ("applications/6", json!({"action": "note", "text": "About somebody else."})),
    ] {
        assert_eq!(ada.act(record, &action).await.0, 200, "{record}");
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ada.zip");
    export_person(app.pool(), " ADA@lovelace.example ", &path).await.unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);

    let mut archive = ZipArchive::new(File::open(&path).unwrap()).unwrap();
    let mut records = Vec::new();
    archive.by_name("records.json").unwrap().read_to_end(&mut records).unwrap();
    let records: BTreeMap<String, Vec<Value>> = serde_json::from_slice(&records).unwrap();
    let before = rows_of_submissions(&app).await;
    forget(app.pool(), app.state.webhooks.as_deref(), "ada@lovelace.example").await.unwrap();
    let after = rows_of_submissions(&app).await;
    for (table, rows) in &before {
        if table == "cv_chunks" {
            continue;
        }
        let deleted = rows.iter().filter(|row| !after[table].contains(row)).cloned().collect::<Vec<_>>();
        assert!(!deleted.is_empty(), "{table}");
        assert_eq!(sorted(&records[table]), sorted(&deleted), "{table}");
    }
    // Tables of other forms are empty.
    let filled = records.values().filter(|rows| !rows.is_empty()).count();
    assert_eq!(filled + 1, before.len());
    let subject = "Subject: Application from Ada Lovelace: Software Engineer\r\n";
    assert!(records["deliveries"].iter().any(|row| row["message"].as_str().unwrap().contains(subject)));

    let cvs = records["applications"].len();
    assert_eq!(archive.len(), 1 + cvs);
    for submission in records["submissions"].iter().filter(|row| row["kind"] == "applications") {
        let mut cv = Vec::new();
        let name = format!("cv/{}.pdf", submission["slug"].as_str().unwrap());
        archive.by_name(&name).unwrap().read_to_end(&mut cv).unwrap();
        assert_eq!(cv, pdf(400_000));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_every_spelling_of_an_address() {
    let app = TestApp::start().await;
    assert_eq!(consult(&app, "info@bücher.example", "3-0123456789").await, 201);
    assert_eq!(consult(&app, "info@xn--bcher-kva.example", "0-0123456789").await, 201);
    assert_eq!(consult(&app, "Info@BÜCHER.example", "1-0123456789").await, 201);
    assert_eq!(consult(&app, "info@bucher.example", "2-0123456789").await, 201);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("info.zip");
    export_person(app.pool(), "info@xn--bcher-kva.example", &path).await.unwrap();
    let mut archive = ZipArchive::new(File::open(&path).unwrap()).unwrap();
    let mut records = Vec::new();
    archive.by_name("records.json").unwrap().read_to_end(&mut records).unwrap();
    let records: Value = serde_json::from_slice(&records).unwrap();
    let ids = records["submissions"].as_array().unwrap().iter().map(|row| &row["id"]).collect::<Vec<_>>();
    assert_eq!(ids, [1, 2, 3]);
}

/// Tests that the file has every table that refers to submissions, including new ones.
#[tokio::test(flavor = "multi_thread")]
async fn writes_rows_of_tables_of_later_forms() {
    let app = TestApp::start().await;
    assert_eq!(consult(&app, "ada@lovelace.example", "0123456789").await, 201);
    app.execute(
        "CREATE TABLE later_forms (id bigint PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE, topic text); \
         INSERT INTO later_forms SELECT id, 'news' FROM submissions",
    )
    .await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ada.zip");
    export_person(app.pool(), "ada@lovelace.example", &path).await.unwrap();
    let mut archive = ZipArchive::new(File::open(&path).unwrap()).unwrap();
    let mut records = Vec::new();
    archive.by_name("records.json").unwrap().read_to_end(&mut records).unwrap();
    let records: Value = serde_json::from_slice(&records).unwrap();
    assert_eq!(records["later_forms"][0]["topic"], "news");
}

#[tokio::test(flavor = "multi_thread")]
async fn keeps_existing_file_and_rejects_invalid_address() {
    let app = TestApp::start().await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ada.zip");
    let refused = export_person(app.pool(), "ada", &path).await.unwrap_err();
    assert_eq!(refused.to_string(), "Please enter a valid email address");
    assert!(!path.exists());
    fs::write(&path, "kept").unwrap();
    assert!(export_person(app.pool(), "ada@lovelace.example", &path).await.is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), "kept");
}

#[tokio::test(flavor = "multi_thread")]
async fn removes_unfinished_file_after_error() {
    let app = TestApp::start().await;
    assert_eq!(apply(&app, "ada@lovelace.example", "0123456789").await, 201);
    app.execute("ALTER TABLE cv_chunks RENAME bytes TO content").await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ada.zip");
    assert!(export_person(app.pool(), "ada@lovelace.example", &path).await.is_err());
    assert!(!path.exists());
}
