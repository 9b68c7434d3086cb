//! A mail server that keeps what it takes in memory, and can be away or hang.

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use anyhow::{Context as _, Result};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::{AbortHandle, JoinSet},
    time::timeout,
};

use crate::server::own_address;

const PORT: u16 = 2_525;

/// How long mails may take to come.
const TIMEOUT: Duration = Duration::from_mins(3);

/// How the mail server is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mood {
    /// It takes what comes.
    Serving,
    /// It lets everybody in and says nothing.
    Hanging,
    /// It is not there.
    Away,
}

/// What came with a Message-ID, each time that it came.
type Taken = HashMap<String, Vec<String>>;

/// A mail server at an address of its own.
pub(crate) struct MailServer {
    address: SocketAddr,
    taken: Arc<Mutex<Taken>>,
    count: watch::Sender<usize>,
    task: Option<AbortHandle>,
}

impl MailServer {
    /// Starts one that serves.
    pub(crate) async fn start() -> Result<Self> {
        let address = SocketAddr::from((own_address(), PORT));
        let mut server = Self { address, taken: Arc::default(), count: watch::Sender::default(), task: None };
        server.be(Mood::Serving).await?;
        Ok(server)
    }

    /// Its address, as a setting.
    pub(crate) fn url(&self) -> String {
        format!("smtp://{}?tls=off", self.address)
    }

    /// Ends every conversation, and is as it is told from now on.
    pub(crate) async fn be(&mut self, mood: Mood) -> Result<()> {
        if let Some(task) = self.task.take() {
            task.abort();
        }
        if mood == Mood::Away {
            return Ok(());
        }
        let listener = self.bind().await?;
        let (taken, count) = (Arc::clone(&self.taken), self.count.clone());
        let task = tokio::spawn(async move {
            let mut conversations = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let (taken, count) = (Arc::clone(&taken), count.clone());
                conversations.spawn(async move {
                    if mood == Mood::Hanging {
                        let _held = stream;
                        std::future::pending::<()>().await;
                    } else {
                        // Who hangs up in between is known to have done so.
                        let _ = converse(stream, &taken, &count).await;
                    }
                });
            }
        });
        self.task = Some(task.abort_handle());
        Ok(())
    }

    /// The listener before may take a moment to go.
    async fn bind(&self) -> Result<TcpListener> {
        let binding = async {
            loop {
                match TcpListener::bind(self.address).await {
                    Ok(listener) => return listener,
                    Err(_) => tokio::time::sleep(Duration::from_millis(5)).await,
                }
            }
        };
        timeout(TIMEOUT, binding).await.context("the mail server's address is taken")
    }

    /// Waits until mails of so many Message-IDs came.
    pub(crate) async fn has(&self, count: usize) -> Result<()> {
        let mut counted = self.count.subscribe();
        let reached = timeout(TIMEOUT, counted.wait_for(|&counted| counted >= count)).await;
        reached.with_context(|| format!("only {} of {count} mails came", *self.count.borrow()))??;
        Ok(())
    }

    /// What came.
    pub(crate) fn taken(&self) -> Taken {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        if let Some(task) = &self.task {
            task.abort();
        }
    }
}

async fn converse(stream: TcpStream, taken: &Mutex<Taken>, count: &watch::Sender<usize>) -> Result<()> {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 mail.proof\r\n").await?;
    let mut line = String::new();
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        if line.starts_with("QUIT") {
            return Ok(stream.write_all(b"221 goodbye\r\n").await?);
        }
        if !line.starts_with("DATA") {
            stream.write_all(b"250 fine\r\n").await?;
            continue;
        }
        stream.write_all(b"354 go on\r\n").await?;
        let mail = read_mail(&mut stream).await?;
        let id =
            mail.lines().find_map(|line| line.strip_prefix("Message-ID: ")).unwrap_or_default().to_owned();
        // It is kept before it is said to be.
        let different = {
            let mut taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
            taken.entry(id).or_default().push(mail);
            taken.len()
        };
        count.send_replace(different);
        stream.write_all(b"250 taken\r\n").await?;
    }
}

async fn read_mail(stream: &mut BufReader<TcpStream>) -> Result<String> {
    let mut mail = String::new();
    loop {
        let begin = mail.len();
        anyhow::ensure!(stream.read_line(&mut mail).await? > 0, "the sender hung up");
        if mail.get(begin..) == Some(".\r\n") {
            mail.truncate(begin);
            return Ok(mail);
        }
    }
}
