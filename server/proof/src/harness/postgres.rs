//! Private Postgres cluster that can be stopped and killed.

use std::fs;

use tokio_postgres::{Client, NoTls, Row};

use crate::harness::prelude::*;

const READY: &str = "database system is ready to accept connections";

/// Private Postgres cluster with production durability.
pub(crate) struct Postgres {
    // Declared first, so that it ends before its folder is removed.
    process: Process,
    /// Folder of its data and its socket.
    pub(crate) folder: TempDir,
}

impl Postgres {
    pub(crate) async fn start() -> Result<Self> {
        let (programs, folder) = (postgres_programs()?, temporary_folder()?);
        let data = folder.path().join("data");
        let mut initdb = command_as_postgres(&programs.join("initdb"));
        initdb.args(["-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions"]);
        initdb.args(["--auth-local=trust", "--auth-host=reject", "-D"]).arg(&data);
        run_command(initdb.current_dir(folder.path()))?;
        let mut command = command_as_postgres(&programs.join("postgres"));
        command.current_dir(folder.path()).arg("-D").arg(data).arg("-k").arg(folder.path());
        command.args(["-p", "5432", "-c", "listen_addresses=", "-c", "max_connections=200"]);
        command.args(["-c", "lc_messages=C", "-c", "log_line_prefix="]);
        // A quarter of the memory of a small machine, as docs/operations.md recommends.
        command.args(["-c", "shared_buffers=2GB", "-c", "max_wal_size=4GB"]);
        let mut process = Process::start(command)?;
        process.wait_for(READY).await?;
        Ok(Self { process, folder })
    }

    pub(crate) async fn resume(&mut self) -> Result<()> {
        self.process.restart()?;
        self.process.wait_for(READY).await
    }

    /// Stops Postgres and keeps the data. `INT` rolls back transactions and writes a checkpoint. `QUIT` is like a crash:
    /// the next start recovers from the WAL.
    pub(crate) fn stop(&mut self, signal: Signal) -> Result<()> {
        self.process.stop(signal).map(drop)
    }

    /// Returns its log since the last start.
    pub(crate) fn log(&self) -> String {
        self.process.log()
    }

    pub(crate) fn url(&self) -> String {
        socket_url(self.folder.path(), 5432)
    }

    pub(crate) async fn execute(&self, statements: &str) -> Result<()> {
        Ok(connect(&self.url()).await?.batch_execute(statements).await?)
    }

    /// Returns the only value of a query as text.
    pub(crate) async fn query_text(&self, query: &str) -> Result<String> {
        let rows = rows(&self.url(), &format!("SELECT ({query})::text")).await?;
        Ok(rows.first().context("no row")?.try_get(0)?)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let _ = self.stop(Signal::QUIT);
    }
}

pub(crate) async fn rows(url: &str, query: &str) -> Result<Vec<Row>> {
    Ok(connect(url).await?.query(query, &[]).await?)
}

async fn connect(url: &str) -> Result<Client> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

/// Returns the URL of the database behind a socket.
pub(crate) fn socket_url(socket: &Path, port: u16) -> String {
    format!("postgresql:///postgres?host={}&port={port}&user=postgres", socket.display())
}

/// Returns the program folder of the newest Postgres on this machine.
pub(crate) fn postgres_programs() -> Result<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let installed = versions.map(|version| version.path()).filter(|path| path.join("bin/initdb").is_file());
    let number_of = |path: &PathBuf| path.file_name().and_then(|name| name.to_str()?.parse::<u32>().ok());
    if let Some(newest) = installed.max_by_key(number_of) {
        return Ok(newest.join("bin"));
    }
    let initdb = fs::canonicalize(find_program("initdb", "postgres")?)?;
    initdb.parent().map(Path::to_path_buf).context("initdb has no folder")
}
