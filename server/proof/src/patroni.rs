//! Two Postgres that Patroni keeps: a primary and a synchronous standby.

use std::{fs, net::Ipv4Addr, process::Command, time::Duration};

use anyhow::{Context as _, Result, bail};
use reqwest::Client;
use rustix::process::{Pid, Signal, kill_process};
use tokio::time::{Instant, sleep};

use crate::{
    folder::Folder,
    postgres::programs,
    program::{Program, User, find},
    server::own_address,
};

/// What Patroni is told, but for the places of a node.
const SETTINGS: &str = include_str!("patroni.yml");

/// How long a fail-over may take; Patroni itself waits 20 seconds.
const TIMEOUT: Duration = Duration::from_mins(2);

/// Both nodes and the store in which they agree.
pub(crate) struct Patroni {
    // In the order in which they end.
    nodes: Vec<Node>,
    _store: Program,
    folder: Folder,
    client: Client,
}

/// One Postgres and its keeper.
pub(crate) struct Node {
    name: String,
    address: Ipv4Addr,
    // None while it is lost.
    program: Option<Program>,
}

impl Node {
    /// The address of a database on it.
    pub(crate) fn url(&self, database: &str) -> String {
        format!("postgresql://postgres@{}/{database}", self.address)
    }
}

impl Patroni {
    /// Starts the store and both nodes.
    pub(crate) async fn start() -> Result<Self> {
        let folder = Folder::new()?;
        let (store, store_address) = start_store(&folder)?;
        let client = Client::builder().timeout(Duration::from_secs(5)).build()?;
        let mut patroni = Self { nodes: Vec::new(), _store: store, folder, client };
        // Not "first": Postgres takes that for a word of its own where standbys are named.
        for name in ["north", "south"] {
            let node = Node { name: name.to_owned(), address: own_address(), program: None };
            let settings = SETTINGS
                .replace("{name}", &node.name)
                .replace("{address}", &node.address.to_string())
                .replace("{store}", &store_address.to_string())
                .replace("{programs}", &programs()?.display().to_string())
                .replace("{folder}", &patroni.folder.path().display().to_string());
            patroni.folder.write(&format!("{name}.yml"), &settings)?;
            patroni.nodes.push(node);
            patroni.resume_killed()?;
            // The first one there becomes the primary.
            patroni.primary().await?;
        }
        Ok(patroni)
    }

    /// Where the primary of a database is, whichever node that is.
    pub(crate) fn url(&self, database: &str) -> String {
        let hosts = self.nodes.iter().map(|node| format!("{}:5432", node.address)).collect::<Vec<_>>();
        let hosts = hosts.join(",");
        format!("postgresql://postgres@{hosts}/{database}?target_session_attrs=read-write&connect_timeout=2")
    }

    /// The primary, as soon as there is one.
    pub(crate) async fn primary(&self) -> Result<&Node> {
        self.role("primary").await
    }

    /// Waits for a standby without whose word nothing is committed.
    pub(crate) async fn has_synchronous_standby(&self) -> Result<()> {
        self.role("sync").await.map(drop)
    }

    /// Loses the machine of the primary: everything on it is killed at once.
    pub(crate) async fn kill_primary(&mut self) -> Result<()> {
        let name = self.primary().await?.name.clone();
        let pid = fs::read_to_string(self.folder.path().join(&name).join("postmaster.pid"))?;
        let pid = pid.lines().next().and_then(|line| Pid::from_raw(line.parse().ok()?));
        let node = self.nodes.iter_mut().find(|node| node.name == name).context("the primary is gone")?;
        if let Some(mut program) = node.program.take() {
            program.stop(Signal::KILL)?;
        }
        Ok(kill_process(pid.context("the primary has no process")?, Signal::KILL)?)
    }

    /// Brings back what was killed.
    pub(crate) fn resume_killed(&mut self) -> Result<()> {
        let patroni = find("patroni", &[]).context("Patroni is missing: run 'scripts/setup.sh failover'")?;
        for node in self.nodes.iter_mut().filter(|node| node.program.is_none()) {
            let mut command = Command::new(&patroni);
            command.arg(self.folder.path().join(format!("{}.yml", node.name)));
            command.current_dir(self.folder.path());
            node.program = Some(Program::start(&command, User::Postgres, "TERM")?);
        }
        Ok(())
    }

    async fn role(&self, role: &str) -> Result<&Node> {
        let until = Instant::now() + TIMEOUT;
        while Instant::now() < until {
            for node in self.nodes.iter().filter(|node| node.program.is_some()) {
                let asked = self.client.get(format!("http://{}:8008/{role}", node.address)).send().await;
                if asked.is_ok_and(|answer| answer.status().is_success()) {
                    return Ok(node);
                }
            }
            sleep(Duration::from_millis(100)).await;
        }
        let logs = self.nodes.iter().filter_map(|node| Some(node.program.as_ref()?.log()));
        bail!("no node became {role}:\n{}", logs.collect::<Vec<_>>().join("\n---\n"))
    }
}

fn start_store(folder: &Folder) -> Result<(Program, Ipv4Addr)> {
    let etcd = find("etcd", &[]).context("etcd is missing: run 'scripts/setup.sh failover'")?;
    let address = own_address();
    let (clients, peers) = (format!("http://{address}:2379"), format!("http://{address}:2380"));
    let mut command = Command::new(etcd);
    command.arg("--data-dir").arg(folder.path().join("store"));
    command.args(["--listen-client-urls", &clients, "--advertise-client-urls", &clients]);
    command.args(["--listen-peer-urls", &peers, "--initial-advertise-peer-urls", &peers]);
    command.args(["--initial-cluster", &format!("default={peers}"), "--unsafe-no-fsync"]);
    let mut program = Program::start(&command, User::Postgres, "KILL")?;
    program.wait_for("ready to serve client requests")?;
    Ok((program, address))
}
