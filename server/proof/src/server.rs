//! The server, as the process that it is in production.

use std::{
    env, fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Command,
    sync::atomic::{AtomicU16, Ordering},
    time::Duration,
};

use anyhow::{Context as _, Result, bail, ensure};
use reqwest::Client;
use rustix::process::Signal;
use tokio::time::{sleep, timeout};

use crate::program::{Program, User};

const SECRET: &str = "a secret that only the proof has, long enough";

/// Below the ports that the system hands out, so that nothing takes one while its server is down.
const PORTS: std::ops::Range<u16> = 18_600..18_700;

/// What the server says when it listens, and when it cannot.
const LISTENING: &str = "listening on http://";
const PORT_TAKEN: &str = "LISTEN_ADDR";

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
    /// Starts an instance over a database; no limits count unless the settings say so.
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
            ("RATE_LIMITS", "off"),
            ("WEB_ROOT", "web/dist"),
            // A line a request would only slow the proof down.
            ("RUST_LOG", "warn"),
        ];
        let settings = defaults.iter().chain(settings);
        let settings = settings.map(|(name, value)| (*name, (*value).to_owned())).collect::<Vec<_>>();
        let launch = |_| Self::launch(&settings);
        let mut servers = (0..count).map(launch).collect::<Result<Vec<_>>>()?;
        for server in &mut servers {
            server.listening()?;
        }
        Ok(servers)
    }

    fn launch(settings: &[(&'static str, String)]) -> Result<Self> {
        let address = SocketAddr::from(([127, 0, 0, 1], next_port()));
        let program = launch(settings, address)?;
        Ok(Self { settings: settings.to_vec(), address, program })
    }

    /// Waits until it listens, if need be at a port that another program does not hold.
    fn listening(&mut self) -> Result<()> {
        loop {
            match self.program.wait_for(LISTENING) {
                Err(error) if error.to_string().contains(PORT_TAKEN) => {
                    *self = Self::launch(&self.settings)?;
                }
                result => return result.map(drop),
            }
        }
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
        self.program = launch(&self.settings, self.address)?;
        self.program.wait_for(LISTENING).map(drop)
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
    command.args(["admin", username]).env("DATABASE_URL", database_url).env("TOKEN_SECRET", SECRET);
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
    let binary =
        env::var_os("SERVER_BIN").map_or_else(|| root().join("target/debug/agency-server"), PathBuf::from);
    if !binary.is_file() {
        bail!("{} is missing: run 'cargo build -p agency-server'", binary.display());
    }
    Ok(binary)
}

/// A port that nothing uses yet, as far as this process knows.
pub(crate) fn next_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let count = PORTS.end.saturating_sub(PORTS.start);
    // Runs beside each other start apart.
    let apart = u16::try_from(std::process::id() % u32::from(count)).unwrap_or_default();
    let step = NEXT.fetch_add(1, Ordering::Relaxed).wrapping_add(apart);
    PORTS.start.saturating_add(step % count)
}
