//! A private Postgres that can be stopped, killed and filled up.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};
use rustix::process::Signal;
use tokio_postgres::{Client, NoTls, Row};

use crate::{
    folder::Folder,
    program::{Program, User, find, run},
};

/// How a Postgres is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// In order: transactions are rolled back, everything is written.
    Fast,
    /// At once, as in a crash: the next start recovers from the log.
    Immediate,
}

/// A Postgres of its own, as durable as a real one.
pub(crate) struct Postgres {
    // Ends before its folder goes.
    program: Option<Program>,
    folder: Folder,
    programs: PathBuf,
}

impl Postgres {
    /// Makes a cluster and starts it.
    pub(crate) fn start() -> Result<Self> {
        let programs = programs()?;
        let folder = Folder::new()?;
        let mut initdb = User::Postgres.command(&programs.join("initdb"));
        initdb.args(["-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions"]);
        initdb.args(["--auth-local=trust", "--auth-host=reject", "-D"]).arg(folder.path().join("data"));
        run(initdb.current_dir(folder.path()))?;
        let mut postgres = Self { program: None, folder, programs };
        postgres.resume()?;
        Ok(postgres)
    }

    /// Starts it again where it stood.
    pub(crate) fn resume(&mut self) -> Result<()> {
        let mut command = Command::new(self.programs.join("postgres"));
        command.current_dir(self.folder.path()).arg("-D").arg(self.folder.path().join("data"));
        command.arg("-k").arg(self.folder.path()).args(["-p", "5432", "-c", "listen_addresses="]);
        command.args(["-c", "max_connections=200", "-c", "lc_messages=C"]);
        let mut program = Program::start(&command, User::Postgres, "QUIT")?;
        program.wait_for("database system is ready to accept connections")?;
        self.program = Some(program);
        Ok(())
    }

    /// Stops it; the cluster stays.
    pub(crate) fn stop(&mut self, how: Stop) -> Result<()> {
        let signal = match how {
            Stop::Fast => Signal::INT,
            Stop::Immediate => Signal::QUIT,
        };
        if let Some(mut program) = self.program.take() {
            program.stop(signal)?;
        }
        Ok(())
    }

    /// What it has logged since its last start.
    pub(crate) fn log(&self) -> String {
        self.program.as_ref().map(Program::log).unwrap_or_default()
    }

    /// The folder of its socket, which is also that of its port 5432.
    pub(crate) fn socket(&self) -> &Path {
        self.folder.path()
    }

    /// The address of a database in it.
    pub(crate) fn url(&self, database: &str) -> String {
        url(self.socket(), 5432, database)
    }

    /// Runs statements.
    pub(crate) async fn execute(&self, database: &str, statements: &str) -> Result<()> {
        execute(&self.url(database), statements).await
    }

    /// The rows of a query.
    pub(crate) async fn query(&self, database: &str, query: &str) -> Result<Vec<Row>> {
        rows(&self.url(database), query).await
    }
}

impl Drop for Postgres {
    /// Nobody needs what it holds any more, so it need not write it down in order.
    fn drop(&mut self) {
        let _ = self.stop(Stop::Immediate);
    }
}

/// Runs statements on a database.
pub(crate) async fn execute(url: &str, statements: &str) -> Result<()> {
    Ok(connect(url).await?.batch_execute(statements).await?)
}

/// The rows of a query on a database.
pub(crate) async fn rows(url: &str, query: &str) -> Result<Vec<Row>> {
    Ok(connect(url).await?.query(query, &[]).await?)
}

async fn connect(url: &str) -> Result<Client> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

/// The address of a database behind a socket.
pub(crate) fn url(socket: &Path, port: u16, database: &str) -> String {
    format!("postgresql:///{database}?host={}&port={port}&user=postgres", socket.display())
}

/// The folder of the newest Postgres there is.
pub(crate) fn programs() -> Result<PathBuf> {
    let mut folders = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|version| version.path())
        .collect::<Vec<_>>();
    let number = |path: &PathBuf| path.file_name()?.to_str()?.parse::<u32>().ok();
    folders.sort_by_key(|path| std::cmp::Reverse(number(path)));
    let folders = folders.into_iter().map(|version| version.join("bin")).collect::<Vec<_>>();
    let initdb = find("initdb", &folders)
        .and_then(|file| fs::canonicalize(file).ok())
        .context("PostgreSQL is missing: run 'scripts/postgres.sh start test' once, which installs it")?;
    initdb.parent().map(Path::to_path_buf).context("initdb lies in no folder")
}
