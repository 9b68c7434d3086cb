//! The programs beside the server: psql and pgbench.

use std::{
    env, fs,
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result, ensure};

/// The server's binary, of the same build as this benchmark.
pub(crate) const SERVER: &str = env!("CARGO_BIN_EXE_agency-server");

/// Where Postgres and its programs are.
pub(crate) struct Tools {
    cluster: String,
    programs: String,
    rows: String,
}

impl Tools {
    pub(crate) fn from_env() -> Result<Self> {
        Ok(Self {
            cluster: env::var("BENCH_DATABASE_URL")?,
            programs: env::var("POSTGRES_BIN")?,
            rows: env::var("BENCH_ROWS")?,
        })
    }

    pub(crate) fn sizes(&self) -> Result<Vec<u64>> {
        self.rows.split_whitespace().map(|rows| rows.parse().context("BENCH_ROWS must be numbers")).collect()
    }

    /// The address of the database with so many rows.
    pub(crate) fn url(&self, rows: u64) -> String {
        self.cluster.replacen("///postgres", &format!("///bench_{rows}"), 1)
    }

    /// Makes that database.
    pub(crate) fn fill(&self, rows: u64) -> Result<()> {
        self.psql(&self.cluster, &format!("CREATE DATABASE bench_{rows}"))?;
        let filled = self.server(rows).args(["seed", &rows.to_string()]).stdout(Stdio::null()).status()?;
        ensure!(filled.success(), "the database could not be filled");
        self.psql(&self.url(rows), "CREATE EXTENSION pg_stat_statements")?;
        Ok(())
    }

    /// The server's command on that database.
    pub(crate) fn server(&self, rows: u64) -> Command {
        let mut command = Command::new(SERVER);
        command
            .env("DATABASE_URL", self.url(rows))
            .env("TOKEN_SECRET", "a secret for a database that is thrown away")
            .env("RATE_LIMITS", "off")
            // One address has a share of the connections; a proxy in front of many visitors has all.
            .env("TRUSTED_PROXIES", "127.0.0.1")
            .env_remove("RUST_LOG");
        command
    }

    /// What a statement answers.
    pub(crate) fn psql(&self, url: &str, statement: &str) -> Result<String> {
        let answer = Command::new(format!("{}/psql", self.programs))
            .args(["-X", "-qtA", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", statement])
            .output()
            .context("psql cannot be run")?;
        ensure!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
        Ok(String::from_utf8(answer.stdout)?.trim().to_owned())
    }

    /// Postgres's version.
    pub(crate) fn version(&self) -> Result<String> {
        let version = self.psql(&self.cluster, "SHOW server_version")?;
        Ok(version.split(' ').next().unwrap_or_default().to_owned())
    }

    /// A statement that the server ran, by how it begins, with its parameters replaced.
    ///
    /// `pg_stat_statements` knows them all, but makes parameters of their constants too. `pg_stat_activity` has them
    /// as they are, the last of each connection.
    pub(crate) fn statement(
        &self,
        rows: u64,
        view: &str,
        beginning: &str,
        parameters: &[&str],
    ) -> Result<String> {
        let beginning = beginning.replace('\'', "''");
        // Neither view is the database's own.
        let query = format!(
            "SELECT query FROM {view} AS ran JOIN pg_database AS base \
             ON base.datname = current_database() AND base.oid = {} \
             WHERE query LIKE '{beginning}%' LIMIT 1",
            if view == "pg_stat_statements" { "ran.dbid" } else { "ran.datid" }
        );
        let found = self.psql(&self.url(rows), &query)?;
        ensure!(!found.is_empty(), "the server ran no statement that begins with {beginning}");
        let mut text = found.replace('\n', " ");
        for (nth, value) in parameters.iter().enumerate().rev() {
            text = text.replace(&format!("${}", nth + 1), value);
        }
        Ok(text)
    }

    /// How often a second pgbench carries a script out.
    pub(crate) fn pgbench(&self, rows: u64, script: &str, connections: usize, seconds: u64) -> Result<f64> {
        let file = env::temp_dir().join(format!("bench-{}.sql", std::process::id()));
        fs::write(&file, script)?;
        let answer = Command::new(format!("{}/pgbench", self.programs))
            .args(["-n", "-M", "prepared", "-j", "1", "-c", &connections.to_string()])
            .args(["-T", &seconds.to_string(), "-f"])
            .arg(&file)
            .arg(self.url(rows))
            .output()
            .context("pgbench cannot be run")?;
        fs::remove_file(&file)?;
        let text = String::from_utf8_lossy(&answer.stdout);
        let tps = text.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok());
        tps.with_context(|| String::from_utf8_lossy(&answer.stderr).into_owned())
    }
}
