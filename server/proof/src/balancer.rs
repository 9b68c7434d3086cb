//! HAProxy in front of several instances of the server.

use std::{collections::HashSet, fmt::Write as _, process::Command, time::Duration};

use anyhow::{Context as _, Result, ensure};
use reqwest::Client;
use tokio::time::{Instant, sleep};

use crate::{
    folder::Folder,
    program::{Program, User, find},
    server::{Server, own_address},
};

/// What HAProxy is told, but for the places of the site and of the instances.
const SETTINGS: &str = include_str!("haproxy.cfg");

/// How long it may take to find its instances.
const TIMEOUT: Duration = Duration::from_secs(20);

/// The header in which it names the instance that answered, behind what it was found by: `ready/` or `living/`.
pub(crate) const SERVED_BY: &str = "x-served-by";

/// A running HAProxy.
pub(crate) struct Balancer {
    _program: Program,
    _folder: Folder,
    url: String,
}

impl Balancer {
    /// Starts one in front of instances, which it asks every 200 ms whether they live and whether they are ready.
    pub(crate) fn start(servers: &[Server]) -> Result<Self> {
        let haproxy = find("haproxy", &[]).context("HAProxy is missing: run 'scripts/setup.sh balancer'")?;
        let folder = Folder::new()?;
        let address = format!("{}:8080", own_address());
        let mut instances = String::new();
        for (number, server) in servers.iter().enumerate() {
            writeln!(instances, "  server instance{number} {}", server.address())?;
        }
        let settings = SETTINGS.replace("{address}", &address).replace("{instances}\n", &instances);
        let file = folder.write("haproxy.cfg", &settings)?;
        let mut command = Command::new(haproxy);
        let mut program =
            Program::start(command.arg("-W").arg("-db").arg("-f").arg(file), User::Postgres, "TERM")?;
        program.wait_for("Loading success")?;
        Ok(Self { _program: program, _folder: folder, url: format!("http://{address}") })
    }

    /// Waits until so many instances answer in turn, as living and as ready ones.
    pub(crate) async fn knows_all(&self, client: &Client, count: usize) -> Result<()> {
        for (path, found_by) in [("/healthz", "living/"), ("/readyz", "ready/")] {
            let until = Instant::now() + TIMEOUT;
            while self.found(client, path, found_by, count).await? < count {
                ensure!(Instant::now() < until, "the balancer does not know all {count} instances by {path}");
                sleep(Duration::from_millis(50)).await;
            }
        }
        Ok(())
    }

    /// How many instances answer a path in turn.
    async fn found(&self, client: &Client, path: &str, found_by: &str, count: usize) -> Result<usize> {
        let mut seen = HashSet::new();
        for _ in 0..count.saturating_mul(2) {
            let answer = client.get(format!("{}{path}", self.url)).send().await?;
            let name = answer.headers().get(SERVED_BY).and_then(|name| name.to_str().ok());
            seen.extend(name.filter(|name| name.starts_with(found_by)).map(str::to_owned));
        }
        Ok(seen.len())
    }

    /// Where the site is.
    pub(crate) fn url(&self) -> String {
        self.url.clone()
    }
}
