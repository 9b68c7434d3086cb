//! Webhooks of the process, and the commands for webhooks.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpListener,
};

use crate::product::{Database, SECRET, Server, post, run_program};

const WEBHOOK_SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// Receiver of one webhook at a time.
struct Receiver(TcpListener);

impl Receiver {
    fn start() -> Self {
        Self(TcpListener::bind("127.0.0.1:0").unwrap())
    }

    fn url(&self) -> String {
        format!("http://{}/hook/murmur?key=mutter", self.0.local_addr().unwrap())
    }

    /// Receives a webhook, answers it with a status, and returns its head and its body.
    fn receive(&self, status: &str) -> [String; 2] {
        let mut stream = BufReader::new(self.0.accept().unwrap().0);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert_ne!(stream.read_line(&mut head).unwrap(), 0, "{head}");
        }
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
        let mut body = vec![0; length.parse().unwrap()];
        stream.read_exact(&mut body).unwrap();
        let answer = format!("HTTP/1.1 {status}\r\ncontent-length: 5\r\n\r\nso so");
        stream.get_mut().write_all(answer.as_bytes()).unwrap();
        [head, String::from_utf8(body).unwrap()]
    }
}

#[test]
fn sends_webhooks_for_form_without_logging_personal_data_or_secrets() {
    let (database, receiver) = (Database::create(), Receiver::start());
    let url = receiver.url();
    let settings = [
        ("WEBHOOK_URL", &*url),
        ("WEBHOOK_SECRET", WEBHOOK_SECRET),
        ("PUBLIC_URL", "https://agency.example"),
        ("HTTP_PROXY", "http://127.0.0.1:1"),
        ("RUST_LOG", "debug"),
    ];
    let server = Server::start(&database.url(), &settings);
    let form = "{\"message\":\"We need a shop for ties.\",\"full_name\":\"Augusta King\",\
                \"email\":\"augusta@lovelace.example\"}";
    let created = server.ask(&post("/api/consultations/create/", form));
    assert!(created.starts_with("HTTP/1.1 201 "), "{created}");
    let [head, body] = receiver.receive("500 No");
    assert!(head.starts_with("POST /hook/murmur?key=mutter HTTP/1.1\r\n"), "{head}");
    for name in ["webhook-id", "webhook-timestamp", "webhook-signature"] {
        assert!(head.contains(&format!("\r\n{name}: ")), "{head}");
    }
    assert!(
        body.contains("Augusta King") && body.contains("https://agency.example/dashboard/consultation/"),
        "{body}"
    );
    // The failure is stored, and logged, before the server has stopped.
    server.signal("-TERM");
    let (succeeded, logs) = server.end();
    assert!(succeeded && logs.contains("a delivery failed and is retried"), "{logs}");
    for secret in ["augusta", "Augusta", "lovelace", "ties", "murmur", "mutter", "MfKQ", "so so"] {
        assert!(!logs.contains(secret), "{secret} in\n{logs}");
    }
}

#[test]
fn webhook_test_prints_the_answer() {
    let receiver = Receiver::start();
    let url = receiver.url();
    let bare = [("DATABASE_URL", "postgresql:///x?host=/nowhere"), ("TOKEN_SECRET", SECRET)];
    let test = |settings: &[(&str, &str)]| {
        let output = run_program(&["webhook-test"], &[&bare[..], settings].concat());
        let [stdout, stderr] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        (output.status.success(), stdout, stderr.lines().last().unwrap_or_default().to_owned())
    };
    let refused = |sentence: &str| (false, String::new(), format!("agency-server: {sentence}"));
    assert_eq!(test(&[]), refused("no webhook is sent: WEBHOOK_URL is not set"));
    let settings = [("WEBHOOK_URL", &*url), ("WEBHOOK_SECRET", WEBHOOK_SECRET)];
    let answered = |status: &str| {
        std::thread::scope(|scope| {
            let requests = scope.spawn(|| receiver.receive(status));
            let printed = test(&settings);
            assert!(requests.join().unwrap()[1].contains("webhook.test"));
            printed
        })
    };
    assert_eq!(
        answered("200 OK"),
        (true, "sent, the receiver answered 200 OK: so so\n".to_owned(), String::new())
    );
    assert_eq!(answered("404 Not Found"), refused("the receiver refused it: 404 Not Found: so so"));
    // No receiver listens on port 1.
    let (fine, _, stderr) =
        test(&[("WEBHOOK_URL", "http://127.0.0.1:1/murmur"), ("WEBHOOK_SECRET", WEBHOOK_SECRET)]);
    assert!(
        !fine && stderr.starts_with("agency-server: not sent: ") && stderr.contains("refused"),
        "{stderr}"
    );
    assert!(!stderr.contains("murmur"), "{stderr}");
}

#[test]
fn webhook_retry_requeues_failed_webhooks() {
    let database = Database::create();
    let url = database.url();
    let settings = [
        ("DATABASE_URL", &*url),
        ("TOKEN_SECRET", SECRET),
        ("WEBHOOK_URL", "http://localhost/"),
        ("WEBHOOK_SECRET", WEBHOOK_SECRET),
    ];
    assert!(run_program(&["migrate"], &settings).status.success());
    database.execute(
        "INSERT INTO deliveries (transport, slug, purpose, message_id, message, state) \
         VALUES ('webhook', 'a', 'submission.created', 'a_1', '{}', 'failed'), ('webhook', 'b', 'submission.created', 'b_1', '{}', 'waiting')",
    );
    let retry = || String::from_utf8(run_program(&["webhook-retry"], &settings).stdout).unwrap();
    assert_eq!(retry(), "queued again: 1\n");
    assert_eq!(retry(), "queued again: 0\n");
}
