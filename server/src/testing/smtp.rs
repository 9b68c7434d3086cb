//! Mail server for tests, with faults on demand.

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

/// Step of an SMTP conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Greeting,
    Hello,
    From,
    Recipient,
    Data,
    /// The mail was received and stored.
    End,
    Goodbye,
}

impl Step {
    /// Every step, in order.
    pub(crate) const ALL: [Self; 7] =
        [Self::Greeting, Self::Hello, Self::From, Self::Recipient, Self::Data, Self::End, Self::Goodbye];
}

/// Fault at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Never responds.
    Hang,
    /// Responds as usual, but late.
    Late(Duration),
    /// Sends one character now and then, without end.
    Drip,
    /// Closes the connection.
    Close,
    /// Sends another reply of one line.
    Say(&'static str),
    /// Sends these bytes.
    SayBytes(&'static [u8]),
    /// Sends these bytes and closes the connection.
    Cut(&'static [u8]),
}

/// The response of the account `ada` with the password `secret` to the challenge of `AUTH CRAM-MD5`.
const CRAM_MD5_RESPONSE: &str = "YWRhIDczM2JhODdlNjRlZDdlNDQxZjA2MmM0YWM2ZGIwMTAz\r\n";

/// Continuation of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Usual,
    /// Another reply was sent.
    Other,
    End,
}

/// Received mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Received {
    pub(crate) recipient: String,
    pub(crate) message: String,
}

impl Received {
    /// Returns a header's value.
    pub(crate) fn header(&self, name: &str) -> &str {
        let begin = format!("{name}: ");
        self.message.lines().find_map(|line| line.strip_prefix(&*begin)).unwrap_or_default()
    }
}

/// Listening mail server.
pub(crate) struct MailServer {
    /// Port on which it listens.
    pub(crate) port: u16,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

/// State shared by all connections.
struct Shared {
    fault: Mutex<Option<(Step, Fault)>>,
    /// Recipient to which the fault applies; none for all.
    only: Mutex<Option<String>>,
    received: watch::Sender<Vec<Received>>,
    /// Number of times that the fault occurred.
    faults: watch::Sender<usize>,
    /// Plain text sent after the reply to `STARTTLS`, in the same segment.
    injected: Mutex<&'static str>,
}

/// TLS mode of the server.
#[derive(Clone)]
enum Encryption {
    Off,
    FromTheStart(TlsAcceptor),
    StartTls(TlsAcceptor),
}

impl MailServer {
    /// Starts a server without TLS.
    pub(crate) async fn start() -> Self {
        Self::start_with(Encryption::Off).await
    }

    /// Starts a server with TLS from the first byte.
    pub(crate) async fn encrypting(tls: Arc<ServerConfig>) -> Self {
        Self::start_with(Encryption::FromTheStart(TlsAcceptor::from(tls))).await
    }

    /// Starts a server with `STARTTLS`.
    pub(crate) async fn start_tls(tls: Arc<ServerConfig>) -> Self {
        Self::start_with(Encryption::StartTls(TlsAcceptor::from(tls))).await
    }

    async fn start_with(encryption: Encryption) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let shared = Arc::new(Shared {
            fault: Mutex::default(),
            only: Mutex::default(),
            received: watch::Sender::default(),
            faults: watch::Sender::default(),
            injected: Mutex::default(),
        });
        let task_shared = Arc::clone(&shared);
        let task = tokio::spawn(async move {
            // Conversations end with the server.
            let mut conversations = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                conversations.spawn(serve(stream, encryption.clone(), Arc::clone(&task_shared)));
            }
        });
        Self { port, shared, task }
    }

    /// Returns its URL without TLS.
    pub(crate) fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}?tls=off", self.port)
    }

    /// Sets a fault for a step of every conversation from now on; none clears it.
    pub(crate) fn fault(&self, fault: Option<(Step, Fault)>) {
        *self.shared.fault.lock().unwrap() = fault;
    }

    /// Sets a fault for one recipient only, from the step after `RCPT`.
    pub(crate) fn fault_for(&self, recipient: &str, fault: (Step, Fault)) {
        *self.shared.only.lock().unwrap() = Some(recipient.to_owned());
        self.fault(Some(fault));
    }

    /// Makes it send these lines unencrypted after its reply to `STARTTLS`, like an attacker in the middle.
    pub(crate) fn inject(&self, lines: &'static str) {
        *self.shared.injected.lock().unwrap() = lines;
    }

    /// Returns the mails received so far.
    pub(crate) fn received(&self) -> Vec<Received> {
        self.shared.received.borrow().clone()
    }

    /// Waits for `count` mails and returns all mails.
    pub(crate) async fn receives(&self, count: usize) -> Vec<Received> {
        let mut received = self.shared.received.subscribe();
        received.wait_for(|received| received.len() >= count).await.unwrap().clone()
    }

    /// Waits until its fault has occurred `times` times.
    pub(crate) async fn faulted(&self, times: usize) {
        self.shared.faults.subscribe().wait_for(|faults| *faults >= times).await.unwrap();
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(stream: TcpStream, encryption: Encryption, shared: Arc<Shared>) {
    match encryption {
        Encryption::Off => greet_and_converse(stream, &shared).await,
        // A client that rejects the certificate closes the connection.
        Encryption::FromTheStart(tls) => match tls.accept(stream).await {
            Ok(stream) => greet_and_converse(stream, &shared).await,
            Err(_) => Ok(()),
        },
        Encryption::StartTls(tls) => converse_with_start_tls(stream, &tls, &shared).await,
    }
    .unwrap_or_default();
}

/// Converses in plain text until `STARTTLS`, then from the beginning over TLS, without a greeting.
async fn converse_with_start_tls(
    mut stream: TcpStream,
    tls: &TlsAcceptor,
    shared: &Shared,
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
    let injected = *shared.injected.lock().unwrap();
    stream.write_all(format!("220 go\r\n{injected}").as_bytes()).await?;
    match tls.accept(stream).await {
        Ok(stream) => converse(BufReader::new(stream), shared).await,
        Err(_) => Ok(()),
    }
}

async fn greet_and_converse(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    shared: &Shared,
) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    if answer(&mut stream, shared, Step::Greeting, "", "220 mail.test\r\n").await? == Next::End {
        return Ok(());
    }
    converse(stream, shared).await
}

async fn converse(
    mut stream: impl AsyncBufRead + AsyncWrite + Unpin,
    shared: &Shared,
) -> std::io::Result<()> {
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
            "AUTH" => {
                if line == "AUTH CRAM-MD5\r\n" {
                    // The challenge of RFC 2195, for another account and password.
                    stream
                        .write_all(b"334 PDE4OTYuNjk3MTcwOTUyQHBvc3RvZmZpY2UucmVzdG9uLm1jaS5uZXQ+\r\n")
                        .await?;
                    stream.flush().await?;
                    line.clear();
                    stream.read_line(&mut line).await?;
                    assert_eq!(line, CRAM_MD5_RESPONSE);
                } else {
                    assert_eq!(line, "AUTH PLAIN AGFkYQBzZWNyZXQ=\r\n");
                }
                stream.write_all(b"235 welcome\r\n").await?;
                stream.flush().await?;
                continue;
            }
            "QUIT" => (Step::Goodbye, "221 goodbye\r\n"),
            _ => panic!("{line}"),
        };
        let next = answer(&mut stream, shared, step, &recipient, usual).await?;
        if next == Next::End || step == Step::Goodbye {
            return Ok(());
        }
        if step == Step::Data && next == Next::Usual {
            let message = read_mail(&mut stream).await?;
            let received = Received { recipient: recipient.clone(), message };
            shared.received.send_modify(|all| all.push(received));
            if answer(&mut stream, shared, Step::End, &recipient, "250 taken\r\n").await? == Next::End {
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

/// Sends the usual reply of a step, unless there is a fault.
async fn answer(
    stream: &mut (impl AsyncWrite + Unpin),
    shared: &Shared,
    step: Step,
    recipient: &str,
    usual: &str,
) -> std::io::Result<Next> {
    let concerns = shared.only.lock().unwrap().as_ref().is_none_or(|only| only == recipient);
    let fault = shared.fault.lock().unwrap().filter(|(at, _)| *at == step && concerns);
    let Some((_, fault)) = fault else {
        stream.write_all(usual.as_bytes()).await?;
        stream.flush().await?;
        return Ok(Next::Usual);
    };
    shared.faults.send_modify(|faults| *faults += 1);
    match fault {
        Fault::Hang => std::future::pending().await,
        Fault::Late(time) => {
            tokio::time::sleep(time).await;
            stream.write_all(usual.as_bytes()).await?;
            stream.flush().await?;
            Ok(Next::Usual)
        }
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
        Fault::Cut(bytes) => {
            stream.write_all(bytes).await?;
            stream.flush().await?;
            Ok(Next::End)
        }
        Fault::SayBytes(bytes) => {
            stream.write_all(bytes).await?;
            stream.flush().await?;
            Ok(if bytes.starts_with(b"354") { Next::Usual } else { Next::Other })
        }
    }
}
