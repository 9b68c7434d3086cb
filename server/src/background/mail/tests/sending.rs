//! Outcomes with faulty mail servers.

use std::{os::unix::fs::PermissionsExt as _, path::Path, time::Duration};

use tokio::net::TcpListener;

use super::config;
use crate::{
    background::{
        delivery::{outcome::Outcome, queue::Leased},
        mail::{
            sender::MailSender,
            smtp::{TimeLimits, connect},
        },
    },
    config::mail::MailConfig,
    storage::random,
    testing::{
        certificate::{certificate, in_a_file},
        delivery::SilentListener,
        smtp::{Fault, MailServer, Step},
    },
};

const BROKEN_REPLY: &str = "the mail server disconnected, or sent a reply that is malformed or too long";

pub(super) async fn send(config: &MailConfig) -> Outcome {
    send_text(&MailSender::new(config.clone()), "Subject: x\r\n\r\nx").await
}

async fn send_text(sender: &MailSender, text: &str) -> Outcome {
    let mail = Leased {
        recipient: Some("ada@lovelace.example".to_owned()),
        message_id: "<x@agency.example>".to_owned(),
        message: text.to_owned(),
        ..Leased::default()
    };
    sender.send(&mail).await
}

/// Returns the name of an outcome, and the mail server's reply.
pub(super) fn describe_outcome(outcome: Outcome) -> (&'static str, String) {
    match outcome {
        Outcome::Sent => ("sent", String::new()),
        Outcome::Refused(answer) => ("refused", answer.text),
        Outcome::Deferred(answer) => ("deferred", answer.text),
        Outcome::Unreachable(answer) => ("unreachable", answer.text),
        Outcome::Unwanted => ("unwanted", String::new()),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_mail() {
    let server = MailServer::start().await;
    assert_eq!(send(&config(&server.url())).await, Outcome::Sent);
    let [mail] = &server.received()[..] else { panic!("not one mail") };
    assert_eq!(mail.recipient, "ada@lovelace.example");
    assert_eq!(mail.header("From"), "Agency <site@agency.example>");
}

/// Time limits for mail servers that do not respond.
const SHORT: TimeLimits = TimeLimits {
    connect: Duration::from_secs(5),
    reply: Duration::from_millis(300),
    end: Duration::from_millis(300),
    goodbye: Duration::from_millis(300),
};

#[tokio::test(flavor = "multi_thread")]
async fn waits_longer_for_the_reply_to_the_final_dot() {
    let server = MailServer::start().await;
    let limits = TimeLimits { end: Duration::from_mins(10), ..SHORT };
    let late = Fault::Late(Duration::from_secs(1));
    for (step, expected) in [(Step::End, "sent"), (Step::Data, "unreachable")] {
        server.fault(Some((step, late)));
        let sender = MailSender::within(config(&server.url()), limits.clone());
        let outcome = send_text(&sender, "Subject: x\r\n\r\nx").await;
        assert_eq!(describe_outcome(outcome).0, expected, "{step:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reaches_a_good_address_behind_silent_ones() {
    let silent = SilentListener::start("127.0.0.1:0".parse().unwrap()).await;
    let address = silent.address;
    let good = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addresses = [address, address, address, address, good.local_addr().unwrap()];
    let connected = connect(addresses.into_iter(), Duration::from_millis(300)).await.unwrap();
    assert_eq!(connected.stream.peer_addr().unwrap(), good.local_addr().unwrap());
    assert!(connect([address].into_iter(), Duration::from_millis(300)).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn times_out_slow_server_at_every_step() {
    let server = MailServer::start().await;
    for step in Step::ALL {
        for fault in [Fault::Hang, Fault::Drip] {
            server.fault(Some((step, fault)));
            let sender = MailSender::within(config(&server.url()), SHORT);
            let (outcome, words) = describe_outcome(send_text(&sender, "Subject: x\r\n\r\nx").await);
            // Once the mail is taken, nothing that follows matters.
            let expected = if step == Step::Goodbye { "sent" } else { "unreachable" };
            assert_eq!(outcome, expected, "{fault:?} at {step:?}: {words}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn retries_after_disconnection() {
    let server = MailServer::start().await;
    for step in Step::ALL {
        server.fault(Some((step, Fault::Close)));
        let (outcome, words) = describe_outcome(send(&config(&server.url())).await);
        let expected = if step == Step::Goodbye { "sent" } else { "unreachable" };
        assert_eq!(outcome, expected, "at {step:?}: {words}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn gives_up_refused_recipients_alone() {
    let server = MailServer::start().await;
    for (step, words, expected) in [
        (Step::Recipient, "550 5.1.1 no such user", "refused"),
        (Step::Recipient, "553 no such user", "refused"),
        (Step::Recipient, "552 5.2.2 mailbox full", "refused"),
        (Step::Recipient, "450 4.2.0 greylisted, come back", "deferred"),
        // Postfix refuses the sender, and who may not send through it, after the recipient.
        (Step::Recipient, "553 5.7.1 sender is not owned", "deferred"),
        (Step::Recipient, "554 5.7.1 relay access denied", "deferred"),
        (Step::Recipient, "550 5.1.8 sender's domain is unknown", "deferred"),
        (Step::Recipient, "530 5.7.0 authentication required", "deferred"),
        (Step::Data, "554 5.7.1 no", "deferred"),
        (Step::End, "552 5.3.4 too large", "deferred"),
        (Step::End, "452 4.3.1 full", "deferred"),
        // The settings are wrong, so that the next mail would be refused, too.
        (Step::From, "553 5.7.1 sender is not owned", "unreachable"),
        (Step::From, "530 5.7.0 authentication required", "unreachable"),
        (Step::From, "421 4.3.2 closing", "unreachable"),
        (Step::Greeting, "554 no service", "unreachable"),
        (Step::Greeting, "421 too busy", "unreachable"),
        (Step::Hello, "550 who are you?", "unreachable"),
    ] {
        server.fault(Some((step, Fault::Say(words))));
        assert_eq!(
            describe_outcome(send(&config(&server.url())).await),
            (expected, words.to_owned()),
            "{step:?}"
        );
    }
    server.fault(Some((Step::Recipient, Fault::Say("nonsense"))));
    assert_eq!(describe_outcome(send(&config(&server.url())).await).0, "unreachable");
}

#[tokio::test(flavor = "multi_thread")]
async fn understands_replies_in_any_encoding() {
    let server = MailServer::start().await;
    for (step, bytes, expected) in [
        (Step::Greeting, &b"220 \xbb\xb6\xd3\xad\r\n"[..], ("sent", "")),
        (Step::Greeting, b"220-\xbb\xb6\r\n220-\r\n220 \xd3\xad\r\n", ("sent", "")),
        (Step::Greeting, b"220\r\n", ("sent", "")),
        (Step::Greeting, b"220 \r\n", ("sent", "")),
        (Step::Greeting, b"220 mail.test\n", ("sent", "")),
        (Step::Hello, b"250-mail.test \xbb\xb6\n250-\xffX\n250 8BITMIME\n", ("sent", "")),
        (Step::From, b"250\r\n", ("sent", "")),
        (Step::Data, b"354 \xe4\r\n", ("sent", "")),
        (Step::End, b"250-2.0.0 \xe9\r\n250 2.0.0 re\xe7u\r\n", ("sent", "")),
        // The mail is taken, so what follows matters no more.
        (Step::Goodbye, b"421 4.3.2 \xbb\xb6\r\n", ("sent", "")),
        (
            Step::Recipient,
            b"550 5.1.1 Empf\xe4nger unbekannt\r\n",
            ("refused", "550 5.1.1 Empf\u{fffd}nger unbekannt"),
        ),
        (
            Step::Recipient,
            b"550-5.1.1 Empf\xe4nger\r\n550 5.1.1 unbekannt\r\n",
            ("refused", "550 5.1.1 Empf\u{fffd}nger unbekannt"),
        ),
        (
            Step::Recipient,
            "550 5.1.1 Empfänger unbekannt\n".as_bytes(),
            ("refused", "550 5.1.1 Empfänger unbekannt"),
        ),
        (Step::Recipient, b"550 5.1.1 \0nobody\r\n", ("refused", "550 5.1.1 nobody")),
        (Step::Recipient, b"550\r\n", ("refused", "550")),
        (Step::Recipient, b"550", ("unreachable", BROKEN_REPLY)),
        (Step::Recipient, b"450 4.2.0 r\xe9essayez\r\n", ("deferred", "450 4.2.0 r\u{fffd}essayez")),
        (Step::End, b"421 4.3.2 \xbb\xb6\r\n", ("deferred", "421 4.3.2 \u{fffd}\u{fffd}")),
        (Step::Greeting, b"554 \xbb\xb6\r\n", ("unreachable", "554 \u{fffd}\u{fffd}")),
        (Step::From, b"\xb2\xb5\xb0 ok\r\n", ("unreachable", BROKEN_REPLY)),
        (Step::From, b"25\r\n", ("unreachable", BROKEN_REPLY)),
    ] {
        let closes = !bytes.ends_with(b"\n");
        server.fault(Some((step, if closes { Fault::Cut(bytes) } else { Fault::SayBytes(bytes) })));
        let (outcome, words) = describe_outcome(send(&config(&server.url())).await);
        assert_eq!((outcome, &*words), expected, "{:?} at {step:?}", bytes.escape_ascii().to_string());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn retries_unreachable_server() {
    let server = MailServer::start().await;
    let config = config(&server.url());
    drop(server);
    // The port may still be open for a moment.
    loop {
        let (outcome, words) = describe_outcome(send(&config).await);
        assert_eq!(outcome, "unreachable");
        if words.contains("refused") {
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_mail_only_to_verified_server() {
    let (pem, tls) = certificate();
    let (stranger, _) = certificate();
    let files = (in_a_file(&pem), in_a_file(&stranger));
    let (root, stranger) = (files.0.display(), files.1.display());
    let server = MailServer::encrypting(tls).await;
    let plain = MailServer::start().await;
    for (url, expected) in [
        (format!("smtps://localhost:{}?sslrootcert={root}", server.port), "sent"),
        (format!("smtps://127.0.0.1:{}?sslrootcert={root}", server.port), "unreachable"),
        (format!("smtps://localhost:{}?sslrootcert={stranger}", server.port), "unreachable"),
        (format!("smtps://localhost:{}", server.port), "unreachable"),
        // Who takes the encryption away on the way gets nothing either.
        (format!("smtp://localhost:{}?sslrootcert={root}", plain.port), "unreachable"),
    ] {
        let (outcome, words) = describe_outcome(send(&config(&url)).await);
        assert_eq!(outcome, expected, "{url}: {words}");
        assert!(expected == "sent" || words.contains("certificate") || words.contains("STARTTLS"), "{words}");
    }
    assert_eq!((server.received().len(), plain.received().len()), (1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_mails_to_folder() {
    let folder = std::env::temp_dir().join(random::hex());
    let config = config(&format!("file:{}", folder.join("mail").display()));
    for _ in 0..2 {
        assert_eq!(send(&config).await, Outcome::Sent);
    }
    let files = std::fs::read_dir(folder.join("mail")).unwrap().map(|file| file.unwrap().path());
    let files = files.collect::<Vec<_>>();
    assert_eq!(files, [folder.join("mail/x.eml")]);
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&folder.join("mail")), mode(&files[0])), (0o700, 0o600));
    let mail = std::fs::read_to_string(&files[0]).unwrap();
    assert_eq!(mail, "From: Agency <site@agency.example>\r\nSubject: x\r\n\r\nx");
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::write(&folder, "").unwrap();
    let (outcome, words) = describe_outcome(send(&config).await);
    assert!(outcome == "unreachable" && words.contains("cannot be written"), "{words}");
    std::fs::remove_file(folder).unwrap();
}
