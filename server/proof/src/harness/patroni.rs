//! Two Postgres nodes under Patroni: a primary and a synchronous standby.

use std::{fs, iter};

use rustix::process::{Pid, kill_process};
use tokio::net::{TcpListener, TcpSocket, TcpStream};

use crate::harness::prelude::*;

/// Both nodes and their configuration store, dropped in this order.
pub(crate) struct Patroni {
    nodes: Vec<Node>,
    /// A third address of the database.
    silent: SilentHost,
    _store: Process,
    folder: TempDir,
}

pub(crate) struct Node {
    /// Data folder of its Postgres.
    data: PathBuf,
    /// Address of its REST API.
    address: SocketAddr,
    pub(crate) patroni: Process,
}

impl Patroni {
    pub(crate) async fn start() -> Result<Self> {
        let (folder, store) = (temporary_folder()?, random_address(2_379));
        let (clients, peers) = (format!("http://{store}"), format!("http://{}:2380", store.ip()));
        let mut etcd = command_as_postgres(&find_program("etcd", "failover")?);
        etcd.arg("--data-dir").arg(folder.path().join("store"));
        etcd.args(["--listen-client-urls", &clients, "--advertise-client-urls", &clients]);
        etcd.args(["--listen-peer-urls", &peers, "--initial-advertise-peer-urls", &peers]);
        etcd.args(["--initial-cluster", &format!("default={peers}"), "--unsafe-no-fsync"]);
        let mut etcd = Process::start(etcd)?;
        etcd.wait_for("ready to serve client requests").await?;
        let silent = SilentHost::start().await?;
        let mut cluster = Self { nodes: Vec::new(), silent, _store: etcd, folder };
        // Not "first": that is a keyword in `synchronous_standby_names`.
        for name in ["north", "south"] {
            let (folder, address) = (&cluster.folder, random_address(8_008));
            let configuration = include_str!("patroni.yml")
                .replace("{name}", name)
                .replace("{address}", &address.ip().to_string())
                .replace("{store}", &store.ip().to_string())
                .replace("{programs}", &postgres_programs()?.display().to_string())
                .replace("{folder}", &folder.path().display().to_string());
            let mut patroni = command_as_postgres(&find_program("patroni", "failover")?);
            patroni
                .arg(write_file(folder, &format!("{name}.yml"), &configuration)?)
                .current_dir(folder.path());
            let data = folder.path().join(name);
            cluster.nodes.push(Node { data, address, patroni: Process::start(patroni)? });
            // The first node becomes the primary.
            cluster.wait_for("primary").await?;
        }
        Ok(cluster)
    }

    /// Returns the URL of the database on the current primary, behind the silent host.
    pub(crate) fn url(&self) -> String {
        let addresses = iter::once(self.silent.address).chain(self.nodes.iter().map(|node| node.address));
        let hosts = addresses.map(|address| format!("{}:5432", address.ip())).collect::<Vec<_>>().join(",");
        format!("postgresql://postgres@{hosts}/postgres?target_session_attrs=read-write&connect_timeout=2")
    }

    pub(crate) fn node(&mut self, number: usize) -> Result<&mut Node> {
        self.nodes.get_mut(number).context("no node")
    }

    /// Waits for a node in a role and returns its number. Roles are `primary`, and `sync` for the synchronous standby.
    pub(crate) async fn wait_for(&self, role: &str) -> Result<usize> {
        let mut found = 0;
        let is_found = wait_until(role, async || {
            sleep(Duration::from_millis(100)).await;
            for (number, node) in self.nodes.iter().enumerate() {
                let asked = once(node.address, &get(&format!("/{role}"), "")).await;
                if asked.is_ok_and(|answer| answer.status == 200) {
                    found = number;
                    return Ok(true);
                }
            }
            Ok(false)
        });
        let logs = || self.nodes.iter().map(|node| node.patroni.log()).collect::<Vec<_>>().join("\n---\n");
        is_found.await.with_context(logs)?;
        Ok(found)
    }
}

/// A host as without power: it neither accepts nor refuses connections.
struct SilentHost {
    address: SocketAddr,
    _listener: TcpListener,
    /// Fill its queue.
    _queued: Vec<TcpStream>,
}

impl SilentHost {
    async fn start() -> Result<Self> {
        let (address, socket) = (random_address(5_432), TcpSocket::new_v4()?);
        socket.bind(address)?;
        let (listener, mut queued) = (socket.listen(1)?, Vec::new());
        while let Ok(stream) = timeout(Duration::from_millis(500), TcpStream::connect(address)).await {
            queued.push(stream?);
        }
        Ok(Self { address, _listener: listener, _queued: queued })
    }
}

impl Node {
    /// Kills everything on the node's machine at once.
    pub(crate) fn kill(&mut self) -> Result<()> {
        self.patroni.stop(Signal::KILL)?;
        let file = fs::read_to_string(self.data.join("postmaster.pid"))?;
        let pid = file.lines().next().and_then(|line| Pid::from_raw(line.parse().ok()?));
        Ok(kill_process(pid.context("the node has no process")?, Signal::KILL)?)
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.kill();
    }
}
