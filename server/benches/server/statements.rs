//! What the server does in the database for a request, as a script for pgbench: Postgres' own log tells it.

use anyhow::{Context as _, Result, bail};

use crate::{
    calls::{self, Call},
    load::{idempotency_key, number},
    product::Product,
    tools::Tools,
};

/// How a form is answered that was stored.
const CREATED: u16 = 201;

/// How often a request may be watched until nothing else happened at the same time.
const TRIES: usize = 20;

/// Two numbers that pgbench makes up for each turn, and what is made of them: what differs from form to form must
/// differ from turn to turn.
const NUMBERS: &str = "\\set a random(1, 9000000000000000000)\n\\set b random(1, 9000000000000000000)\n";
const SLUG: &str = "(lpad(to_hex(:a::bigint), 16, '0') || lpad(to_hex(:b::bigint), 16, '0'))";
const KEY: &str = "('pgbench-' || :a || '-' || :b)";
const HASH: &str = "decode(lpad(to_hex(:a::bigint), 64, '0'), 'hex')";

/// The submission that was just stored.
const SUBMISSION: &str = "currval(pg_get_serial_sequence('submissions', 'id'))";

/// A file as large as the one that is sent, of random words. pgbench does not send it: it copies one that the database
/// has.
const FILE: &str = "(SELECT bytes FROM bench_cv)";
const MAKE_FILE: &str = "CREATE TABLE IF NOT EXISTS bench_cv AS \
     SELECT string_agg(uuid_send(gen_random_uuid()), '') AS bytes FROM generate_series(1, {words})";

/// How long the log shows a hash: 32 bytes in hexadecimal digits.
const HASH_LENGTH: usize = 66;
/// How long it shows a piece of a file at least.
const FILE_LENGTH: usize = 10_000;

/// A script for each call, as a server does it that nobody else asks meanwhile.
pub(crate) async fn scripts(tools: &Tools, rows: u64) -> Result<Vec<String>> {
    let url = tools.url(rows);
    tools.psql(&url, &MAKE_FILE.replace("{words}", &(calls::CV / 16).to_string()))?;
    tools.psql(&url, &format!("ALTER DATABASE bench_{rows} SET log_statement = 'all'"))?;
    let scripts = watch_all(tools, rows).await;
    tools.psql(&url, &format!("ALTER DATABASE bench_{rows} RESET log_statement"))?;
    scripts
}

async fn watch_all(tools: &Tools, rows: u64) -> Result<Vec<String>> {
    let product = Product::start(tools, rows).await?;
    let mut scripts = Vec::new();
    for call in calls::with_statements(&product).await? {
        scripts.push(watch(tools, &product, &call).await.context(call.name)?);
    }
    Ok(scripts)
}

/// Makes a call until the same statements ran for it twice in a row: what the server does by the clock comes between
/// only once.
async fn watch(tools: &Tools, product: &Product, call: &Call) -> Result<String> {
    let mut before = Vec::new();
    for _ in 0..TRIES {
        let (end, key) = (tools.log_length()?, number());
        let answer = product.call(&(call.make)(key), call.status).await?;
        let statements = read(&tools.log_since(&end)?);
        let texts = statements.iter().map(|statement| statement.text.clone()).collect::<Vec<_>>();
        if !texts.is_empty() && texts == before {
            if call.status != CREATED {
                // It may be asked again as it is.
                return Ok(script(statements.iter().map(|statement| statement.with(&statement.values))));
            }
            let slug = answer.get("slug").and_then(serde_json::Value::as_str).context("no slug")?;
            let key = idempotency_key(key);
            let id = tools.psql(
                &tools.url(product.rows),
                &format!("SELECT id FROM submissions WHERE slug = '{slug}'"),
            )?;
            let anew = script(statements.iter().map(|statement| statement.anew([slug, &key, &id])));
            return Ok(format!("{NUMBERS}{anew}"));
        }
        before = texts;
    }
    bail!("the server never did the same twice")
}

/// A statement that ran.
struct Statement {
    text: String,
    /// The values of its parameters, as the log writes them.
    values: Vec<String>,
}

impl Statement {
    /// The statement with these values.
    fn with(&self, values: &[impl AsRef<str>]) -> String {
        let values = values.iter().enumerate().rev();
        values.fold(self.text.clone(), |text, (nth, value)| {
            text.replace(&format!("${}", nth + 1), value.as_ref())
        })
    }

    /// The statement with values of which those that may not come twice are made anew in each turn.
    fn anew(&self, [slug, key, id]: [&str; 3]) -> String {
        let values = self.values.iter().map(|value| {
            let bare = value.trim_matches('\'');
            let is_bytes = bare.starts_with("\\x");
            match bare.len() {
                _ if bare == id => SUBMISSION,
                _ if bare == key => KEY,
                _ if bare == slug => SLUG,
                HASH_LENGTH if is_bytes => HASH,
                FILE_LENGTH.. if is_bytes => FILE,
                _ => value,
            }
        });
        self.with(&values.collect::<Vec<_>>())
    }
}

fn script(statements: impl Iterator<Item = String>) -> String {
    format!("{};\n", statements.collect::<Vec<_>>().join(";\n"))
}

/// The statements of a piece of the log, in their order.
fn read(log: &str) -> Vec<Statement> {
    let mut entries = Vec::<String>::new();
    for line in log.lines() {
        match (line.strip_prefix('\t'), entries.last_mut()) {
            (Some(more), Some(entry)) => *entry = format!("{entry} {more}"),
            _ => entries.push(line.to_owned()),
        }
    }
    let mut statements = Vec::<Statement>::new();
    for entry in &entries {
        let told = entry.split_once("] ").map(|(_, told)| told).unwrap_or_default();
        if let Some(parameters) = told.strip_prefix("DETAIL:  parameters: $1 = ") {
            if let Some(statement) = statements.last_mut() {
                statement.values = values(parameters);
            }
        } else if let Some(told) = told.strip_prefix("LOG:  ")
            && let Some((kind, text)) = told.split_once(": ")
            && (kind == "statement" || kind.starts_with("execute "))
        {
            let text = text.trim_end_matches(';').to_owned();
            statements.push(Statement { text, values: Vec::new() });
        }
    }
    statements
}

/// The values of `'one', $2 = NULL, $3 = '3'`.
fn values(parameters: &str) -> Vec<String> {
    let (mut values, mut rest) = (Vec::new(), parameters);
    while let Some((value, others)) = rest.split_once(&format!(", ${} = ", values.len() + 2)) {
        values.push(typed(value));
        rest = others;
    }
    values.push(typed(rest));
    values
}

/// Marks intervals, such as `'01:00:00'` and `'7 days'`: Postgres takes a bare text that is subtracted from a time for a
/// time.
fn typed(value: &str) -> String {
    let bare = value.trim_matches('\'');
    let is_clock = bare.len() == 8 && bare.split(':').count() == 3;
    let is_interval = is_clock || bare.ends_with(" day") || bare.ends_with(" days");
    if is_interval { format!("interval {value}") } else { value.to_owned() }
}
