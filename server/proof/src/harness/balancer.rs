//! HAProxy in front of several servers.

use std::fmt::Write as _;

use crate::harness::prelude::*;

/// Maximum time until the balancer detects the state of its servers.
const TIMEOUT: Duration = Duration::from_secs(20);

pub(crate) struct Balancer {
    _process: Process,
    _folder: Folder,
    pub(crate) address: SocketAddr,
}

impl Balancer {
    pub(crate) fn start(servers: &[Server]) -> Result<Self> {
        let (folder, address) = (Folder::new()?, random_address(8_080));
        let mut instances = String::new();
        for (number, server) in servers.iter().enumerate() {
            writeln!(instances, "  server instance{number} {}", server.address)?;
        }
        let configuration = include_str!("haproxy.cfg").replace("{address}", &address.to_string());
        let file = folder.write("haproxy.cfg", &configuration.replace("{instances}\n", &instances))?;
        let mut command = command_as_postgres(&find_program("haproxy", &[], "balancer")?);
        let process = Process::start(command.arg("-db").arg("-f").arg(file))?;
        Ok(Self { _process: process, _folder: folder, address })
    }

    /// Waits until `count` servers respond in turn, both as live and as ready.
    pub(crate) async fn wait_until_used(&self, count: usize) -> Result<()> {
        for (path, backend) in [("/healthz", "living/"), ("/readyz", "ready/")] {
            let (until, mut seen) = (Instant::now() + TIMEOUT, HashSet::new());
            while seen.len() < count {
                ensure!(Instant::now() < until, "the balancer does not use all {count} servers for {path}");
                seen.clear();
                for _ in 0..2 * count {
                    let name = served_by(self.address, path).await.unwrap_or_default();
                    seen.extend(Some(name).filter(|name| name.starts_with(backend)));
                }
                sleep(Duration::from_millis(20)).await;
            }
        }
        Ok(())
    }
}

/// Returns the name of the server that answers a path, prefixed with its backend: `ready/` or `living/`.
pub(crate) async fn served_by(balancer: SocketAddr, path: &str) -> Result<String> {
    Ok(once(balancer, &get(path, "")).await?.header("x-served-by").unwrap_or_default().to_owned())
}
