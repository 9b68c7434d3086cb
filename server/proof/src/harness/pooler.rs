//! PgBouncer between the servers and Postgres.

use rustix::process::Signal;

use crate::harness::prelude::*;

const PORT: u16 = 6_432;

pub(crate) struct Pooler {
    process: Process,
    folder: Folder,
}

impl Pooler {
    /// Starts PgBouncer for every database of a Postgres socket.
    ///
    /// It runs in transaction mode. Versions before 1.21 run in session mode, because they do not support prepared
    /// statements in transaction mode.
    pub(crate) fn start(postgres: &Path) -> Result<Self> {
        let folder = Folder::new()?;
        let output = run_command(command(&find_program("pgbouncer", &[], "pooler")?).arg("--version"))?;
        let version = output.lines().find_map(|line| line.strip_prefix("PgBouncer 1.")).unwrap_or_default();
        let minor = version.split('.').next().and_then(|minor| minor.parse::<u32>().ok());
        let mode = if minor.is_none_or(|minor| minor >= 21) {
            "pool_mode = transaction\nmax_prepared_statements = 200\ndefault_pool_size = 12"
        } else {
            // Session mode needs a connection for each connection of the servers.
            "pool_mode = session\ndefault_pool_size = 100"
        };
        let configuration = format!(
            "[databases]\n\
             * = host={postgres} port=5432 user=postgres\n\
             [pgbouncer]\n\
             listen_addr =\n\
             listen_port = {PORT}\n\
             unix_socket_dir = {own}\n\
             auth_type = any\n\
             max_client_conn = 500\n\
             server_login_retry = 1\n\
             {mode}\n",
            postgres = postgres.display(),
            own = folder.path().display(),
        );
        folder.write("pgbouncer.ini", &configuration)?;
        let process = launch(folder.path())?;
        Ok(Self { process, folder })
    }

    pub(crate) fn kill_and_resume(&mut self) -> Result<()> {
        self.process.stop(Signal::KILL)?;
        self.process = launch(self.folder.path())?;
        Ok(())
    }

    /// Returns the URL of a database through PgBouncer.
    pub(crate) fn url(&self, database: &str) -> String {
        socket_url(self.folder.path(), PORT, database)
    }
}

fn launch(folder: &Path) -> Result<Process> {
    // A killed PgBouncer leaves its socket, which keeps the next one from starting.
    let _ = std::fs::remove_file(folder.join(format!(".s.PGSQL.{PORT}")));
    let mut command = command_as_postgres(&find_program("pgbouncer", &[], "pooler")?);
    let mut process = Process::start(command.arg(folder.join("pgbouncer.ini")))?;
    process.wait_for("process up")?;
    Ok(process)
}
