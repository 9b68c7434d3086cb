//! A mail server that does as a test tells it, faults among it.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use rustls::ServerConfig;
use tokio::{
    io::{AsyncBufRead, AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::{JoinHandle, JoinSet},
};
use tokio_rustls::TlsAcceptor;

/// How far a conversation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Greeting,
    Hello,
    From,
    Recipient,
    Data,
    /// The mail is there, and kept.
    End,
    Goodbye,
}

impl Step {
    /// Every step, in its order.
    pub(crate) const ALL: [Self; 7] =
        [Self::Greeting, Self::Hello, Self::From, Self::Recipient, Self::Data, Self::End, Self::Goodbye];
}

/// What the server does at a step instead of going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It says nothing more.
    Hang,
    /// It says a letter now and then, and comes to no end.
    Drip,
    /// It hangs up.
    Close,
    /// It says something else.
    Say(&'static str),
}

/// How a conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Usual,
    /// Something else was said.
    Other,
    End,
}

/// A mail as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Received {
    pub(crate) recipient: String,
    pub(crate) message: String,
}

impl Received {
    /// A header's value.
    pub(crate) fn header(&self, name: &str) -> &str {
        let begin = format!("{name}: ");
        self.message.lines().find_map(|line| line.strip_prefix(&*begin)).unwrap_or_default()
    }
}

/// A listening mail server.
pub(crate) struct MailServer {
    /// Where it listens.
    pub(crate) port: u16,
    told: Arc<Told>,
    task: JoinHandle<()>,
}

/// What the connections share.
struct Told {
    fault: Mutex<Option<(Step, Fault)>>,
    /// Whom the fault is for, where it is not for everybody.
    only: Mutex<Option<String>>,
    received: watch::Sender<Vec<Received>>,
    /// How often it came to the fault.
    faults: watch::Sender<usize>,
}

impl MailServer {
    /// Starts to listen.
    pub(crate) async fn start() -> Self {
        Self::start_with(None).await
    }

    /// Starts to listen for those who speak TLS from the first byte.
    pub(crate) async fn encrypting(tls: Arc<ServerConfig>) -> Self {
        Self::start_with(Some(TlsAcceptor::from(tls))).await
    }

    async fn start_with(tls: Option<TlsAcceptor>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let told = Arc::new(Told {
            fault: Mutex::default(),
            only: Mutex::default(),
            received: watch::Sender::default(),
            faults: watch::Sender::default(),
        });
        let shared = Arc::clone(&told);
        let task = tokio::spawn(async move {
            // They end with the server.
            let mut conversations = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                conversations.spawn(serve(stream, tls.clone(), Arc::clone(&shared)));
            }
        });
        Self { port, told, task }
    }

    /// Its address, without encryption.
    pub(crate) fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}?tls=off", self.port)
    }

    /// Has it do something at a step of every conversation from now on; none takes that back.
    pub(crate) fn fault(&self, fault: Option<(Step, Fault)>) {
        *self.told.fault.lock().unwrap() = fault;
    }

    /// Has it do so for one recipient alone, once that one is named.
    pub(crate) fn fault_for(&self, recipient: &str, fault: (Step, Fault)) {
        *self.told.only.lock().unwrap() = Some(recipient.to_owned());
        self.fault(Some(fault));
    }

    /// What came so far.
    pub(crate) fn received(&self) -> Vec<Received> {
        self.told.received.borrow().clone()
    }

    /// Waits until so many mails came.
    pub(crate) async fn receives(&self, count: usize) -> Vec<Received> {
        let mut received = self.told.received.subscribe();
        received.wait_for(|received| received.len() >= count).await.unwrap().clone()
    }

    /// Waits until it came to its fault so often.
    pub(crate) async fn faulted(&self, times: usize) {
        self.told.faults.subscribe().wait_for(|faults| *faults >= times).await.unwrap();
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(stream: TcpStream, tls: Option<TlsAcceptor>, told: Arc<Told>) {
    match tls {
        None => converse(stream, &told).await,
        // Who does not like the certificate hangs up.
        Some(tls) => match tls.accept(stream).await {
            Ok(stream) => converse(stream, &told).await,
            Err(_) => Ok(()),
        },
    }
    .unwrap_or_default();
}

async fn converse(stream: impl AsyncRead + AsyncWrite + Unpin, told: &Told) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    let mut recipient = String::new();
    if answer(&mut stream, told, Step::Greeting, "", "220 mail.test\r\n").await? == Next::End {
        return Ok(());
    }
    let mut line = String::new();
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let word = line.trim_end().split([' ', ':']).next().unwrap().to_uppercase();
        let (step, usual) = match &*word {
            "EHLO" => (Step::Hello, "250-mail.test\r\n250 8BITMIME\r\n"),
            "MAIL" => (Step::From, "250 fine\r\n"),
            "RCPT" => {
                line.split(['<', '>']).nth(1).unwrap().clone_into(&mut recipient);
                (Step::Recipient, "250 fine\r\n")
            }
            "DATA" => (Step::Data, "354 go on\r\n"),
            "QUIT" => (Step::Goodbye, "221 goodbye\r\n"),
            _ => panic!("{line}"),
        };
        let next = answer(&mut stream, told, step, &recipient, usual).await?;
        if next == Next::End || step == Step::Goodbye {
            return Ok(());
        }
        if step == Step::Data && next == Next::Usual {
            let message = read_mail(&mut stream).await?;
            let received = Received { recipient: recipient.clone(), message };
            told.received.send_modify(|all| all.push(received));
            if answer(&mut stream, told, Step::End, &recipient, "250 taken\r\n").await? == Next::End {
                return Ok(());
            }
        }
    }
}

async fn read_mail(stream: &mut (impl AsyncBufRead + Unpin)) -> std::io::Result<String> {
    let mut mail = String::new();
    loop {
        let begin = mail.len();
        if stream.read_line(&mut mail).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        match &mail[begin..] {
            ".\r\n" => {
                mail.truncate(begin);
                return Ok(mail);
            }
            line if line.starts_with('.') => drop(mail.remove(begin)),
            _ => {}
        }
    }
}

/// Says what is usual at a step, unless there is a fault.
async fn answer(
    stream: &mut (impl AsyncWrite + Unpin),
    told: &Told,
    step: Step,
    recipient: &str,
    usual: &str,
) -> std::io::Result<Next> {
    let concerns = told.only.lock().unwrap().as_ref().is_none_or(|only| only == recipient);
    let fault = told.fault.lock().unwrap().filter(|(at, _)| *at == step && concerns);
    let Some((_, fault)) = fault else {
        stream.write_all(usual.as_bytes()).await?;
        stream.flush().await?;
        return Ok(Next::Usual);
    };
    told.faults.send_modify(|faults| *faults += 1);
    match fault {
        Fault::Hang => std::future::pending().await,
        Fault::Drip => {
            for letter in "250-".chars().chain(std::iter::repeat('x')) {
                stream.write_all(letter.to_string().as_bytes()).await?;
                stream.flush().await?;
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            Ok(Next::End)
        }
        Fault::Close => Ok(Next::End),
        Fault::Say(words) => {
            stream.write_all(format!("{words}\r\n").as_bytes()).await?;
            stream.flush().await?;
            Ok(Next::Other)
        }
    }
}
