//! HAProxy in front of several instances of the server.

use std::{collections::HashSet, fmt::Write as _, process::Command, time::Duration};

use anyhow::{Context as _, Result, bail};
use reqwest::Client;
use tokio::time::{Instant, sleep};

use crate::{
    folder::Folder,
    program::{Program, User, find},
    server::{Server, own_address},
};

/// How long it may take to find its instances.
const PATIENCE: Duration = Duration::from_secs(20);

/// The header in which it names the instance that answered.
const SERVED_BY: &str = "x-served-by";

/// A running HAProxy.
pub(crate) struct Balancer {
    _program: Program,
    _folder: Folder,
    url: String,
}

impl Balancer {
    /// Starts one in front of instances, which it asks every 200 ms whether they are ready.
    pub(crate) fn start(servers: &[Server]) -> Result<Self> {
        let haproxy = find("haproxy", &[]).context("HAProxy is missing: run 'scripts/setup.sh balancer'")?;
        let folder = Folder::new()?;
        let address = format!("{}:8080", own_address());
        let mut settings = format!(
            "defaults\n\
             \x20 mode http\n\
             \x20 timeout connect 1s\n\
             \x20 timeout client 60s\n\
             \x20 timeout server 60s\n\
             \x20 option redispatch 1\n\
             \x20 option forwardfor\n\
             \x20 retry-on conn-failure\n\
             listen site\n\
             \x20 bind {address}\n\
             \x20 balance roundrobin\n\
             \x20 option httpchk GET /readyz\n\
             \x20 default-server check inter 200ms fall 1 rise 1\n\
             \x20 http-response set-header {SERVED_BY} %s\n"
        );
        for (number, server) in servers.iter().enumerate() {
            writeln!(settings, "  server instance{number} {}", server.address())?;
        }
        let file = folder.write("haproxy.cfg", &settings)?;
        let mut command = Command::new(haproxy);
        let mut program =
            Program::start(command.arg("-W").arg("-db").arg("-f").arg(file), User::Postgres, "TERM")?;
        program.wait_for("Loading success")?;
        Ok(Self { _program: program, _folder: folder, url: format!("http://{address}") })
    }

    /// Waits until so many instances answer in turn.
    pub(crate) async fn knows_all(&self, client: &Client, count: usize) -> Result<()> {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            let mut seen = HashSet::new();
            for _ in 0..count.saturating_mul(2) {
                let answer = client.get(format!("{}/healthz", self.url)).send().await?;
                seen.extend(answer.headers().get(SERVED_BY).cloned());
            }
            if seen.len() == count {
                return Ok(());
            }
            sleep(Duration::from_millis(50)).await;
        }
        bail!("the balancer does not know all {count} instances")
    }

    /// Where the site is.
    pub(crate) fn url(&self) -> String {
        self.url.clone()
    }
}
