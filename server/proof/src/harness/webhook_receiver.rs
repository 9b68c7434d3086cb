//! Receiver of webhooks that keeps them in memory, can be down, hang or refuse, and has each verified by the receivers of
//! docs/operations.md, which use the specification's own libraries.

use std::{fs, process::Command};

use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
    sync::watch,
};

use crate::harness::prelude::*;

const WEBHOOK_SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// What the receiver does with a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reception {
    /// Keeps it, and answers 204.
    Kept,
    /// Keeps it, and answers 200 with a body without end.
    Endless,
    /// Never answers.
    Hanging,
    /// Closes the connection.
    Away,
    /// Answers with these lines.
    Refused(&'static str),
}

/// Bodies by `webhook-id`, with one entry for each delivery.
type Webhooks = HashMap<String, Vec<String>>;

pub(crate) struct WebhookReceiver {
    address: SocketAddr,
    url: String,
    received: watch::Sender<Webhooks>,
    /// Reasons why a webhook was not verified.
    refusals: watch::Sender<Vec<String>>,
    verifiers: Arc<Vec<Verifier>>,
    /// Aborted on drop.
    task: JoinSet<()>,
}

impl WebhookReceiver {
    pub(crate) async fn start(reception: Reception, verifiers: Vec<Verifier>) -> Result<Self> {
        let address = random_address(8_010);
        let mut receiver = Self {
            address,
            url: format!("http://{address}/hook"),
            received: watch::Sender::default(),
            refusals: watch::Sender::default(),
            verifiers: Arc::new(verifiers),
            task: JoinSet::new(),
        };
        receiver.set(reception).await?;
        Ok(receiver)
    }

    /// Returns the settings of a server that sends its webhooks here.
    pub(crate) fn settings(&self) -> [Setting<'_>; 2] {
        [("WEBHOOK_URL", &self.url), ("WEBHOOK_SECRET", WEBHOOK_SECRET)]
    }

    /// Closes every connection and changes what happens to webhooks.
    pub(crate) async fn set(&mut self, reception: Reception) -> Result<()> {
        self.task.shutdown().await;
        let listener = TcpListener::bind(self.address).await?;
        let (received, refusals) = (self.received.clone(), self.refusals.clone());
        let verifiers = Arc::clone(&self.verifiers);
        self.task.spawn(async move {
            let mut conversations = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let (received, refusals) = (received.clone(), refusals.clone());
                let verifiers = Arc::clone(&verifiers);
                conversations.spawn(async move {
                    match reception {
                        Reception::Hanging => std::future::pending().await,
                        Reception::Away => drop(stream),
                        // A client may hang up at any time.
                        _ => converse(stream, reception, &verifiers, &received, &refusals)
                            .await
                            .unwrap_or_default(),
                    }
                });
            }
        });
        Ok(())
    }

    /// Waits for webhooks with all of these ids, and returns all webhooks.
    pub(crate) async fn receive(&self, ids: &BTreeSet<String>) -> Result<Webhooks> {
        let lacking = |received: &Webhooks| ids.iter().filter(|id| !received.contains_key(*id)).count();
        let came = wait_for(&self.received, "webhooks arrive", |received| lacking(received) == 0).await;
        came.with_context(|| format!("{} of {} did not come", lacking(&self.received.borrow()), ids.len()))?;
        let refusals = self.refusals.borrow();
        ensure!(refusals.is_empty(), "{} webhooks were not verified: {:?}", refusals.len(), refusals.first());
        Ok(self.received.borrow().clone())
    }
}

/// Receives one webhook. Without a library of HTTP, because most of its answers are ones that no library gives.
async fn converse(
    stream: TcpStream,
    reception: Reception,
    verifiers: &[Verifier],
    received: &watch::Sender<Webhooks>,
    refusals: &watch::Sender<Vec<String>>,
) -> Result<()> {
    let mut stream = BufReader::new(stream);
    let (mut headers, mut id, mut length) = (String::new(), String::new(), 0);
    // The request line.
    stream.read_line(&mut String::new()).await?;
    loop {
        let mut line = String::new();
        ensure!(stream.read_line(&mut line).await? > 0, "the sender hung up");
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        match name {
            "content-length" => length = value.parse()?,
            "webhook-id" => value.clone_into(&mut id),
            _ => {}
        }
        if name.starts_with("webhook-") {
            headers.push_str(&line);
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    for verifier in verifiers {
        if let Err(error) = verifier.verify(&headers, &body).await {
            refusals.send_modify(|refusals| refusals.push(format!("{id}: {error:#}")));
        }
    }
    let answer = if let Reception::Refused(answer) = reception {
        answer
    } else {
        let body = String::from_utf8(body)?;
        // Kept before it is acknowledged.
        received.send_modify(|received| received.entry(id).or_default().push(body));
        if reception == Reception::Endless {
            stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await?;
            loop {
                stream.write_all(&[b'x'; 1_024]).await?;
            }
        }
        "204 No Content\r\n"
    };
    Ok(stream.write_all(format!("HTTP/1.1 {answer}content-length: 0\r\n\r\n").as_bytes()).await?)
}

/// A receiver of docs/operations.md, which verifies what it gets.
pub(crate) struct Verifier {
    name: &'static str,
    address: SocketAddr,
    _process: Process,
}

impl Verifier {
    /// Starts the receivers of the documentation, in Node and in Python.
    pub(crate) async fn start_all() -> Result<Vec<Self>> {
        let folder = root().join(".local/receivers");
        let [node, python] = [find_program("node", "npm")?, folder.join("python/bin/python")];
        ensure!(python.is_file(), "the libraries are missing: run 'make receivers'");
        Ok(vec![
            Self::start("Node", &node, &folder.join("receiver.mjs"), "js").await?,
            Self::start("Python", &python, &folder.join("receiver.py"), "python").await?,
        ])
    }

    async fn start(name: &'static str, program: &Path, file: &Path, language: &str) -> Result<Self> {
        let guide = fs::read_to_string(root().join("docs/operations.md"))?;
        let block =
            guide.split_once(&format!("```{language}\n")).and_then(|(_, rest)| rest.split_once("```"));
        fs::write(file, block.context("docs/operations.md has no such receiver")?.0)?;
        let port = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let mut receiver: Command = command(program);
        receiver.arg(file).env("PORT", port.to_string()).env("WEBHOOK_SECRET", WEBHOOK_SECRET);
        let mut process = Process::start(receiver)?;
        wait_until("a receiver listens", async || {
            ensure!(process.is_running(), "{name} ended: {}", process.log());
            Ok(TcpStream::connect(address).await.is_ok())
        })
        .await?;
        let verifier = Self { name, address, _process: process };
        // It refuses a forged one.
        let forged = "webhook-id: x\r\nwebhook-timestamp: 1\r\nwebhook-signature: v1,AAAA\r\n";
        ensure!(verifier.verify(forged, b"{}").await.is_err(), "{name} verified a forged webhook");
        Ok(verifier)
    }

    /// Passes a webhook on.
    async fn verify(&self, headers: &str, body: &[u8]) -> Result<()> {
        let mut connection = Connection::open(self.address).await?;
        let answer =
            connection.send(&request("POST", "/", &format!("connection: close\r\n{headers}"), body)).await;
        answer.context(self.name)?.ensure(204).context(self.name).map(drop)
    }
}
