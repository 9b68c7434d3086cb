//! Server process with production settings.

use std::{env, fs};

use rustix::process::Signal;

use crate::harness::prelude::*;

pub(crate) const SECRET: &str = "a secret that only the proof has, long enough";

/// Maximum time until an instance is ready.
const TIMEOUT: Duration = Duration::from_mins(1);

pub(crate) type Setting<'a> = (&'static str, &'a str);

/// Instance of the server, which keeps its address over restarts.
pub(crate) struct Server {
    settings: Vec<(&'static str, String)>,
    pub(crate) address: SocketAddr,
    process: Process,
}

impl Server {
    /// Starts an instance with production settings without waiting for it.
    pub(crate) fn start(database_url: &str, settings: &[Setting<'_>]) -> Result<Self> {
        let defaults = [
            ("DATABASE_URL", database_url),
            ("TOKEN_SECRET", SECRET),
            ("RATE_LIMITS", "on"),
            ("LOG_FORMAT", "json"),
            // Longer than the balancer's check interval of 200 ms.
            ("SHUTDOWN_DELAY", "2"),
        ];
        let settings = defaults.iter().chain(settings).map(|(name, value)| (*name, (*value).to_owned()));
        let settings = settings.collect::<Vec<_>>();
        let address = random_address(8_000);
        let process = launch(&settings, address)?;
        Ok(Self { settings, address, process })
    }

    /// Waits until it is ready.
    pub(crate) async fn ready(&mut self) -> Result<()> {
        let until = Instant::now() + TIMEOUT;
        while !once(self.address, &get("/readyz", "")).await.is_ok_and(|answer| answer.status == 200) {
            let is_starting = self.process.is_running() && Instant::now() < until;
            ensure!(is_starting, "the server is not ready:\n{}", self.process.log());
            sleep(Duration::from_millis(2)).await;
        }
        Ok(())
    }

    /// Kills it, like a crash.
    pub(crate) fn kill(&mut self) -> Result<()> {
        self.process.stop(Signal::KILL).map(drop)
    }

    /// Stops it gracefully.
    pub(crate) fn stop(&mut self) -> Result<()> {
        let status = self.process.stop(Signal::TERM)?;
        ensure!(status.success(), "the server did not stop in order:\n{}", self.process.log());
        Ok(())
    }

    /// Starts it again at the same address without waiting for it.
    pub(crate) fn resume(&mut self) -> Result<()> {
        ensure!(!self.process.is_running(), "the server still runs");
        self.process = launch(&self.settings, self.address)?;
        Ok(())
    }

    /// Returns its current and its peak resident memory in MB.
    pub(crate) fn memory(&self) -> Result<[f64; 2]> {
        let status = fs::read_to_string(self.in_proc("status"))?;
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
            kilobytes.map(|number| number / 1_024.0).context("the process has no memory")
        };
        Ok([field("VmRSS:")?, field("VmHWM:")?])
    }

    /// Resets its peak memory to the current value.
    pub(crate) fn reset_peak_memory(&self) -> Result<()> {
        Ok(fs::write(self.in_proc("clear_refs"), "5")?)
    }

    fn in_proc(&self, file: &str) -> String {
        format!("/proc/{}/{file}", self.process.pid().as_raw_nonzero())
    }
}

fn launch(settings: &[(&'static str, String)], address: SocketAddr) -> Result<Process> {
    let mut server = command(&binary()?);
    server.env("LISTEN_ADDR", address.to_string()).env_remove("RUST_LOG").current_dir(root());
    Process::start(server.envs(settings.iter().map(|(name, value)| (name, value))))
}

/// Creates an admin or resets an existing admin's password, and returns the password.
pub(crate) fn create_admin(database_url: &str, username: &str) -> Result<String> {
    let mut admin = command(&binary()?);
    let output = run_command(
        admin.args(["admin", username]).env("DATABASE_URL", database_url).env("TOKEN_SECRET", SECRET),
    )?;
    let password = output.lines().find_map(|line| line.strip_prefix("password: "));
    password.map(str::to_owned).context("the command printed no password")
}

/// Adds sample consultations, and a tenth as many applications.
pub(crate) fn seed(database_url: &str, rows: u64) -> Result<()> {
    let mut seed = command(&binary()?.with_file_name("agency-seed"));
    run_command(seed.arg(rows.to_string()).env("DATABASE_URL", database_url)).map(drop)
}

fn binary() -> Result<PathBuf> {
    let set = env::var_os("SERVER_BIN").filter(|file| !file.is_empty());
    let binary = set.map_or_else(|| root().join("target/debug/agency-server"), PathBuf::from);
    ensure!(binary.is_file(), "{} is missing: run 'cargo build -p agency-server'", binary.display());
    Ok(binary)
}

/// Returns a random loopback address with this port. Unlike a free port, it stays free while its program is down.
pub(crate) fn random_address(port: u16) -> SocketAddr {
    SocketAddr::from((random_ip(), port))
}

pub(crate) fn random_ip() -> Ipv4Addr {
    let [a, b, c, _] = rand::random::<[u8; 4]>();
    Ipv4Addr::new(127, a.max(1), b, c.clamp(1, 254))
}
