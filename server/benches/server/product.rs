//! A running server.

use std::{
    fs,
    net::TcpListener,
    process::{Child, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};

use crate::{
    load::{Connection, get, post},
    tools::Tools,
};

/// How long a start may take before the benchmark gives up.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A server over a filled database, ended when it goes out of scope.
pub(crate) struct Product {
    process: KillOnDrop,
    /// How many consultations it had when the benchmark began.
    pub(crate) rows: u64,
    /// Where it listens.
    pub(crate) address: String,
    /// From its start until it said that it is ready.
    pub(crate) ready_after: Duration,
    /// An admin's access token.
    pub(crate) access: String,
    /// Resident memory once it was ready, in KB.
    pub(crate) idle: u64,
}

impl Product {
    /// Starts it and signs in.
    pub(crate) async fn start(tools: &Tools, rows: u64) -> Result<Self> {
        Self::with(tools, rows, &[]).await
    }

    /// Starts one with settings of its own, and signs in.
    pub(crate) async fn with(tools: &Tools, rows: u64, settings: &[(&str, &str)]) -> Result<Self> {
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
            .envs(settings.iter().copied())
            .stdout(Stdio::null())
            .stderr(tempfile::tempfile()?)
            .spawn()
            .map(KillOnDrop)
            .context("no server")?;
        let mut product =
            Self { process, rows, address, ready_after: Duration::ZERO, access: String::new(), idle: 0 };
        while !product.is_ready().await {
            ensure!(start.elapsed() < TIMEOUT, "the server is not ready");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        product.ready_after = start.elapsed();
        product.idle = product.memory("VmRSS:")?;

        let body = serde_json::json!({"username": "bench", "password": password}).to_string();
        let request = post("/api/token/", 0, "application/json", body.as_bytes());
        let answer = product.call(&request, 200).await.context("nobody can sign in")?;
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
        self.call(&get(path, &self.access), 200).await
    }

    /// The slug of the newest consultation.
    pub(crate) async fn newest_slug(&self) -> Result<String> {
        let list = self.read("/api/consultations").await?;
        let slug = list.pointer("/results/0/slug").and_then(serde_json::Value::as_str);
        Ok(slug.context("no record")?.to_owned())
    }

    /// What a request is answered with, which must have the status.
    pub(crate) async fn call(&self, request: &[u8], expected: u16) -> Result<serde_json::Value> {
        let (status, body) = self.once(request).await?;
        ensure!(status == expected, "the server answered {status}: {}", String::from_utf8_lossy(&body));
        Ok(serde_json::from_slice(&body)?)
    }

    /// The most resident memory that it had so far, in KB.
    pub(crate) fn peak_memory(&self) -> Result<u64> {
        self.memory("VmHWM:")
    }

    /// Resets the peak, and returns resident memory in KB.
    pub(crate) fn reset_peak_memory(&self) -> Result<u64> {
        fs::write(format!("/proc/{}/clear_refs", self.process.0.id()), "5")?;
        self.memory("VmRSS:")
    }

    fn memory(&self, figure: &str) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.0.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix(figure)).context("no such figure")?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    }
}

/// A child process that is killed on drop.
pub(crate) struct KillOnDrop(pub(crate) Child);

impl Drop for KillOnDrop {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
