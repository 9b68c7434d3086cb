//! Sends a mail over a connection of its own to a mail server.
//!
//! The conversation is mail-send's. What it receives is limited here, because it does not count the empty lines of a reply.

use std::{io, sync::Arc, time::Duration};

use lettre::Address;
use mail_send::{
    Error, Result, SmtpClient,
    smtp::{AssertReply as _, message::Message},
};
use rustls::{ClientConfig, pki_types::ServerName};
use smtp_proto::{EXT_START_TLS, Response};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, join},
    net::{TcpStream, lookup_host},
    time::timeout,
};
use tokio_rustls::{TlsConnector, client::TlsStream};

use crate::{
    background::delivery::outcome::{Answer, Outcome},
    config::mail::url::{Encryption, SmtpUrl},
};

/// The time limit to connect to each address of the host, so that there is time left for the others.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);

/// The time limit of a command.
const COMMAND_TIMEOUT: Duration = Duration::from_mins(1);

const BROKEN_OFF: &str = "the mail server disconnected, or sent a reply that is malformed or too long";

/// The most bytes that a mail server may send.
const MAX_RECEIVED: u64 = 1_024 * 1_024;

/// The time limit of `QUIT`, after the mail is sent.
const QUIT_TIMEOUT: Duration = Duration::from_secs(2);

/// Sends a mail. A failure before `MAIL FROM` is one of the mail server or the settings, not of the mail.
pub(super) async fn send(server: &SmtpUrl, from: &Address, recipient: &str, mail: &str) -> Outcome {
    let Ok(recipient) = recipient.parse::<Address>() else {
        return Outcome::Refused(Answer::failure("the recipient is not a valid address"));
    };
    let message = Message::new(from.as_ref(), [recipient.as_ref()], mail.as_bytes());
    // Not the name of this machine, which mail servers often cannot resolve.
    let hello = from.domain();
    connect(server, hello, message).await.unwrap_or_else(|error| Outcome::Unreachable(error.into()))
}

/// Connects and encrypts, as the URL says.
async fn connect(server: &SmtpUrl, hello: &str, message: Message<'_>) -> Result<Outcome> {
    let (received, sent) = connect_tcp((&server.host, server.port)).await?.into_split();
    let mut client = SmtpClient { stream: join(received.take(MAX_RECEIVED), sent), timeout: COMMAND_TIMEOUT };
    match &server.encryption {
        Encryption::Implicit(tls) => {
            let mut client = encrypt(client, &server.host, tls).await?;
            client.read().await?.assert_positive_completion()?;
            deliver(client, server, hello, message).await
        }
        Encryption::StartTls(tls) => {
            client.read().await?.assert_positive_completion()?;
            if !client.ehlo(hello).await?.has_capability(EXT_START_TLS) {
                return Err(Error::MissingStartTls);
            }
            client.cmd("STARTTLS\r\n").await?.assert_positive_completion()?;
            deliver(encrypt(client, &server.host, tls).await?, server, hello, message).await
        }
        Encryption::Off => {
            client.read().await?.assert_positive_completion()?;
            deliver(client, server, hello, message).await
        }
    }
}

async fn encrypt<S: AsyncRead + AsyncWrite + Unpin>(
    client: SmtpClient<S>,
    host: &str,
    tls: &Arc<ClientConfig>,
) -> Result<SmtpClient<TlsStream<S>>> {
    let name = ServerName::try_from(host).map_err(|_| Error::InvalidTLSName)?.to_owned();
    let stream = TlsConnector::from(Arc::clone(tls)).connect(name, client.stream).await?;
    Ok(SmtpClient { stream, timeout: client.timeout })
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

/// Logs in and sends a mail in ASCII, so that no extension is needed.
async fn deliver(
    mut client: SmtpClient<impl AsyncRead + AsyncWrite + Unpin>,
    server: &SmtpUrl,
    hello: &str,
    message: Message<'_>,
) -> Result<Outcome> {
    let offers = client.ehlo(hello).await?;
    if let Some(account) = &server.account {
        client.authenticate(account.credentials(), &offers).await?;
    }
    let sent = client.send(message).await;
    // The result stays, even if this fails.
    client.timeout = QUIT_TIMEOUT;
    let _ = client.quit().await;
    Ok(match sent {
        Ok(_) => Outcome::Sent,
        Err(Error::UnexpectedReply(reply)) if reply.code >= 500 => Outcome::Refused(negative(&reply)),
        Err(Error::UnexpectedReply(reply)) => Outcome::Deferred(negative(&reply)),
        Err(error) => Outcome::Unreachable(error.into()),
    })
}

/// Shows a reply with its code and its enhanced code (RFC 2034) if it has one.
fn negative(reply: &Response<String>) -> Answer {
    let Response { code, esc, message } = reply;
    let enhanced = match esc {
        [0, 0, 0] => String::new(),
        [class, subject, detail] => format!(" {class}.{subject}.{detail}"),
    };
    Answer::negative(*code, &format!("{code}{enhanced} {message}"))
}

impl From<Error> for Answer {
    fn from(error: Error) -> Self {
        match error {
            Error::UnexpectedReply(reply) | Error::AuthenticationFailed(reply) => negative(&reply),
            Error::UnparseableReply => Self::failure(BROKEN_OFF),
            Error::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => Self::failure(BROKEN_OFF),
            other => Self::failure(&other.to_string()),
        }
    }
}
