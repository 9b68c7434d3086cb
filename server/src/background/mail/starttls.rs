//! Upgrades a connection by STARTTLS.
//!
//! lettre keeps its read buffer during the upgrade, so it would accept replies that an attacker appends to the one to
//! `STARTTLS`. Here they end the connection.

use lettre::transport::smtp::{
    commands::{Ehlo, Starttls},
    extension::ClientId,
    response::Response,
};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::TcpStream,
};

use crate::background::mail::{lines::BoundedLines, transport::Answer};

/// The most lines of a reply.
const MAX_REPLY_LINES: usize = 100;

type Lines = BufReader<BoundedLines<TcpStream>>;

/// Sends `STARTTLS`, and returns the connection once the server waits for the handshake.
pub(super) async fn request_tls(
    stream: BoundedLines<TcpStream>,
    name: &ClientId,
) -> Result<TcpStream, Answer> {
    let mut lines = BufReader::new(stream);
    read_reply(&mut lines).await?;
    let offers = command(&mut lines, &Ehlo::new(name.clone()).to_string()).await?;
    if !offers.message().any(|offer| offer.trim().eq_ignore_ascii_case("STARTTLS")) {
        return Err(Answer::new(None, "the mail server does not offer STARTTLS"));
    }
    let reply = command(&mut lines, &Starttls.to_string()).await?;
    if !reply.has_code(220) {
        return Err(Answer::new(None, "the mail server refused STARTTLS"));
    }
    if !lines.buffer().is_empty() {
        return Err(Answer::new(None, "the mail server sent unencrypted data after STARTTLS"));
    }
    Ok(lines.into_inner().into_inner())
}

async fn command(lines: &mut Lines, command: &str) -> Result<Response, Answer> {
    lines.write_all(command.as_bytes()).await?;
    lines.flush().await?;
    read_reply(lines).await
}

/// Reads a reply. Fails if it is negative, malformed or too long.
async fn read_reply(lines: &mut Lines) -> Result<Response, Answer> {
    let mut reply = String::new();
    for _ in 0..MAX_REPLY_LINES {
        let begin = reply.len();
        if lines.read_line(&mut reply).await? == 0 {
            return Err(Answer::new(None, "the mail server disconnected"));
        }
        // The last line has a space after its code.
        if reply.as_bytes().get(begin.saturating_add(3)) != Some(&b'-') {
            return parse_positive(&reply);
        }
    }
    Err(Answer::new(None, &format!("the mail server sent a reply of more than {MAX_REPLY_LINES} lines")))
}

fn parse_positive(reply: &str) -> Result<Response, Answer> {
    let Ok(reply) = reply.parse::<Response>() else {
        return Err(Answer::new(None, "the mail server sent a malformed reply"));
    };
    if reply.is_positive() {
        return Ok(reply);
    }
    let code = u16::from(reply.code());
    let said = reply.message().collect::<Vec<_>>().join(" ");
    Err(Answer::new(Some(code), &format!("{code} {said}")))
}
