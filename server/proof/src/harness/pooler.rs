//! PgBouncer between the servers and Postgres.

use crate::harness::prelude::*;

const PORT: u16 = 6_432;

pub(crate) struct Pooler {
    process: Process,
    folder: TempDir,
}

impl Pooler {
    /// Starts PgBouncer for every database of a Postgres socket.
    ///
    /// It runs in transaction mode. Versions before 1.21 run in session mode, because they do not support prepared
    /// statements in transaction mode.
    pub(crate) async fn start(postgres: &Path) -> Result<Self> {
        let (folder, program) = (temporary_folder()?, find_program("pgbouncer", "pooler")?);
        let version = run_command(command(&program).arg("--version"))?;
        let mode = if ["PgBouncer 1.1", "PgBouncer 1.20"].iter().any(|old| version.starts_with(old)) {
            // Session mode needs a connection for each connection of the servers.
            "pool_mode = session\ndefault_pool_size = 100"
        } else {
            "pool_mode = transaction\nmax_prepared_statements = 200\ndefault_pool_size = 12"
        };
        let configuration = format!(
            "[databases]\n\
             * = host={} port=5432 user=postgres\n\
             [pgbouncer]\n\
             listen_port = {PORT}\n\
             unix_socket_dir = {}\n\
             auth_type = any\n\
             max_client_conn = 500\n\
             server_login_retry = 1\n\
             {mode}\n",
            postgres.display(),
            folder.path().display(),
        );
        let mut pgbouncer = command_as_postgres(&program);
        pgbouncer.arg(write_file(&folder, "pgbouncer.ini", &configuration)?);
        let mut process = Process::start(pgbouncer)?;
        process.wait_for("process up").await?;
        Ok(Self { process, folder })
    }

    pub(crate) async fn kill_and_resume(&mut self) -> Result<()> {
        self.process.stop(Signal::KILL)?;
        // A killed PgBouncer leaves its socket, which keeps the next one from starting.
        let _ = std::fs::remove_file(self.folder.path().join(format!(".s.PGSQL.{PORT}")));
        self.process.restart()?;
        self.process.wait_for("process up").await
    }

    /// Returns the URL of the database through PgBouncer.
    pub(crate) fn url(&self) -> String {
        socket_url(self.folder.path(), PORT)
    }
}
