//! The server beside pgbench, its memory and its start.

use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::{
    load::{CONNECTIONS, get, post, rate},
    product::Product,
    tools::Tools,
};

const ACTIVITY: &str = "pg_stat_activity";
const STATEMENTS: &str = "pg_stat_statements";

const SECONDS: u64 = 4;
const TIME: Duration = Duration::from_secs(SECONDS);

/// Prints each call's rate beside that of its statements, then memory and start.
pub(crate) async fn run(tools: &Tools, rows: u64) -> Result<()> {
    let product = Product::start(tools, rows).await?;
    println!("\n{:<22}{:>12}{:>12}{:>8}", format!("{rows} rows"), "server/s", "pgbench/s", "share");
    for (name, page) in [("first", 1), ("middle", rows / 20), ("last", rows.div_ceil(10))] {
        let after = (page - 1) * 10;
        let path = format!("/api/consultations?page={page}&sort=newest");
        product.read(&path).await?;
        let statement = tools.statement(rows, ACTIVITY, "SELECT place.count", &[&after.to_string()])?;
        let request = get(&path, &product.access);
        let ours = rate(&product.address, 200, TIME, move |_, _| request.clone()).await?;
        tell(
            &format!("list, {name} page"),
            ours,
            tools.pgbench(rows, &format!("{statement};"), CONNECTIONS, SECONDS)?,
        );
    }

    let list = product.read("/api/consultations").await?;
    let slug =
        list.pointer("/results/0/slug").and_then(serde_json::Value::as_str).context("no record")?.to_owned();
    let request = get(&format!("/api/consultations/{slug}"), &product.access);
    let ours = rate(&product.address, 200, TIME, move |_, _| request.clone()).await?;
    let detail = tools.statement(
        rows,
        STATEMENTS,
        r#"SELECT "consultations"."id"%WHERE ("consultations"."slug""#,
        &[&format!("'{slug}'"), "1"],
    )?;
    tell("detail", ours, tools.pgbench(rows, &format!("{detail};"), CONNECTIONS, SECONDS)?);

    let create = move |connection: usize, turn: u64| {
        let body = r#"{"message":"We need a shop for ten thousand ties.","full_name":"Ada Lovelace","email":"ada@customer.example","referral":"a friend"}"#;
        post("/api/consultations/create/", &format!("bench-create-{connection}-{turn}"), body)
    };
    let ours = rate(&product.address, 201, TIME, create).await?;
    tell("create", ours, tools.pgbench(rows, &creating(tools, rows)?, CONNECTIONS, SECONDS)?);

    let megabytes = |kilobytes: u64| format!("{}.{} MB", kilobytes / 1_024, kilobytes % 1_024 * 10 / 1_024);
    println!("budget 25 %, goal 50 %");
    println!("\nmemory idle {} (budget 30, goal 15)", megabytes(product.idle));
    println!(
        "memory after load over {CONNECTIONS} connections {} (budget 80, goal 50)",
        megabytes(product.memory()?)
    );
    println!("start to ready {} ms (budget 500, goal 150)", product.ready_after.as_millis());
    Ok(())
}

/// What the server does for a new consultation with a key, as a script.
fn creating(tools: &Tools, rows: u64) -> Result<String> {
    let slug = "lpad(to_hex(:a::bigint), 16, '0') || lpad(to_hex(:b::bigint), 16, '0')";
    let key = tools.statement(
        rows,
        STATEMENTS,
        r#"INSERT INTO "idempotency_keys""#,
        &["'pgbench-' || :a || '-' || :b", "decode(lpad(to_hex(:a::bigint), 64, '0'), 'hex')", slug],
    )?;
    let row = tools.statement(
        rows,
        STATEMENTS,
        r#"INSERT INTO "consultations""#,
        &[
            slug,
            "'Ada Lovelace'",
            "'ada lovelace'",
            "'ada@customer.example'",
            "'a friend'",
            "'We need a shop for ten thousand ties.'",
        ],
    )?;
    let numbers = "\\set a random(1, 9000000000000000000)\n\\set b random(1, 9000000000000000000)\n";
    Ok(format!("{numbers}BEGIN;\n{key};\n{row};\nCOMMIT;\n"))
}

fn tell(name: &str, ours: f64, theirs: f64) {
    println!("{name:<22}{ours:>12.0}{theirs:>12.0}{:>7.0} %", 100.0 * ours / theirs);
}
