//! A real mail server, with encryption and a login.

use std::{path::PathBuf, process::Stdio};

use mail_parser::MessageParser;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use tokio::{
    io::{AsyncBufReadExt as _, BufReader, Lines},
    process::{Child, ChildStdout, Command},
};

use super::{
    app_with, config,
    sending::{describe_outcome, send},
};
use crate::{
    background::{delivery::worker::Sender, mail::sender::MailSender},
    config::mail::MailConfig,
    storage::random,
    testing::{
        app::TestApp,
        delivery::{Working, consult, timing, until},
    },
};

/// aiosmtpd, which prints its port and then each mail as a line of JSON.
const SERVER: &str = r#"
import json, ssl, sys
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

class Handler:
    async def handle_DATA(self, server, session, envelope):
        mail = envelope.content.decode("ascii")
        received = {"mail": mail, "to": envelope.rcpt_tos, "from": envelope.mail_from}
        print(json.dumps({**received, "tls": session.ssl is not None, "user": session.auth_data}), flush=True)
        return "250 taken"

def authenticate(server, session, envelope, mechanism, data):
    user, password = data.login.decode(), data.password.decode()
    is_known = (user, password) == ("site@agency.example", "a p/ss:w@rd")
    return AuthResult(success=is_known, handled=is_known, auth_data=user)

class Ephemeral(Controller):
    def _trigger_server(self):
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
controller = Ephemeral(Handler(), hostname="127.0.0.1", port=0, tls_context=context, require_starttls=True,
    auth_required=True, authenticator=authenticate, auth_exclude_mechanism=sys.argv[3:])
controller.start()
print(controller.port, flush=True)
sys.stdin.read()
"#;

/// The running server, which ends with its standard input.
struct Aiosmtpd {
    port: u16,
    folder: PathBuf,
    lines: Lines<BufReader<ChildStdout>>,
    _child: Child,
}

impl Aiosmtpd {
    /// Starts it without some of the mechanisms `PLAIN` and `LOGIN`.
    async fn start(excluded: &[&str]) -> Self {
        let folder = std::env::temp_dir().join(random::hex());
        std::fs::create_dir(&folder).unwrap();
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        std::fs::write(folder.join("cert.pem"), cert.pem()).unwrap();
        std::fs::write(folder.join("key.pem"), signing_key.serialize_pem()).unwrap();
        // Debian's own Python, for which its package is.
        let mut child = Command::new("/usr/bin/python3")
            .args(["-c", SERVER])
            .args([folder.join("cert.pem"), folder.join("key.pem")])
            .args(excluded)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let port =
            lines.next_line().await.unwrap().expect("aiosmtpd is missing: run 'scripts/setup.sh mail'");
        Self { port: port.parse().unwrap(), folder, lines, _child: child }
    }

    fn url(&self, password: &str) -> String {
        let root = self.folder.join("cert.pem");
        format!(
            "smtp://site%40agency.example:{password}@localhost:{}?sslrootcert={}",
            self.port,
            root.display()
        )
    }
}

impl Drop for Aiosmtpd {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn start(app: &TestApp, config: &MailConfig) -> Working {
    Working::start(app, [Sender::Mail(MailSender::new(config.clone()))], timing())
}

#[tokio::test(flavor = "multi_thread")]
async fn sends_mail_to_real_mail_server() {
    let mut server = Aiosmtpd::start(&[]).await;
    let right = config(&server.url("a%20p%2Fss%3Aw%40rd"));
    let app = app_with(right.clone()).await;
    let slug = consult(&app, "ada@lovelace.example").await;
    // A wrong password is about the settings, and no mail's fault.
    let worker = start(&app, &config(&server.url("wrong")));
    until(&app, 1, "state = 'waiting' AND failures > 0 AND answer LIKE '535 %'").await;
    worker.stop().await;
    let worker = start(&app, &right);
    until(&app, 1, "state = 'sent'").await;
    worker.stop().await;
    let line = server.lines.next_line().await.unwrap().unwrap();
    let received: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(received["to"], serde_json::json!(["staff@agency.example"]));
    assert_eq!(
        (received["from"].as_str(), received["tls"].as_bool(), received["user"].as_str()),
        (Some("site@agency.example"), Some(true), Some("site@agency.example"))
    );
    let mail = MessageParser::new().parse(received["mail"].as_str().unwrap()).unwrap();
    assert_eq!(mail.message_id(), Some(&*format!("{slug}.0@agency.example")));
    assert_eq!(mail.subject(), Some("Consultation from Ada Lovelace"));
    assert!(mail.body_text(0).unwrap().contains("> We need a shop."));
}

#[tokio::test(flavor = "multi_thread")]
async fn logs_in_as_mail_server_offers() {
    for (excluded, expected) in [(&["PLAIN"][..], "sent"), (&["PLAIN", "LOGIN"], "unreachable")] {
        let server = Aiosmtpd::start(excluded).await;
        let right = config(&server.url("a%20p%2Fss%3Aw%40rd"));
        let (outcome, words) = describe_outcome(send(&right).await);
        assert_eq!(outcome, expected, "{excluded:?}: {words}");
        let wrong = config(&server.url("wrong"));
        assert_eq!(describe_outcome(send(&wrong).await).0, "unreachable", "{excluded:?}");
    }
}
