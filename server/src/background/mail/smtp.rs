//! Sends a mail over a connection of its own to a mail server.

use std::{io, time::Duration};

use lettre::{
    Address,
    address::Envelope,
    transport::smtp::{
        Error,
        authentication::{Credentials, DEFAULT_MECHANISMS},
        client::{AsyncSmtpConnection, AsyncTokioStream},
        extension::ClientId,
    },
};
use secrecy::ExposeSecret as _;
use tokio::{
    net::{TcpStream, lookup_host},
    time::timeout,
};

use crate::{
    background::mail::{
        lines::BoundedLines,
        starttls,
        transport::{Answer, Outcome},
    },
    config::mail::url::{Encryption, SmtpUrl},
};

/// The time limit to connect to each address of the host, so that there is time left for the others.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);

/// The time limit of `QUIT`, after the mail is sent.
const QUIT_TIMEOUT: Duration = Duration::from_secs(2);

/// Sends a mail. A failure before `MAIL FROM` is one of the mail server or the settings, not of the mail.
pub(super) async fn send(server: &SmtpUrl, from: &Address, recipient: &str, mail: &[u8]) -> Outcome {
    let envelope = recipient.parse().ok().and_then(|to| Envelope::new(Some(from.clone()), vec![to]).ok());
    let Some(envelope) = envelope else {
        return Outcome::Refused(Answer::new(None, "the recipient is not a valid address"));
    };
    let mut connection = match connect(server, from).await {
        Ok(connection) => connection,
        Err(answer) => return Outcome::Unreachable(answer),
    };
    match connection.send(&envelope, mail).await {
        Ok(_) => {
            // The mail is sent, even if this fails.
            let _ = timeout(QUIT_TIMEOUT, connection.quit()).await;
            Outcome::Sent
        }
        Err(error) if error.is_permanent() => Outcome::Refused(answer(&error)),
        Err(error) if error.is_transient() => Outcome::Deferred(answer(&error)),
        Err(error) => Outcome::Unreachable(answer(&error)),
    }
}

async fn connect(server: &SmtpUrl, from: &Address) -> Result<AsyncSmtpConnection, Answer> {
    // Not the name of this machine, which mail servers often cannot resolve.
    let name = ClientId::Domain(from.domain().to_owned());
    let stream = connect_tcp((&server.host, server.port)).await?;
    let peer = stream.peer_addr()?;
    let stream: Box<dyn AsyncTokioStream> = match &server.encryption {
        Encryption::Implicit(tls) => Box::new(BoundedLines::new(tls.connect(stream).await?, peer)),
        Encryption::StartTls(tls) => {
            let stream = starttls::request_tls(BoundedLines::new(stream, peer), &name).await?;
            Box::new(BoundedLines::greeted(tls.connect(stream).await?, peer))
        }
        Encryption::Off => Box::new(BoundedLines::new(stream, peer)),
    };
    let connected = AsyncSmtpConnection::connect_with_transport(stream, &name).await;
    let mut connection = connected.map_err(|error| answer(&error))?;
    if let Some((user, password)) = &server.account {
        let credentials = Credentials::new(user.clone(), password.expose_secret().to_owned());
        let accepted = connection.auth(DEFAULT_MECHANISMS, &credentials).await;
        accepted.map_err(|error| answer(&error))?;
    }
    Ok(connection)
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

/// Returns the mail server's reply with its code, or the error of the connection.
fn answer(error: &Error) -> Answer {
    use std::error::Error as _;
    let code = error.status().map(u16::from);
    let said = error.source().map(ToString::to_string).unwrap_or_default();
    match code {
        Some(code) => Answer::new(Some(code), &format!("{code} {said}")),
        None => Answer::new(None, &error.to_string()),
    }
}
