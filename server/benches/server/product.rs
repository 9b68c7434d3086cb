//! A running server.

use std::{
    fs,
    net::TcpListener,
    process::{Child, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};

use crate::{
    load::{Connection, get, post},
    tools::Tools,
};

/// How long a start may take before the benchmark gives up.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server over a filled database, ended when it goes out of scope.
pub(crate) struct Product {
    process: Child,
    /// Where it listens.
    pub(crate) address: String,
    /// From its start until it said that it is ready.
    pub(crate) ready_after: Duration,
    /// An admin's access token.
    pub(crate) access: String,
    /// Memory once it was ready and a first admin had signed in.
    pub(crate) idle: u64,
}

impl Product {
    /// Starts it and signs in.
    pub(crate) async fn start(tools: &Tools, rows: u64) -> Result<Self> {
        let admin = tools.server(rows).args(["admin", "bench"]).output()?;
        ensure!(admin.status.success(), "{}", String::from_utf8_lossy(&admin.stderr));
        let admin = String::from_utf8(admin.stdout)?;
        let password =
            admin.lines().find_map(|line| line.strip_prefix("password: ")).context("no password")?;

        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string();
        let start = Instant::now();
        let process = tools
            .server(rows)
            .env("LISTEN_ADDR", &address)
            .stdout(Stdio::null())
            .spawn()
            .context("no server")?;
        let mut product =
            Self { process, address, ready_after: Duration::ZERO, access: String::new(), idle: 0 };
        while !product.is_ready().await {
            ensure!(start.elapsed() < PATIENCE, "the server is not ready");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        product.ready_after = start.elapsed();
        product.idle = product.memory()?;

        let body = serde_json::json!({"username": "bench", "password": password}).to_string();
        let (status, answer) = product.once(&post("/api/token/", "bench-0123456789", &body)).await?;
        ensure!(status == 200, "nobody can sign in: {status}");
        let answer: serde_json::Value = serde_json::from_slice(&answer)?;
        let access = answer.get("access").and_then(serde_json::Value::as_str);
        access.context("no token")?.clone_into(&mut product.access);
        Ok(product)
    }

    async fn is_ready(&self) -> bool {
        matches!(self.once(&get("/readyz", "")).await, Ok((200, _)))
    }

    /// One request on a connection of its own.
    pub(crate) async fn once(&self, request: &[u8]) -> Result<(u16, Vec<u8>)> {
        Connection::open(&self.address).await?.send(request).await
    }

    /// A private record or list.
    pub(crate) async fn read(&self, path: &str) -> Result<serde_json::Value> {
        let (status, body) = self.once(&get(path, &self.access)).await?;
        if status != 200 {
            bail!("{path} answered {status}");
        }
        Ok(serde_json::from_slice(&body)?)
    }

    /// Resident memory in KB.
    pub(crate) fn memory(&self) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }
}

impl Drop for Product {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
