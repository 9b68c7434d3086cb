//! PgBouncer in front of Postgres: it hands out connections by the transaction.

use std::{path::Path, process::Command};

use anyhow::{Context as _, Result};
use rustix::process::Signal;

use crate::{
    folder::Folder,
    postgres::url,
    program::{Program, User, find},
};

const PORT: u16 = 6_432;

/// A running PgBouncer.
pub(crate) struct Pooler {
    program: Program,
    folder: Folder,
}

impl Pooler {
    /// Starts one in front of every database behind a socket.
    pub(crate) fn start(postgres: &Path) -> Result<Self> {
        let folder = Folder::new()?;
        let settings = format!(
            "[databases]\n\
             * = host={postgres} port=5432 user=postgres\n\
             [pgbouncer]\n\
             listen_addr =\n\
             listen_port = {PORT}\n\
             unix_socket_dir = {own}\n\
             auth_type = any\n\
             pool_mode = transaction\n\
             max_client_conn = 500\n\
             default_pool_size = 12\n\
             server_login_retry = 1\n",
            postgres = postgres.display(),
            own = folder.path().display(),
        );
        folder.write("pgbouncer.ini", &settings)?;
        let program = launch(folder.path())?;
        Ok(Self { program, folder })
    }

    /// Ends it, with whatever it was carrying.
    pub(crate) fn kill(&mut self) -> Result<()> {
        self.program.stop(Signal::KILL).map(drop)
    }

    /// Starts it again.
    pub(crate) fn resume(&mut self) -> Result<()> {
        self.program = launch(self.folder.path())?;
        Ok(())
    }

    /// The address of a database through it.
    pub(crate) fn url(&self, database: &str) -> String {
        url(self.folder.path(), PORT, database)
    }
}

fn launch(folder: &Path) -> Result<Program> {
    let pgbouncer = find("pgbouncer", &[]).context("PgBouncer is missing: run 'scripts/setup.sh pooler'")?;
    // One that was killed leaves its socket behind, which the next one would refuse.
    let _ = std::fs::remove_file(folder.join(format!(".s.PGSQL.{PORT}")));
    let mut program =
        Program::start(Command::new(pgbouncer).arg(folder.join("pgbouncer.ini")), User::Postgres, "KILL")?;
    program.wait_for("process up")?;
    Ok(program)
}
