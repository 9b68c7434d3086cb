//! Extracts the statements of a request from the log of Postgres, as a script for pgbench.

use crate::bench::Bench;
use crate::bench::rates::Call;
use crate::harness::prelude::*;

/// Maximum repetitions of a request until no background task sends statements at the same time.
const TRIES: usize = 20;

/// Two random numbers for each run of a pgbench script, from which the unique values derive.
const NUMBERS: &str = "\\set a random(1, 9000000000000000000)\n\\set b random(1, 9000000000000000000)\n";
/// Slug or idempotency key.
const SLUG: &str = "(lpad(to_hex(:a::bigint), 16, '0') || lpad(to_hex(:b::bigint), 16, '0'))";
const HASH: &str = "decode(lpad(to_hex(:a::bigint), 64, '0'), 'hex')";
/// Number of the submission that was just stored.
const SUBMISSION: &str = "currval(pg_get_serial_sequence('submissions', 'id'))";

/// Returns a script for each call.
pub(super) async fn scripts(bench: &mut Bench, calls: &[Call]) -> Result<Vec<String>> {
    bench.log_statements("all").await?;
    bench.restart(&[]).await?;
    let mut scripts = Vec::new();
    for call in calls {
        scripts.push(script(bench, call).await.context(call.name)?);
    }
    bench.log_statements("none").await?;
    Ok(scripts)
}

/// Repeats a call until it sends the same statements twice in a row, which excludes statements of background tasks.
async fn script(bench: &Bench, call: &Call) -> Result<String> {
    let (postgres, mut before) = (&bench.system.postgres, Vec::new());
    let make = call.make(&bench.session.access);
    for _ in 0..TRIES {
        let start = postgres.log().len();
        let answer = once(bench.system.address(), &make(0)).await?.ensure(call.status)?;
        let statements = parse_log(postgres.log().get(start..).unwrap_or_default());
        let texts = statements.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>();
        if texts.is_empty() || texts != before {
            before = texts;
            continue;
        }
        let mut stored = None;
        if call.path.is_none() {
            let of_slug = format!("SELECT id FROM submissions WHERE slug = '{}'", answer.json_text("/slug")?);
            stored = Some(postgres.query_text(&of_slug).await?);
        }
        let lines = statements.iter().map(|statement| fill_values(statement, stored.as_deref()));
        return Ok(format!("{NUMBERS}{};\n", lines.collect::<Vec<_>>().join(";\n")));
    }
    bail!("the server never sent the same statements twice")
}

/// Statement, and the values of its parameters as written in the log.
type Statement = (String, Vec<String>);

/// Fills the values into a statement. If it is of a form, with the number of the stored submission, values that must be
/// unique derive from random numbers.
fn fill_values((text, values): &Statement, stored: Option<&str>) -> String {
    values.iter().enumerate().rev().fold(text.clone(), |text, (number, value)| {
        let bare = value.trim_matches('\'');
        let is_hexadecimal = bare.trim_start_matches("\\x").bytes().all(|byte| byte.is_ascii_hexdigit());
        let value = match (stored, bare.len()) {
            (Some(id), _) if id == bare => SUBMISSION,
            (Some(_), 32) if is_hexadecimal => SLUG,
            (Some(_), 66) if is_hexadecimal => HASH,
            _ => value,
        };
        text.replace(&format!("${}", number + 1), value)
    })
}

/// Parses the statements in a part of the log, in order.
pub(super) fn parse_log(log: &str) -> Vec<Statement> {
    let mut statements = Vec::<Statement>::new();
    for entry in log.replace("\n\t", " ").lines() {
        let (kind, text) = entry.split_once(":  ").unwrap_or_default();
        let (what, text) = text.split_once(": ").unwrap_or_default();
        if kind == "LOG" && (what == "statement" || what.starts_with("execute ")) {
            statements.push((text.trim_end_matches(';').to_owned(), Vec::new()));
        } else if kind == "DETAIL"
            && what.eq_ignore_ascii_case("parameters")
            && let (Some((_, values)), Some(text)) = (statements.last_mut(), text.strip_prefix("$1 = "))
        {
            *values = parse_values(text);
        }
    }
    statements
}

/// Parses the values of `'one', $2 = NULL, $3 = '3'`.
fn parse_values(mut rest: &str) -> Vec<String> {
    let mut values = Vec::new();
    while let Some((value, others)) = rest.split_once(&format!(", ${} = ", values.len() + 2)) {
        values.push(with_type(value));
        rest = others;
    }
    values.push(with_type(rest));
    values
}

/// Adds the type of intervals, such as `'01:00:00'` and `'7 days'`, and of arrays.
///
/// Without it, Postgres parses a text that is subtracted from a time as a time. Arrays of hashes get new hashes,
/// because no two visitors share the subjects of limits.
fn with_type(value: &str) -> String {
    let bare = value.trim_matches('\'');
    let is_clock = bare.len() == 8 && bare.split(':').count() == 3;
    let is_interval = is_clock || bare.ends_with(" day") || bare.ends_with(" days");
    if is_interval {
        return format!("interval {value}");
    }
    let Some(items) = bare.strip_prefix('{').filter(|items| items.len() > 1) else {
        return value.to_owned();
    };
    let hashes = items.matches("\\x").count();
    if hashes == 0 {
        let is_numeric = items.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b',' | b'}'));
        return format!("{value}::{}[]", if is_numeric { "int" } else { "text" });
    }
    let hash = |number| format!("decode(lpad(to_hex(:a::bigint + {number}), 64, '0'), 'hex')");
    format!("ARRAY[{}]", (0..hashes).map(hash).collect::<Vec<_>>().join(", "))
}
