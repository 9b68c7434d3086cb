//! Server process with production settings.

use std::{env, fs};

use crate::harness::prelude::*;

pub(crate) const SECRET: &str = "a secret that only the proof has, long enough";

pub(crate) type Setting<'a> = (&'static str, &'a str);

/// Instance of the server, which keeps its address over restarts.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) process: Process,
}

impl Server {
    /// Starts an instance with production settings without waiting for it.
    pub(crate) fn start(database_url: &str, settings: &[Setting<'_>]) -> Result<Self> {
        let (address, mut server) = (random_address(8_000), command(&binary()?));
        server.current_dir(root()).env_remove("RUST_LOG");
        server.env("LISTEN_ADDR", address.to_string()).env("DATABASE_URL", database_url);
        server.envs([("TOKEN_SECRET", SECRET), ("RATE_LIMITS", "on"), ("LOG_FORMAT", "json")]);
        // Longer than the balancer's check interval of 200 ms.
        server.env("SHUTDOWN_DELAY", "2").envs(settings.iter().copied());
        Ok(Self { address, process: Process::start(server)? })
    }

    /// Waits until it is ready.
    pub(crate) async fn ready(&mut self) -> Result<()> {
        let is_ready = wait_until("the server is ready", async || {
            ensure!(self.process.is_running(), "the server ended");
            let answer = once(self.address, &get("/readyz", "")).await;
            Ok(answer.is_ok_and(|answer| answer.status == 200))
        });
        is_ready.await.with_context(|| self.process.log())
    }

    /// Stops it gracefully.
    pub(crate) fn stop(&mut self) -> Result<()> {
        let status = self.process.stop(Signal::TERM)?;
        ensure!(status.success(), "the server did not stop in order:\n{}", self.process.log());
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
        format!("/proc/{}/{file}", self.process.child.id())
    }
}

/// Creates an admin or resets an existing admin's password, and returns the password.
pub(crate) fn create_admin(database_url: &str, username: &str) -> Result<String> {
    let output = run_on_server(database_url, &[], &["admin", username])?;
    let password = output.lines().find_map(|line| line.strip_prefix("password: "));
    password.map(str::to_owned).context("the command printed no password")
}

/// Runs a command of the server.
pub(crate) fn run_on_server(
    database_url: &str,
    settings: &[Setting<'_>],
    arguments: &[&str],
) -> Result<String> {
    let mut program = command(&binary()?);
    program.args(arguments).env("DATABASE_URL", database_url).env("TOKEN_SECRET", SECRET);
    run_command(program.envs(settings.iter().copied()))
}

/// Adds sample consultations, and a tenth as many applications.
pub(crate) fn seed(database_url: &str, rows: u64) -> Result<()> {
    let mut seed = command(&binary()?.with_file_name("agency-seed"));
    run_command(seed.arg(rows.to_string()).env("DATABASE_URL", database_url)).map(drop)
}

/// Returns the server's program, which is next to this one or a folder above.
fn binary() -> Result<PathBuf> {
    let this = env::current_exe()?;
    let found = this.ancestors().map(|folder| folder.join("agency-server")).find(|file| file.is_file());
    found.context("the server is missing: run 'cargo build -p agency-server'")
}

/// Returns a random loopback address with this port. Unlike a free port, it stays free while its program is down.
pub(crate) fn random_address(port: u16) -> SocketAddr {
    SocketAddr::from((random_ip(), port))
}

pub(crate) fn random_ip() -> Ipv4Addr {
    let [a, b, c, _] = rand::random::<[u8; 4]>();
    Ipv4Addr::new(127, a.max(1), b, c.clamp(1, 254))
}
