//! PgBouncer in front of Postgres.

use rustix::process::Signal;

use crate::harness::prelude::*;

const PORT: u16 = 6_432;

pub(crate) struct Pooler {
    process: Process,
    folder: Folder,
}

impl Pooler {
    /// Starts one in front of every database behind a socket: in transaction mode, or in session mode when it is older
    /// than 1.21 and so has no prepared statements in transaction mode.
    pub(crate) fn start(postgres: &Path) -> Result<Self> {
        let folder = Folder::new()?;
        let output = run(command(&find("pgbouncer", &[], "pooler")?).arg("--version"))?;
        let version = output.lines().find_map(|line| line.strip_prefix("PgBouncer 1.")).unwrap_or_default();
        let minor = version.split('.').next().and_then(|minor| minor.parse::<u32>().ok());
        let mode = if minor.is_none_or(|minor| minor >= 21) {
            "pool_mode = transaction\nmax_prepared_statements = 200\ndefault_pool_size = 12"
        } else {
            // A connection for each of the servers' own.
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

    /// The address of a database through it.
    pub(crate) fn url(&self, database: &str) -> String {
        socket_url(self.folder.path(), PORT, database)
    }
}

fn launch(folder: &Path) -> Result<Process> {
    // A killed one leaves its socket, which the next one would refuse.
    let _ = std::fs::remove_file(folder.join(format!(".s.PGSQL.{PORT}")));
    let mut command = command_as_postgres(&find("pgbouncer", &[], "pooler")?);
    let mut process = Process::start(command.arg(folder.join("pgbouncer.ini")))?;
    process.wait_for("process up")?;
    Ok(process)
}
