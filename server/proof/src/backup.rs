//! A backup, and what it brings back.

use std::{
    collections::BTreeMap,
    path::Path,
    process::{Command, Output},
};

use anyhow::{Context as _, Result};

use crate::{postgres::Postgres, server::root};

/// Runs a script of the project on a database.
pub(crate) fn run_script(
    name: &str,
    file: &Path,
    database_url: &str,
    settings: &[(&str, &str)],
) -> Result<Output> {
    let mut command = Command::new(root().join("scripts").join(name));
    command.arg(file).env("DATABASE_URL", database_url).env("TOKEN_SECRET", "unused");
    command.envs(settings.iter().copied());
    command.output().with_context(|| format!("{name} cannot be run"))
}

/// Every table with its number of rows and a hash over all that they hold.
pub(crate) async fn content(postgres: &Postgres, database: &str) -> Result<BTreeMap<String, (i64, String)>> {
    let tables = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'";
    let mut content = BTreeMap::new();
    for table in postgres.query(database, tables).await? {
        let table: String = table.try_get(0)?;
        let hashed = format!(
            "SELECT count(*), coalesce(md5(string_agg(hash, '' ORDER BY hash)), '') \
             FROM (SELECT md5(record::text) AS hash FROM \"{table}\" AS record) AS hashes"
        );
        for row in postgres.query(database, &hashed).await? {
            content.insert(table.clone(), (row.try_get(0)?, row.try_get(1)?));
        }
    }
    Ok(content)
}

#[cfg(test)]
mod tests;
