//! Two Postgres nodes under Patroni: a primary and a synchronous standby.

use std::fs;

use rustix::process::{Pid, Signal, kill_process};

use crate::harness::prelude::*;

/// Maximum time of a failover. Patroni alone waits 20 seconds.
const TIMEOUT: Duration = Duration::from_mins(2);

/// Both nodes and their configuration store, dropped in this order.
pub(crate) struct Patroni {
    nodes: Vec<Node>,
    _store: Process,
    folder: Folder,
}

/// Postgres node and its Patroni process.
struct Node {
    name: &'static str,
    /// Address of its REST API.
    address: SocketAddr,
    /// `None` while the node is down.
    process: Option<Process>,
}

impl Patroni {
    pub(crate) async fn start() -> Result<Self> {
        let folder = Folder::new()?;
        let (store, store_address) = start_store(&folder)?;
        let mut patroni = Self { nodes: Vec::new(), _store: store, folder };
        // Not "first": that is a keyword in `synchronous_standby_names`.
        for name in ["north", "south"] {
            let address = random_address(8_008);
            let configuration = include_str!("patroni.yml")
                .replace("{name}", name)
                .replace("{address}", &address.ip().to_string())
                .replace("{store}", &store_address.ip().to_string())
                .replace("{programs}", &postgres_programs()?.display().to_string())
                .replace("{folder}", &patroni.folder.path().display().to_string());
            patroni.folder.write(&format!("{name}.yml"), &configuration)?;
            patroni.nodes.push(Node { name, address, process: None });
            patroni.resume_killed()?;
            // The first node becomes the primary.
            patroni.wait_for("primary").await?;
        }
        Ok(patroni)
    }

    /// Returns the URL of a database on the current primary.
    pub(crate) fn url(&self, database: &str) -> String {
        let hosts = self.nodes.iter().map(|node| format!("{}:5432", node.address.ip())).collect::<Vec<_>>();
        let hosts = hosts.join(",");
        format!("postgresql://postgres@{hosts}/{database}?target_session_attrs=read-write&connect_timeout=2")
    }

    /// Kills everything on the primary's machine at once.
    pub(crate) async fn kill_primary(&mut self) -> Result<()> {
        let name = self.wait_for("primary").await?;
        for node in self.nodes.iter_mut().filter(|node| node.name == name) {
            node.process = None;
        }
        kill_postgres(&self.folder.path().join(name)).context("the primary has no process")
    }

    /// Starts killed nodes.
    pub(crate) fn resume_killed(&mut self) -> Result<()> {
        for node in self.nodes.iter_mut().filter(|node| node.process.is_none()) {
            let mut command = command_as_postgres(&find_program("patroni", &[], "failover")?);
            command.arg(self.folder.path().join(format!("{}.yml", node.name)));
            node.process = Some(Process::start(command.current_dir(self.folder.path()))?);
        }
        Ok(())
    }

    /// Waits for a node in a role and returns its name. Roles are `primary`, and `sync` for the synchronous standby.
    pub(crate) async fn wait_for(&self, role: &str) -> Result<&'static str> {
        let until = Instant::now() + TIMEOUT;
        while Instant::now() < until {
            for node in self.nodes.iter().filter(|node| node.process.is_some()) {
                let asked = once(node.address, &get(&format!("/{role}"), "")).await;
                if asked.is_ok_and(|answer| answer.status == 200) {
                    return Ok(node.name);
                }
            }
            sleep(Duration::from_millis(100)).await;
        }
        let logs = self.nodes.iter().filter_map(|node| Some(node.process.as_ref()?.log()));
        bail!("no node became {role}:\n{}", logs.collect::<Vec<_>>().join("\n---\n"))
    }
}

impl Drop for Patroni {
    /// Kills Postgres too, because it keeps running after its Patroni process is killed.
    fn drop(&mut self) {
        for node in &mut self.nodes {
            node.process = None;
            let _ = kill_postgres(&self.folder.path().join(node.name));
        }
    }
}

/// Kills the Postgres process of a data folder.
fn kill_postgres(data: &Path) -> Result<()> {
    let file = fs::read_to_string(data.join("postmaster.pid"))?;
    let pid = file.lines().next().and_then(|line| Pid::from_raw(line.parse().ok()?)).context("no process")?;
    Ok(kill_process(pid, Signal::KILL)?)
}

fn start_store(folder: &Folder) -> Result<(Process, SocketAddr)> {
    let address = random_address(2_379);
    let (clients, peers) = (format!("http://{address}"), format!("http://{}:2380", address.ip()));
    let mut command = command_as_postgres(&find_program("etcd", &[], "failover")?);
    command.arg("--data-dir").arg(folder.path().join("store"));
    command.args(["--listen-client-urls", &clients, "--advertise-client-urls", &clients]);
    command.args(["--listen-peer-urls", &peers, "--initial-advertise-peer-urls", &peers]);
    command.args(["--initial-cluster", &format!("default={peers}"), "--unsafe-no-fsync"]);
    let mut process = Process::start(&mut command)?;
    process.wait_for("ready to serve client requests")?;
    Ok((process, address))
}
