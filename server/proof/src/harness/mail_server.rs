//! SMTP server that keeps mails in memory, and can be down or hang.

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::harness::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Serving,
    /// Accepts connections and never responds.
    Hanging,
    /// Closes connections.
    Away,
}

/// Mails by Message-ID, with one entry for each delivery.
type Mails = HashMap<String, Vec<String>>;

pub(crate) struct MailServer {
    address: SocketAddr,
    url: String,
    mails: watch::Sender<Mails>,
    /// Aborted on drop.
    task: JoinSet<()>,
}

impl MailServer {
    pub(crate) async fn start(state: State) -> Result<Self> {
        let (address, mails) = (random_address(2_525), watch::Sender::default());
        let url = format!("smtp://{address}?tls=off");
        let mut server = Self { address, url, mails, task: JoinSet::new() };
        server.set(state).await?;
        Ok(server)
    }

    /// Returns the settings of a server that sends its mails here.
    pub(crate) fn settings(&self) -> [Setting<'_>; 3] {
        [("SMTP_URL", &self.url), ("MAIL_FROM", "site@agency.example"), ("NOTIFY", "staff@agency.example")]
    }

    /// Closes every connection and changes the state.
    pub(crate) async fn set(&mut self, state: State) -> Result<()> {
        self.task.shutdown().await;
        let (listener, mails) = (TcpListener::bind(self.address).await?, self.mails.clone());
        self.task.spawn(async move {
            let mut conversations = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let mails = mails.clone();
                conversations.spawn(async move {
                    match state {
                        // A client may hang up at any time.
                        State::Serving => converse(stream, &mails).await.unwrap_or_default(),
                        State::Hanging => std::future::pending().await,
                        State::Away => drop(stream),
                    }
                });
            }
        });
        Ok(())
    }

    /// Waits for mails with `count` different Message-IDs and returns all mails.
    pub(crate) async fn receive(&self, count: usize) -> Result<Mails> {
        wait_for(&self.mails, "mails arrive", |mails| mails.len() >= count).await?;
        Ok(self.mails.borrow().clone())
    }
}

async fn converse(stream: TcpStream, mails: &watch::Sender<Mails>) -> Result<()> {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 mail.proof\r\n").await?;
    loop {
        let mut line = String::new();
        ensure!(stream.read_line(&mut line).await? > 0, "the sender hung up");
        if !line.starts_with("DATA") {
            stream.write_all(b"250 ok\r\n").await?;
            continue;
        }
        stream.write_all(b"354 go on\r\n").await?;
        let mut mail = String::new();
        while !mail.ends_with("\r\n.\r\n") {
            ensure!(stream.read_line(&mut mail).await? > 0, "the sender hung up");
        }
        let id =
            mail.lines().find_map(|line| line.strip_prefix("Message-ID: ")).unwrap_or_default().to_owned();
        // Kept before it is acknowledged.
        mails.send_modify(|mails| mails.entry(id).or_default().push(mail));
        stream.write_all(b"250 taken\r\n").await?;
    }
}
