//! Sends a mail over a connection of its own to a mail server. The conversation is mail-send's.

use std::{io, net::SocketAddr, time::Duration};

use lettre::Address;
use mail_send::{
    Error, SmtpClient,
    smtp::{AssertReply as _, message::Parameters},
};
use smtp_proto::{
    AUTH_CRAM_MD5, AUTH_LOGIN, AUTH_PLAIN, EXT_START_TLS, Response, response::generate::BitToString as _,
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpStream, lookup_host},
    time::timeout,
};
use tokio_rustls::TlsConnector;

use crate::{
    background::delivery::outcome::{Answer, Outcome},
    config::mail::url::{Encryption, SmtpUrl},
};

const BROKEN_OFF: &str = "the mail server disconnected, or sent a reply that is malformed or too long";

/// The time limits of an exchange, from RFC 5321 (4.5.3.2).
#[derive(Clone, Debug)]
pub(crate) struct TimeLimits {
    /// To connect to each address of the host, so that a good one behind silent ones is reached soon.
    pub(crate) connect: Duration,
    /// For each reply.
    pub(crate) reply: Duration,
    /// For the reply to the final dot, before which mail servers scan a mail or let its sender wait.
    pub(crate) end: Duration,
    /// For the reply to `QUIT`, after the mail is sent.
    pub(crate) goodbye: Duration,
}

impl Default for TimeLimits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            reply: Duration::from_mins(1),
            end: Duration::from_mins(10),
            goodbye: Duration::from_secs(2),
        }
    }
}

/// Sends a mail in ASCII, so that no extension is needed.
pub(super) async fn send(
    server: &SmtpUrl,
    limits: &TimeLimits,
    from: &Address,
    recipient: &str,
    mail: &[u8],
) -> Outcome {
    let Ok(recipient) = recipient.parse::<Address>() else {
        return Outcome::Refused(Answer::failure("the recipient is not a valid address"));
    };
    let exchange = Exchange { server, limits, from, recipient: &recipient, mail };
    exchange.run().await.unwrap_or_else(Outcome::Unreachable)
}

/// Connects to the first of a host's addresses that accepts.
pub(super) async fn connect(
    addresses: impl Iterator<Item = SocketAddr>,
    time_limit: Duration,
) -> Result<SmtpClient<TcpStream>, Error> {
    let mut failure = Error::Io(io::Error::other("the mail server's host name has no address"));
    for address in addresses {
        match SmtpClient::connect(address, time_limit).await {
            Ok(client) => return Ok(client),
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

struct Exchange<'a> {
    server: &'a SmtpUrl,
    limits: &'a TimeLimits,
    from: &'a Address,
    recipient: &'a Address,
    mail: &'a [u8],
}

impl Exchange<'_> {
    /// Connects and encrypts, as the URL says, and sends the mail.
    ///
    /// # Errors
    ///
    /// A failure of the mail server or the settings, not of the mail.
    async fn run(&self) -> Result<Outcome, Answer> {
        let SmtpUrl { host, port, encryption, .. } = self.server;
        let addresses = lookup_host((&**host, *port)).await.map_err(Error::Io)?;
        let mut client = connect(addresses, self.limits.connect).await?;
        client.timeout = self.limits.reply;
        match encryption {
            Encryption::Implicit(tls) => {
                let client = client.into_tls(&TlsConnector::from(tls.clone()), host).await?;
                self.deliver(self.greeted(client).await?).await
            }
            Encryption::StartTls(tls) => {
                let mut client = self.greeted(client).await?;
                if !client.ehlo(self.hello()).await?.has_capability(EXT_START_TLS) {
                    return Err(Error::MissingStartTls.into());
                }
                self.deliver(client.start_tls(&TlsConnector::from(tls.clone()), host).await?).await
            }
            Encryption::Off => self.deliver(self.greeted(client).await?).await,
        }
    }

    /// The name that the client gives itself: not that of this machine, which mail servers often cannot resolve.
    fn hello(&self) -> &str {
        self.from.domain()
    }

    async fn greeted<S: AsyncRead + AsyncWrite + Unpin>(
        &self,
        mut client: SmtpClient<S>,
    ) -> Result<SmtpClient<S>, Error> {
        let greeting = timeout(self.limits.reply, client.read()).await.map_err(|_| Error::Timeout)??;
        greeting.assert_positive_completion()?;
        Ok(client)
    }

    /// Signs in and sends the mail.
    async fn deliver(
        &self,
        mut client: SmtpClient<impl AsyncRead + AsyncWrite + Unpin>,
    ) -> Result<Outcome, Answer> {
        let mut offers = client.ehlo(self.hello()).await?;
        if let Some(account) = &self.server.account {
            let offered = offers.auth_mechanisms;
            // mail-send begins with others, too, and then has no response.
            offers.auth_mechanisms &= AUTH_PLAIN | AUTH_LOGIN | AUTH_CRAM_MD5;
            client.authenticate(account.credentials(), &offers).await.map_err(|error| match error {
                Error::UnsupportedAuthMechanism | Error::Auth(_) => unknown_sign_in(offered),
                error => error.into(),
            })?;
        }
        // A refused sender is about the settings: the next mail would be refused, too.
        client.mail_from(self.from.as_ref(), &Parameters::new()).await?;
        let outcome = match client.rcpt_to(self.recipient.as_ref(), &Parameters::new()).await {
            Ok(()) => match self.send_message(&mut client).await {
                Ok(()) => Outcome::Sent,
                Err(Error::UnexpectedReply(reply)) => Outcome::Deferred(negative(&reply)),
                Err(error) => return Err(error.into()),
            },
            Err(Error::UnexpectedReply(reply)) if refuses_recipient(&reply) => {
                Outcome::Refused(negative(&reply))
            }
            Err(Error::UnexpectedReply(reply)) => Outcome::Deferred(negative(&reply)),
            Err(error) => return Err(error.into()),
        };
        // The result stays, even if this fails.
        client.timeout = self.limits.goodbye;
        let _ = client.quit().await;
        Ok(outcome)
    }

    /// Sends the mail, as `SmtpClient::data` does with one time limit for both replies.
    async fn send_message(
        &self,
        client: &mut SmtpClient<impl AsyncRead + AsyncWrite + Unpin>,
    ) -> Result<(), Error> {
        client.cmd("DATA\r\n").await?.assert_code(354)?;
        let sending = async {
            client.write_message(self.mail).await?;
            client.read().await
        };
        let reply = timeout(self.limits.end, sending).await.map_err(|_| Error::Timeout)??;
        reply.assert_positive_completion()
    }
}

/// Returns whether a reply to `RCPT` is about the recipient. Many mail servers refuse the sender there, or a client that has
/// not signed in (RFC 3463: 5.7.x, 5.1.7 and 5.1.8; RFC 4954: 530).
fn refuses_recipient(reply: &Response<String>) -> bool {
    reply.code >= 500 && reply.code != 530 && !matches!(reply.esc, [5, 7, _] | [5, 1, 7 | 8])
}

/// Says which ways to sign in a mail server offers, if none of them works.
fn unknown_sign_in(mechanisms: u64) -> Answer {
    let offered = (0..u64::BITS).map(|bit| 1_u64 << bit).filter(|bit| mechanisms & bit != 0);
    let offered = offered.map(|mechanism| mechanism.to_mechanism()).collect::<Vec<_>>();
    Answer::failure(&if offered.is_empty() {
        "the mail server offers no way to sign in here: use its port for mail programs (smtps:// or port 587), or leave \
         user and password out of SMTP_URL"
            .to_owned()
    } else {
        format!(
            "the mail server offers no way to sign in that works here, only {}: allow PLAIN there, or send through another \
             mail server",
            offered.join(", ")
        )
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
            Error::Timeout => Self::failure("the mail server did not answer in time"),
            Error::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => Self::failure(BROKEN_OFF),
            other => Self::failure(&other.to_string()),
        }
    }
}
