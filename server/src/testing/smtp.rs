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
    /// It says [`ENDLESS_BYTES`] of one line, and hangs up.
    Endless,
    /// It hangs up.
    Close,
    /// It says something else.
    Say(&'static str),
}

/// How long the line of [`Fault::Endless`] is: far more than the buffers of a connection hold.
pub(crate) const ENDLESS_BYTES: usize = 64 << 20;

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
    /// How many bytes of the endless line the other end let it write, once it is over.
    endless: watch::Sender<Option<usize>>,
    /// Sent in the open behind the answer to `STARTTLS`, in the same segment.
    injected: Mutex<&'static str>,
}

/// When the server encrypts.
#[derive(Clone)]
enum Encryption {
    Off,
    FromTheStart(TlsAcceptor),
    StartTls(TlsAcceptor),
}

impl MailServer {
    /// Starts to listen.
    pub(crate) async fn start() -> Self {
        Self::start_with(Encryption::Off).await
    }

    /// Starts to listen for those who speak TLS from the first byte.
    pub(crate) async fn encrypting(tls: Arc<ServerConfig>) -> Self {
        Self::start_with(Encryption::FromTheStart(TlsAcceptor::from(tls))).await
    }

    /// Starts to listen for those who ask for TLS with `STARTTLS`.
    pub(crate) async fn start_tls(tls: Arc<ServerConfig>) -> Self {
        Self::start_with(Encryption::StartTls(TlsAcceptor::from(tls))).await
    }

    async fn start_with(encryption: Encryption) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let told = Arc::new(Told {
            fault: Mutex::default(),
            only: Mutex::default(),
            received: watch::Sender::default(),
            faults: watch::Sender::default(),
            endless: watch::Sender::default(),
            injected: Mutex::default(),
        });
        let shared = Arc::clone(&told);
        let task = tokio::spawn(async move {
            // They end with the server.
            let mut conversations = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                conversations.spawn(serve(stream, encryption.clone(), Arc::clone(&shared)));
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

    /// Has it send these lines in the open behind its answer to `STARTTLS`, as somebody between could.
    pub(crate) fn inject(&self, lines: &'static str) {
        *self.told.injected.lock().unwrap() = lines;
    }

    /// Waits until its endless line is over: how many bytes of it were taken.
    pub(crate) async fn endless_bytes(&self) -> usize {
        let mut endless = self.told.endless.subscribe();
        endless.wait_for(Option::is_some).await.unwrap().unwrap()
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

async fn serve(stream: TcpStream, encryption: Encryption, told: Arc<Told>) {
    match encryption {
        Encryption::Off => greet_and_converse(stream, &told).await,
        // Who does not like the certificate hangs up.
        Encryption::FromTheStart(tls) => match tls.accept(stream).await {
            Ok(stream) => greet_and_converse(stream, &told).await,
            Err(_) => Ok(()),
        },
        Encryption::StartTls(tls) => converse_with_start_tls(stream, &tls, &told).await,
    }
    .unwrap_or_default();
}

/// Speaks in the open until it is asked to encrypt, and from the beginning again after that, without a greeting.
async fn converse_with_start_tls(
    mut stream: TcpStream,
    tls: &TlsAcceptor,
    told: &Told,
) -> std::io::Result<()> {
    stream.write_all(b"220 mail.test\r\n").await?;
    let mut lines = BufReader::new(&mut stream);
    let mut line = String::new();
    lines.read_line(&mut line).await?;
    assert!(line.starts_with("EHLO "), "{line}");
    lines.write_all(b"250-mail.test\r\n250 STARTTLS\r\n").await?;
    line.clear();
    lines.read_line(&mut line).await?;
    if line != "STARTTLS\r\n" {
        return Ok(());
    }
    let injected = *told.injected.lock().unwrap();
    stream.write_all(format!("220 go\r\n{injected}").as_bytes()).await?;
    match tls.accept(stream).await {
        Ok(stream) => converse(BufReader::new(stream), told).await,
        Err(_) => Ok(()),
    }
}

async fn greet_and_converse(stream: impl AsyncRead + AsyncWrite + Unpin, told: &Told) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    if answer(&mut stream, told, Step::Greeting, "", "220 mail.test\r\n").await? == Next::End {
        return Ok(());
    }
    converse(stream, told).await
}

async fn converse(mut stream: impl AsyncBufRead + AsyncWrite + Unpin, told: &Told) -> std::io::Result<()> {
    let mut recipient = String::new();
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
        Fault::Endless => {
            let piece = vec![b'x'; 1 << 16];
            let mut written = 0;
            while written < ENDLESS_BYTES && stream.write_all(&piece).await.is_ok() {
                written += piece.len();
            }
            told.endless.send_replace(Some(written));
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
