//! The calls that are timed, and what each does in the database, as scripts for pgbench.

use std::sync::Arc;

use anyhow::{Context as _, Result};

use crate::{
    application,
    load::{MakeRequest, get, number, post},
    product::Product,
    tools::Tools,
};

const ACTIVITY: &str = "pg_stat_activity";
const STATEMENTS: &str = "pg_stat_statements";

/// The size of an ordinary CV.
const CV: usize = 200 * 1_024;

const CONSULTATION: &str = r#"{"message":"We need a shop for ten thousand ties.","full_name":"Ada Lovelace","email":"ada@customer.example","referral":"a friend"}"#;

/// A slug that pgbench makes up, and a key's row for it.
const NUMBERS: &str = "\\set a random(1, 9000000000000000000)\n\\set b random(1, 9000000000000000000)\n";
const SLUG: &str = "lpad(to_hex(:a::bigint), 16, '0') || lpad(to_hex(:b::bigint), 16, '0')";
const KEY: &str = "'pgbench-' || :a || '-' || :b";
const HASH: &str = "decode(lpad(to_hex(:a::bigint), 64, '0'), 'hex')";

/// One call.
pub(crate) struct Call {
    pub(crate) name: String,
    /// How it is answered.
    pub(crate) status: u16,
    pub(crate) make: MakeRequest,
    /// The statements that the server ran for it.
    pub(crate) script: String,
    /// Whether there is a budget for it.
    pub(crate) is_budgeted: bool,
}

/// A page of the newest consultations.
pub(crate) async fn list(tools: &Tools, product: &Product, name: &str, page: u64) -> Result<Call> {
    let path = format!("/api/consultations?page={page}&sort=newest");
    product.read(&path).await?;
    let after = ((page - 1) * 10).to_string();
    let statement = tools.statement(product.rows, ACTIVITY, "SELECT place.count", &[&after])?;
    let request = get(&path, &product.access);
    Ok(Call {
        name: format!("list, {name} page"),
        status: 200,
        make: Arc::new(move |_| request.clone()),
        script: format!("{statement};"),
        is_budgeted: true,
    })
}

/// The newest consultation.
pub(crate) async fn detail(tools: &Tools, product: &Product) -> Result<Call> {
    let list = product.read("/api/consultations").await?;
    let slug = list.pointer("/results/0/slug").and_then(serde_json::Value::as_str).context("no record")?;
    let path = format!("/api/consultations/{slug}");
    product.read(&path).await?;
    let beginning = r#"SELECT "consultations"."id"%WHERE ("consultations"."slug""#;
    let slug = format!("'{slug}'");
    let statement = tools.statement(product.rows, STATEMENTS, beginning, &[&slug, "1"])?;
    let request = get(&path, &product.access);
    Ok(Call {
        name: "detail".to_owned(),
        status: 200,
        make: Arc::new(move |_| request.clone()),
        script: format!("{statement};"),
        is_budgeted: true,
    })
}

/// A consultation with an idempotency key.
pub(crate) async fn create(tools: &Tools, product: &Product) -> Result<Call> {
    let make: MakeRequest =
        Arc::new(|key| post("/api/consultations/create/", key, "application/json", CONSULTATION.as_bytes()));
    product.call(&make(number()), 201).await?;
    let row = tools.statement(
        product.rows,
        STATEMENTS,
        r#"INSERT INTO "consultations""#,
        &[
            SLUG,
            "'Ada Lovelace'",
            "'ada lovelace'",
            "'ada@customer.example'",
            "'a friend'",
            "'We need a shop for ten thousand ties.'",
        ],
    )?;
    let script = format!("{NUMBERS}BEGIN;\n{};\n{row};\nCOMMIT;\n", claim(tools, product.rows)?);
    Ok(Call { name: "create".to_owned(), status: 201, make, script, is_budgeted: true })
}

/// An application with an ordinary CV and an idempotency key. pgbench does not send the file: it copies one that the
/// database has.
pub(crate) async fn upload(tools: &Tools, product: &Product) -> Result<Call> {
    let cv = application::cv(CV);
    let form = application::form(&cv);
    let make: MakeRequest = Arc::new(move |key| application::request(key, &form));
    product.call(&make(number()), 201).await?;
    let size = cv.len().to_string();
    let row = tools.statement(
        product.rows,
        STATEMENTS,
        r#"INSERT INTO "applications""#,
        &[
            SLUG,
            "'Software Engineer'",
            "'Ada Lovelace'",
            "'ada lovelace'",
            "'ada@applicant.example'",
            "'I have built analytical engines for years.'",
            "'cv.pdf'",
            "'pdf'",
            &size,
        ],
    )?;
    let (rows, words) = (product.rows, CV / 16);
    // Random words, so that it takes as much space.
    let file = format!(
        "CREATE TABLE bench_cv AS \
         SELECT string_agg(uuid_send(gen_random_uuid()), '') AS bytes FROM generate_series(1, {words})"
    );
    tools.psql(&tools.url(rows), &file)?;
    let bytes = "(SELECT bytes FROM bench_cv)";
    let chunk =
        tools.statement(product.rows, STATEMENTS, r#"INSERT INTO "cv_chunks""#, &[":id", "0", bytes])?;
    let key = claim(tools, product.rows)?;
    let script = format!("{NUMBERS}BEGIN;\n{key};\n{row} \\gset\n{chunk};\nCOMMIT;\n");
    let name = format!("upload of {} KB", CV / 1_024);
    Ok(Call { name, status: 201, make, script, is_budgeted: false })
}

fn claim(tools: &Tools, rows: u64) -> Result<String> {
    tools.statement(rows, STATEMENTS, r#"INSERT INTO "idempotency_keys""#, &[KEY, HASH, SLUG])
}
