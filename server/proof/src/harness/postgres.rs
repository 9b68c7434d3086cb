//! Private Postgres cluster that can be stopped and killed.

use std::fs;

use rustix::process::Signal;
use tokio_postgres::{Client, NoTls, Row};

use crate::harness::prelude::*;

/// Name of the product's database.
pub(crate) const DATABASE: &str = "agency";

#[derive(Clone, Copy)]
pub(crate) enum Stop {
    /// Fast shutdown: rolls back transactions and writes a checkpoint.
    Fast,
    /// Immediate shutdown, like a crash: the next start recovers from the WAL.
    Immediate,
}

/// Private Postgres cluster with production durability.
pub(crate) struct Postgres {
    // Declared first, so that it ends before its folder is removed.
    process: Option<Process>,
    folder: Folder,
    programs: PathBuf,
}

impl Postgres {
    /// Creates a cluster with an empty [`DATABASE`].
    pub(crate) async fn start() -> Result<Self> {
        let postgres = Self::start_empty()?;
        execute(&postgres.url("postgres"), &format!("CREATE DATABASE {DATABASE}")).await?;
        Ok(postgres)
    }

    /// Creates a cluster without the product's database.
    pub(crate) fn start_empty() -> Result<Self> {
        let (programs, folder) = (postgres_programs()?, Folder::new()?);
        let mut initdb = command_as_postgres(&programs.join("initdb"));
        initdb.args(["-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions"]);
        initdb.args(["--auth-local=trust", "--auth-host=reject", "-D"]).arg(folder.path().join("data"));
        run_command(initdb.current_dir(folder.path()))?;
        let mut postgres = Self { process: None, folder, programs };
        postgres.resume()?;
        Ok(postgres)
    }

    pub(crate) fn resume(&mut self) -> Result<()> {
        let mut postgres = command_as_postgres(&self.programs.join("postgres"));
        postgres.current_dir(self.folder.path()).arg("-D").arg(self.folder.path().join("data"));
        postgres.arg("-k").arg(self.folder.path()).args(["-p", "5432", "-c", "listen_addresses="]);
        postgres.args(["-c", "max_connections=200", "-c", "lc_messages=C", "-c", "log_line_prefix="]);
        // A quarter of the memory of a small machine, as docs/operations.md recommends.
        postgres.args(["-c", "shared_buffers=2GB", "-c", "max_wal_size=4GB"]);
        let mut process = Process::start(&mut postgres)?;
        process.wait_for("database system is ready to accept connections")?;
        self.process = Some(process);
        Ok(())
    }

    /// Stops Postgres and keeps the data.
    pub(crate) fn stop(&mut self, how: Stop) -> Result<()> {
        let signal = match how {
            Stop::Fast => Signal::INT,
            Stop::Immediate => Signal::QUIT,
        };
        self.process.take().map_or(Ok(()), |mut process| process.stop(signal).map(drop))
    }

    /// Returns its log since the last start.
    pub(crate) fn log(&self) -> String {
        self.process.as_ref().map(Process::log).unwrap_or_default()
    }

    /// Returns the folder of its socket.
    pub(crate) fn socket(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn url(&self, database: &str) -> String {
        socket_url(self.socket(), 5432, database)
    }

    /// Runs statements on the product's database.
    pub(crate) async fn execute(&self, statements: &str) -> Result<()> {
        execute(&self.url(DATABASE), statements).await
    }

    /// Returns the rows of a query on the product's database.
    pub(crate) async fn query(&self, query: &str) -> Result<Vec<Row>> {
        rows(&self.url(DATABASE), query).await
    }

    /// Returns the only value of a query as text.
    pub(crate) async fn query_text(&self, query: &str) -> Result<String> {
        let rows = self.query(&format!("SELECT ({query})::text")).await?;
        Ok(rows.first().context("no row")?.try_get(0)?)
    }

    /// Runs pgbench with a script and returns the runs per second.
    pub(crate) fn pgbench(&self, script: &str, connections: usize, seconds: u64) -> Result<f64> {
        let file = self.folder.write("script.sql", script)?;
        let mut pgbench = command_as_postgres(&self.programs.join("pgbench"));
        pgbench.args(["-n", "-M", "prepared", "-j", "1", "-c", &connections.to_string()]);
        pgbench.args(["-T", &seconds.to_string(), "-f"]).arg(file).arg(self.url(DATABASE));
        let output = run_command(&mut pgbench)?;
        let rate =
            output.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok());
        rate.with_context(|| format!("pgbench printed no rate:\n{output}"))
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let _ = self.stop(Stop::Immediate);
    }
}

pub(crate) async fn execute(url: &str, statements: &str) -> Result<()> {
    Ok(connect(url).await?.batch_execute(statements).await?)
}

pub(crate) async fn rows(url: &str, query: &str) -> Result<Vec<Row>> {
    Ok(connect(url).await?.query(query, &[]).await?)
}

async fn connect(url: &str) -> Result<Client> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

/// Returns the URL of a database behind a socket.
pub(crate) fn socket_url(socket: &Path, port: u16, database: &str) -> String {
    format!("postgresql:///{database}?host={}&port={port}&user=postgres", socket.display())
}

/// Returns the program folder of the newest Postgres on this machine.
pub(crate) fn postgres_programs() -> Result<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions = versions.map(|version| version.path()).collect::<Vec<_>>();
    versions.sort_by_key(|path| path.file_name().and_then(|name| name.to_str()?.parse::<u32>().ok()));
    let folders = versions.into_iter().rev().map(|version| version.join("bin")).collect::<Vec<_>>();
    let initdb = fs::canonicalize(find_program("initdb", &folders, "postgres")?)?;
    initdb.parent().map(Path::to_path_buf).context("initdb has no folder")
}
