//! Sends a mail over a connection of its own to a mail server.
//!
//! The commands and replies are lettre's, the conversation is not: lettre's client reads a line of any length, and accepts
//! replies that an attacker appends to the one to `STARTTLS`.

use std::{fmt::Display, io, sync::Arc, time::Duration};

use lettre::{
    Address,
    transport::smtp::{
        authentication::{Credentials, DEFAULT_MECHANISMS},
        commands::{Auth, Data, Ehlo, Mail, Quit, Rcpt, Starttls},
        extension::{ClientId, ServerInfo},
        response::Response,
    },
};
use rustls::{ClientConfig, pki_types::ServerName};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, BufReader},
    net::{TcpStream, lookup_host},
    time::timeout,
};
use tokio_rustls::TlsConnector;

use crate::{
    background::mail::transport::{Answer, Outcome},
    config::mail::url::{Encryption, SmtpUrl},
};

/// The time limit to connect to each address of the host, so that there is time left for the others.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);

/// The time limit of `QUIT`, after the mail is sent.
const QUIT_TIMEOUT: Duration = Duration::from_secs(2);

/// The longest reply, in bytes. The longest line of RFC 5321 has 512.
const REPLY_BYTES: u64 = 100_000;

/// Sends a mail. A failure before `MAIL FROM` is one of the mail server or the settings, not of the mail.
pub(super) async fn send(server: &SmtpUrl, from: &Address, recipient: &str, mail: &str) -> Outcome {
    let Ok(recipient) = recipient.parse::<Address>() else {
        return Outcome::Refused(Answer::failure("the recipient is not a valid address"));
    };
    let mut session = match connect(server, from).await {
        Ok(session) => session,
        Err(answer) => return Outcome::Unreachable(answer),
    };
    let delivered = session.deliver(from, recipient, mail).await;
    // The result stays, even if this fails.
    let _ = timeout(QUIT_TIMEOUT, session.command(Quit)).await;
    match delivered {
        Ok(()) => Outcome::Sent,
        Err(answer) if answer.code >= Some(500) => Outcome::Refused(answer),
        Err(answer) if answer.code.is_some() => Outcome::Deferred(answer),
        Err(answer) => Outcome::Unreachable(answer),
    }
}

/// Connects, encrypts and logs in, as the URL says.
async fn connect(server: &SmtpUrl, from: &Address) -> Result<Session, Answer> {
    // Not the name of this machine, which mail servers often cannot resolve.
    let hello = Ehlo::new(ClientId::Domain(from.domain().to_owned()));
    let stream = connect_tcp((&server.host, server.port)).await?;
    let mut session = Session::new(stream);
    if let Encryption::Implicit(tls) = &server.encryption {
        session = session.encrypt(&server.host, tls).await?;
    }
    session.read_reply().await?;
    let mut offers = session.command(&hello).await?;
    if let Encryption::StartTls(tls) = &server.encryption {
        session.start_tls(&offers).await?;
        session = session.encrypt(&server.host, tls).await?;
        offers = session.command(&hello).await?;
    }
    if let Some(account) = &server.account {
        session.log_in(&offers, account).await?;
    }
    Ok(session)
}

/// Connects to the first of the host's addresses that accepts.
async fn connect_tcp(host: (&str, u16)) -> io::Result<TcpStream> {
    let mut failure = io::Error::other("the mail server's host name has no address");
    for address in lookup_host(host).await? {
        match timeout(CONNECT_TIMEOUT, TcpStream::connect(address)).await {
            Ok(Ok(stream)) => return Ok(stream),
            Ok(Err(error)) => failure = error,
            Err(_) => failure = io::ErrorKind::TimedOut.into(),
        }
    }
    Err(failure)
}

trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// A conversation with a mail server.
struct Session(BufReader<Box<dyn Stream>>);

impl Session {
    fn new(stream: impl Stream + 'static) -> Self {
        Self(BufReader::new(Box::new(stream)))
    }

    async fn encrypt(self, host: &str, tls: &Arc<ClientConfig>) -> Result<Self, Answer> {
        let name = ServerName::try_from(host)?.to_owned();
        let connector = TlsConnector::from(Arc::clone(tls));
        Ok(Self::new(connector.connect(name, self.0.into_inner()).await?))
    }

    /// Sends `STARTTLS`, after which the server waits for the handshake.
    async fn start_tls(&mut self, offers: &Response) -> Result<(), Answer> {
        if !offers.message().any(|offer| offer.trim().eq_ignore_ascii_case("STARTTLS")) {
            return Err(Answer::failure("the mail server does not offer STARTTLS"));
        }
        self.command(Starttls).await?;
        if !self.0.buffer().is_empty() {
            return Err(Answer::failure("the mail server sent unencrypted data after STARTTLS"));
        }
        Ok(())
    }

    async fn log_in(&mut self, offers: &Response, account: &Credentials) -> Result<(), Answer> {
        let mechanism = ServerInfo::from_response(offers)?.get_auth_mechanism(DEFAULT_MECHANISMS);
        let mechanism = mechanism.ok_or_else(|| Answer::failure("the mail server offers no known login"))?;
        let mut reply = self.command(Auth::new(mechanism, account.clone(), None)?).await?;
        while reply.has_code(334) {
            // `LOGIN` asks for the user, then for the password.
            reply = self.command(Auth::new_from_response(mechanism, account.clone(), &reply)?).await?;
        }
        Ok(())
    }

    /// Sends a mail in ASCII, so that no extension is needed.
    async fn deliver(&mut self, from: &Address, recipient: Address, mail: &str) -> Result<(), Answer> {
        self.command(Mail::new(Some(from.clone()), Vec::new())).await?;
        self.command(Rcpt::new(recipient, Vec::new())).await?;
        self.command(Data).await?;
        // A line with a dot alone ends the mail, so lines that begin with one get another.
        self.command(mail.replace("\r\n.", "\r\n..") + "\r\n.\r\n").await?;
        Ok(())
    }

    async fn command(&mut self, command: impl Display) -> Result<Response, Answer> {
        self.0.write_all(command.to_string().as_bytes()).await?;
        self.0.flush().await?;
        self.read_reply().await
    }

    /// Reads a reply. Fails if it is negative, malformed or too long.
    ///
    /// Mail servers write their text in any encoding, or none. So only the digits count, and the text is shown as far as it is
    /// UTF-8.
    async fn read_reply(&mut self) -> Result<Response, Answer> {
        let mut lines = (&mut self.0).take(REPLY_BYTES);
        let mut reply = String::new();
        loop {
            let mut line = Vec::new();
            lines.read_until(b'\n', &mut line).await?;
            if line.pop() != Some(b'\n') {
                return Err(Answer::failure("the mail server disconnected, or sent a line without end"));
            }
            let line = String::from_utf8_lossy(line.trim_ascii_end());
            let (code, text) = line.split_at_checked(3).unwrap_or((&line, ""));
            // lettre expects a space even without a text, and both characters of a line's end.
            let (mark, text) = text.strip_prefix('-').map_or((" ", text.trim_start()), |text| ("-", text));
            reply.extend([code, mark, text, "\r\n"]);
            if mark == " " {
                break;
            }
        }
        let reply = reply.parse::<Response>();
        let reply =
            reply.map_err(|_| Answer::failure("the mail server's reply does not begin with a code"))?;
        if reply.is_positive() { Ok(reply) } else { Err(Answer::negative(&reply)) }
    }
}
