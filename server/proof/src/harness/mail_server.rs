//! SMTP server that keeps mails in memory, and can be down or hang.

use std::sync::PoisonError;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::harness::prelude::*;

/// Maximum time for mails to arrive.
const TIMEOUT: Duration = Duration::from_mins(3);

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
    listener: Arc<TcpListener>,
    address: SocketAddr,
    mails: Arc<Mutex<Mails>>,
    /// Number of different Message-IDs.
    count: watch::Sender<usize>,
    /// Aborted on drop.
    task: JoinSet<()>,
}

impl MailServer {
    pub(crate) async fn start(state: State) -> Result<Self> {
        let address = random_address(2_525);
        let listener = Arc::new(TcpListener::bind(address).await?);
        let (mails, count) = (Arc::default(), watch::Sender::default());
        let mut server = Self { listener, address, mails, count, task: JoinSet::new() };
        server.set(state).await;
        Ok(server)
    }

    /// Returns the settings of a server that sends its mails here.
    pub(crate) fn settings(&self) -> [(&'static str, String); 3] {
        let url = format!("smtp://{}?tls=off", self.address);
        [
            ("SMTP_URL", url),
            ("MAIL_FROM", "site@agency.example".into()),
            ("NOTIFY", "staff@agency.example".into()),
        ]
    }

    /// Closes every connection and changes the state.
    pub(crate) async fn set(&mut self, state: State) {
        self.task.shutdown().await;
        let (listener, mails, count) =
            (Arc::clone(&self.listener), Arc::clone(&self.mails), self.count.clone());
        self.task.spawn(async move {
            let mut conversations = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let (mails, count) = (Arc::clone(&mails), count.clone());
                conversations.spawn(async move {
                    match state {
                        // A client may hang up at any time.
                        State::Serving => converse(stream, &mails, &count).await.unwrap_or_default(),
                        State::Hanging => std::future::pending().await,
                        State::Away => drop(stream),
                    }
                });
            }
        });
    }

    /// Waits for mails with `count` different Message-IDs and returns all mails.
    pub(crate) async fn receive(&self, count: usize) -> Result<Mails> {
        let mut counted = self.count.subscribe();
        let reached = timeout(TIMEOUT, counted.wait_for(|&counted| counted >= count)).await;
        reached.with_context(|| format!("{} of {count} mails came", *self.count.borrow()))??;
        Ok(self.mails.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

async fn converse(stream: TcpStream, mails: &Mutex<Mails>, count: &watch::Sender<usize>) -> Result<()> {
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
        let different = {
            let mut mails = mails.lock().unwrap_or_else(PoisonError::into_inner);
            mails.entry(id).or_default().push(mail);
            mails.len()
        };
        count.send_replace(different);
        stream.write_all(b"250 taken\r\n").await?;
    }
}
