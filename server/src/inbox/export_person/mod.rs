//! `agency-server export-person`: writes everything that was sent from an email address to a ZIP file, for subject
//! access requests (GDPR). It has the rows that `forget` would delete.

#[cfg(test)]
mod tests;

use std::{
    fmt::Write as _,
    fs::{self, File, OpenOptions},
    io::{self, IsTerminal as _, Seek as _, Write as _},
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
};

use anyhow::{Context as _, Result, ensure};
use diesel::{
    prelude::*,
    sql_query,
    sql_types::{Array, BigInt, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde_json::{Map, Value};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use crate::{
    inbox::forget::{accept_email, find_submissions},
    storage::{
        self, Pool,
        functions::lift_timeouts,
        schema::{applications, cv_chunks, submissions},
    },
};

/// Columns that are computed from others: search words, sort keys and hashes.
const COMPUTED: &[&str] = &["words", "words_version", "name_key", "email_key", "text_hash", "content_hash"];

#[derive(QueryableByName)]
struct Json {
    #[diesel(sql_type = Text)]
    json: String,
}

/// Writes the submissions of an address, with everything that refers to them, to a new file that only its owner may read, or
/// to standard output if the path is `-`.
///
/// `records.json` has the rows by table, and each CV is a file in `cv/`. Prints the number of rows of each table.
///
/// # Errors
///
/// The message of the rules for text that is no address, and an error for a file that exists or cannot be written. Nothing
/// unfinished is left or written to standard output.
#[expect(clippy::print_stdout, clippy::print_stderr, reason = "the command prints the counts")]
pub(crate) async fn export_person(pool: &Pool, email: &str, path: &Path) -> Result<()> {
    let email = accept_email(email)?;
    if path == Path::new("-") {
        ensure!(
            !io::stdout().is_terminal(),
            "standard output is a terminal: write to a file by `>person.zip`"
        );
        let file = tempfile::tempfile().context("cannot create a temporary file")?;
        let (mut file, counts) = write_person(pool, &email, file).await?;
        file.rewind()?;
        io::copy(&mut file, &mut io::stdout().lock()).context("cannot write to standard output")?;
        eprint!("{counts}");
        return Ok(());
    }
    let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    let file = file.with_context(|| format!("cannot create {}", path.display()))?;
    let written = write_person(pool, &email, file).await;
    if written.is_err() {
        let _ = fs::remove_file(path);
    }
    let (_, counts) = written.with_context(|| format!("cannot write {}", path.display()))?;
    print!("{counts}");
    Ok(())
}

/// Writes the archive of an address. Returns the file, and a line for each table with the number of its rows.
async fn write_person(pool: &Pool, email: &str, file: File) -> Result<(File, String)> {
    let mut connection = storage::get(pool).await?;
    connection
        .build_transaction()
        .read_only()
        .repeatable_read()
        .run(async |connection| {
            lift_timeouts(connection).await?;
            write_archive(connection, email, file).await
        })
        .await
}

async fn write_archive(
    connection: &mut AsyncPgConnection,
    email: &str,
    file: File,
) -> Result<(File, String)> {
    let ids = find_submissions(connection, email).await?;
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored).large_file(true);
    let mut archive = ZipWriter::new(file);

    let mut records = Map::new();
    records.insert("submissions".into(), rows_of(connection, "submissions", "id", &ids).await?);
    records.insert("deliveries".into(), deliveries_of(connection, &ids).await?);
    for [table, column] in references(connection).await? {
        if !records.contains_key(&table) && table != "cv_chunks" {
            let rows = rows_of(connection, &table, &column, &ids).await?;
            records.insert(table, rows);
        }
    }
    archive.start_file("records.json", options)?;
    archive.write_all(&serde_json::to_vec_pretty(&records)?)?;

    let cvs: Vec<(i64, String, String)> = applications::table
        .inner_join(submissions::table)
        .filter(applications::id.eq_any(&ids))
        .order(applications::id)
        .select((applications::id, submissions::slug, applications::cv_type))
        .load(connection)
        .await?;
    for (id, slug, cv_type) in &cvs {
        archive.start_file(format!("cv/{slug}.{cv_type}"), options)?;
        for position in 0.. {
            let chunk = cv_chunks::table.find((id, position)).select(cv_chunks::bytes);
            let Some(bytes) = chunk.first::<Vec<u8>>(connection).await.optional()? else { break };
            archive.write_all(&bytes)?;
        }
    }
    let file = archive.finish()?;
    file.sync_all()?;
    let mut counts = String::new();
    for (table, rows) in &records {
        writeln!(counts, "{table}: {}", rows.as_array().map_or(0, Vec::len))?;
    }
    writeln!(counts, "cv: {}", cvs.len())?;
    Ok((file, counts))
}

/// Returns each table that refers to submissions, with its column.
async fn references(connection: &mut AsyncPgConnection) -> Result<Vec<[String; 2]>> {
    let query = "SELECT jsonb_agg(jsonb_build_array(conrelid::regclass::text, attname))::text AS json \
         FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1] \
         WHERE contype = 'f' AND confrelid = 'submissions'::regclass";
    let Json { json } = sql_query(query).get_result(connection).await?;
    Ok(serde_json::from_str(&json)?)
}

/// Returns the rows of a table that belong to submissions, as objects without the computed columns.
async fn rows_of(
    connection: &mut AsyncPgConnection,
    table: &str,
    column: &str,
    ids: &[i64],
) -> Result<Value> {
    let query = format!(
        "SELECT coalesce(jsonb_agg(to_jsonb(rows) - $2 ORDER BY {column}), '[]')::text AS json \
         FROM {table} AS rows WHERE {column} = ANY ($1)"
    );
    let query = sql_query(query).bind::<Array<BigInt>, _>(ids).bind::<Array<Text>, _>(COMPUTED);
    let Json { json } = query.get_result(connection).await?;
    Ok(serde_json::from_str(&json)?)
}

/// Returns the mails and webhooks about submissions. Webhooks do not refer to them, because they outlive them.
async fn deliveries_of(connection: &mut AsyncPgConnection, ids: &[i64]) -> Result<Value> {
    let query = "SELECT coalesce(jsonb_agg(to_jsonb(rows) ORDER BY id), '[]')::text AS json FROM deliveries AS rows \
         WHERE slug IN (SELECT slug FROM submissions WHERE id = ANY ($1))";
    let Json { json } = sql_query(query).bind::<Array<BigInt>, _>(ids).get_result(connection).await?;
    Ok(serde_json::from_str(&json)?)
}
