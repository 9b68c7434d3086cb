//! The server, as the process that it is in production.

use std::{
    env, fs,
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use anyhow::{Context as _, Result, bail, ensure};
use reqwest::Client;
use rustix::process::Signal;
use tokio::time::{sleep, timeout};

use crate::{
    addresses,
    program::{Program, User},
};

const SECRET: &str = "a secret that only the proof has, long enough";

/// Every instance has it, each at an address of its own.
const PORT: u16 = 8_000;

/// What the server says when it listens.
const LISTENING: &str = "listening on http://";

/// An instance of the server on an address that it keeps over restarts.
pub(crate) struct Server {
    settings: Vec<(&'static str, String)>,
    address: SocketAddr,
    program: Program,
}

/// What its process has in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    /// Now.
    pub(crate) resident: u64,
    /// At most, so far.
    pub(crate) peak: u64,
}

impl Server {
    /// Starts an instance over a database, with the settings of production: attempts are limited, by the addresses that
    /// the proof forwards for.
    pub(crate) fn start(database_url: &str, settings: &[(&'static str, &str)]) -> Result<Self> {
        Self::start_all(1, database_url, settings)?.pop().context("no instance was started")
    }

    /// Starts so many instances over one database at the same time.
    pub(crate) fn start_all(
        count: usize,
        database_url: &str,
        settings: &[(&'static str, &str)],
    ) -> Result<Vec<Self>> {
        let defaults = [
            ("DATABASE_URL", database_url),
            ("TOKEN_SECRET", SECRET),
            ("RATE_LIMITS", "on"),
            addresses::VISITORS_TRUSTED,
            // A balancer that asks five times a second has noticed by then.
            ("SHUTDOWN_DELAY", "2"),
            ("WEB_ROOT", "web/dist"),
            // A line a request would only slow the proof down.
            ("RUST_LOG", "warn"),
        ];
        let settings = defaults.iter().chain(settings);
        let settings = settings.map(|(name, value)| (*name, (*value).to_owned())).collect::<Vec<_>>();
        let launch = |_| Self::launch(&settings);
        let mut servers = (0..count).map(launch).collect::<Result<Vec<_>>>()?;
        for server in &mut servers {
            server.program.wait_for(LISTENING)?;
        }
        Ok(servers)
    }

    fn launch(settings: &[(&'static str, String)]) -> Result<Self> {
        let address = SocketAddr::from((own_address(), PORT));
        let program = launch(settings, address)?;
        Ok(Self { settings: settings.to_vec(), address, program })
    }

    /// Kills it, as a crash would.
    pub(crate) fn kill(&mut self) -> Result<()> {
        self.program.stop(Signal::KILL).map(drop)
    }

    /// Tells it to stop and waits until it has.
    pub(crate) fn stop(&mut self) -> Result<()> {
        let status = self.program.stop(Signal::TERM)?;
        ensure!(status.success(), "the server did not stop in order:\n{}", self.log());
        Ok(())
    }

    /// Starts it again where it was.
    pub(crate) fn resume(&mut self) -> Result<()> {
        Self::resume_all(std::slice::from_mut(self))
    }

    /// Starts several again at the same time, each where it was.
    pub(crate) fn resume_all(servers: &mut [Self]) -> Result<()> {
        for server in &mut *servers {
            server.program = launch(&server.settings, server.address)?;
        }
        servers.iter_mut().try_for_each(|server| server.program.wait_for(LISTENING).map(drop))
    }

    /// Its address.
    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where its pages and calls are.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Whether it runs.
    pub(crate) fn is_running(&mut self) -> bool {
        self.program.is_running()
    }

    /// What it has logged since its last start.
    pub(crate) fn log(&self) -> String {
        self.program.log()
    }

    /// Waits until it can work.
    pub(crate) async fn ready(&self, client: &Client) -> Result<()> {
        let asking = async {
            loop {
                let answer = client.get(format!("{}/readyz", self.url())).send().await;
                if answer.is_ok_and(|answer| answer.status().is_success()) {
                    return;
                }
                sleep(Duration::from_millis(20)).await;
            }
        };
        let ready = timeout(Duration::from_mins(1), asking).await;
        ready.with_context(|| format!("the server was never ready:\n{}", self.log()))
    }

    /// What it has in memory, in bytes.
    pub(crate) fn memory(&self) -> Result<Memory> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.program.pid().as_raw_nonzero()))?;
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
            kilobytes.map(|number| number.saturating_mul(1_024)).context("the process tells no memory")
        };
        Ok(Memory { resident: field("VmRSS:")?, peak: field("VmHWM:")? })
    }
}

/// Creates an admin through the server's own command: its password.
pub(crate) fn create_admin(database_url: &str, username: &str) -> Result<String> {
    let mut command = Command::new(binary()?);
    // The address may be a pooler's, which knows no prepared statements.
    command.args(["admin", username]).env("STATEMENT_CACHE", "off");
    command.env("DATABASE_URL", database_url).env("TOKEN_SECRET", SECRET);
    let output = crate::program::run(&mut command)?;
    let password = output.lines().find_map(|line| line.strip_prefix("password: "));
    password.map(str::to_owned).context("the command printed no password")
}

/// The root of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn launch(settings: &[(&'static str, String)], address: SocketAddr) -> Result<Program> {
    let mut command = Command::new(binary()?);
    command.env("LISTEN_ADDR", address.to_string()).current_dir(root());
    for (name, value) in settings {
        command.env(name, value);
    }
    Program::start(&command, User::Same, "KILL")
}

fn binary() -> Result<PathBuf> {
    let set = env::var_os("SERVER_BIN").filter(|file| !file.is_empty());
    let binary = set.map_or_else(|| root().join("target/debug/agency-server"), PathBuf::from);
    if !binary.is_file() {
        bail!("{} is missing: run 'cargo build -p agency-server'", binary.display());
    }
    Ok(binary)
}

/// One of the machine's own sixteen million addresses, taken at random: whatever else runs on the machine has others,
/// so that every program may have its usual port, and nothing takes it while the program is down.
pub(crate) fn own_address() -> Ipv4Addr {
    let [a, b, c, _] = rand::random::<[u8; 4]>();
    Ipv4Addr::new(127, a.max(1), b, c.clamp(1, 254))
}
