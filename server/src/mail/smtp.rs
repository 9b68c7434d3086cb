//! One mail over one connection to a mail server.

use std::time::Duration;

use lettre::{
    Address,
    address::Envelope,
    transport::smtp::{
        Error,
        authentication::{Credentials, DEFAULT_MECHANISMS},
        client::AsyncSmtpConnection,
        extension::ClientId,
    },
};
use secrecy::ExposeSecret as _;
use tokio::time::timeout;

use crate::mail::{
    transport::{Answer, Outcome},
    url::{Encryption, SmtpUrl},
};

/// How long an address of the host may take to be connected to, so that there is time left for its others.
const CONNECT: Duration = Duration::from_secs(15);

/// How long the mail server may take to say goodbye, once it has the mail.
const GOODBYE: Duration = Duration::from_secs(2);

/// Sends a mail. What goes wrong before the mail is spoken of is about the mail server and the settings, and says nothing
/// of the mail.
pub(super) async fn send(server: &SmtpUrl, from: &Address, recipient: &str, mail: &[u8]) -> Outcome {
    let envelope = recipient.parse().ok().and_then(|to| Envelope::new(Some(from.clone()), vec![to]).ok());
    let Some(envelope) = envelope else {
        return Outcome::Refused(Answer::new(None, "the address is none"));
    };
    let mut connection = match connect(server, from).await {
        Ok(connection) => connection,
        Err(error) => return Outcome::Unreachable(answer(&error)),
    };
    match connection.send(&envelope, mail).await {
        Ok(_) => {
            // It is sent, whatever follows.
            let _ = timeout(GOODBYE, connection.quit()).await;
            Outcome::Sent
        }
        Err(error) if error.is_permanent() => Outcome::Refused(answer(&error)),
        Err(error) if error.is_transient() => Outcome::Deferred(answer(&error)),
        Err(error) => Outcome::Unreachable(answer(&error)),
    }
}

async fn connect(server: &SmtpUrl, from: &Address) -> Result<AsyncSmtpConnection, Error> {
    // The name of this machine is nobody's concern, and often none that a mail server would know.
    let name = ClientId::Domain(from.domain().to_owned());
    let (at_once, later) = match &server.encryption {
        Encryption::FromTheStart(tls) => (Some(tls.clone()), None),
        Encryption::StartTls(tls) => (None, Some(tls.clone())),
        Encryption::Off => (None, None),
    };
    let host = (server.host.as_str(), server.port);
    let mut connection =
        AsyncSmtpConnection::connect_tokio1(host, Some(CONNECT), &name, at_once, None).await?;
    if let Some(tls) = later {
        connection.starttls(tls, &name).await?;
    }
    if let Some((user, password)) = &server.account {
        let credentials = Credentials::new(user.clone(), password.expose_secret().to_owned());
        connection.auth(DEFAULT_MECHANISMS, &credentials).await?;
    }
    Ok(connection)
}

/// What the mail server said with its code, or what came between.
fn answer(error: &Error) -> Answer {
    use std::error::Error as _;
    let code = error.status().map(u16::from);
    let said = error.source().map(ToString::to_string).unwrap_or_default();
    match code {
        Some(code) => Answer::new(Some(code), &format!("{code} {said}")),
        None => Answer::new(None, &error.to_string()),
    }
}
