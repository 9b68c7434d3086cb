//! Mails of the process, and the commands for mails.

use std::{env, fs, path::PathBuf};

use crate::product::{Database, SECRET, Server, post, run_program};

/// Folder that is removed with the test.
struct Folder(PathBuf);

impl Folder {
    fn named(name: &str) -> Self {
        Self(env::temp_dir().join(format!("agency-process-{}-{name}", std::process::id())))
    }

    fn url(&self) -> String {
        format!("file:{}", self.0.display())
    }

    /// Waits for `count` mails and returns them.
    fn mails(&self, count: usize) -> Vec<String> {
        loop {
            let files = fs::read_dir(&self.0).into_iter().flatten().map(|file| file.unwrap().path());
            let files = files.filter(|file| file.extension().is_some_and(|end| end == "eml"));
            let files = files.collect::<Vec<_>>();
            if files.len() >= count {
                return files.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
            }
            std::thread::yield_now();
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn sends_mails_for_form_without_logging_personal_data() {
    let (database, folder) = (Database::create(), Folder::named("form"));
    let url = folder.url();
    let settings = [
        ("SMTP_URL", &*url),
        ("MAIL_FROM", "Agency <site@agency.example>"),
        ("NOTIFY", "staff@agency.example"),
        ("ACKNOWLEDGE", "on"),
        ("PUBLIC_URL", "https://agency.example"),
        ("RUST_LOG", "debug"),
    ];
    let server = Server::start(&database.url(), &settings);
    let form = "{\"message\":\"We need a shop for ties.\",\"full_name\":\"Augusta King\",\
                \"email\":\"augusta@lovelace.example\"}";
    let created = server.ask(&post("/api/consultations/create/", form));
    assert!(created.starts_with("HTTP/1.1 201 "), "{created}");
    let mails = folder.mails(2);
    let notice = mails.iter().find(|mail| mail.contains("\nTo: staff@agency.example\r\n")).unwrap();
    assert!(notice.contains("Subject: Consultation from Augusta King\r\n"), "{notice}");
    assert!(notice.contains("https://agency.example/dashboard/consultation/"), "{notice}");
    let thanks = mails.iter().find(|mail| mail.contains("\nTo: augusta@lovelace.example\r\n")).unwrap();
    assert!(!thanks.contains("ties") && !thanks.contains("Augusta"), "{thanks}");
    server.signal("-TERM");
    let (succeeded, logs) = server.end();
    assert!(succeeded, "{logs}");
    for secret in ["augusta", "Augusta", "lovelace", "ties", "staff@"] {
        assert!(!logs.contains(secret), "{secret} in\n{logs}");
    }
}

#[test]
fn mail_test_sends_mail_or_reports_error() {
    let folder = Folder::named("test");
    let url = folder.url();
    let bare = [("DATABASE_URL", "postgresql:///x?host=/nowhere"), ("TOKEN_SECRET", SECRET)];
    let mail = |arguments: &[&str], settings: &[(&str, &str)]| {
        let output = run_program(arguments, &[&bare[..], settings].concat());
        let [stdout, stderr] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        (output.status.success(), stdout, stderr.lines().last().unwrap_or_default().to_owned())
    };
    let refused = |sentence: &str| (false, String::new(), format!("agency-server: {sentence}"));
    assert_eq!(mail(&["mail-test"], &[]), refused("no mail is sent: SMTP_URL is not set"));
    let settings = [("SMTP_URL", &*url), ("MAIL_FROM", "site@agency.example")];
    assert_eq!(mail(&["mail-test"], &settings), refused("no recipient: name an address, or set NOTIFY"));
    assert_eq!(mail(&["mail-test", "ada"], &settings), refused("\"ada\" is not a valid email address"));
    let (fine, stdout, _) = mail(&["mail-test", "ada@lovelace.example"], &settings);
    assert!(fine && stdout == "sent to ada@lovelace.example\n", "{stdout}");
    let notified = [&settings[..], &[("NOTIFY", "grace@agency.example,ada@agency.example")]].concat();
    let (fine, stdout, _) = mail(&["mail-test"], &notified);
    assert!(fine && stdout == "sent to ada@agency.example\nsent to grace@agency.example\n", "{stdout}");
    assert_eq!(folder.mails(3).len(), 3);
    // No server listens on port 1.
    let gone = [("SMTP_URL", "smtp://127.0.0.1:1?tls=off"), ("MAIL_FROM", "site@agency.example")];
    let (fine, stdout, stderr) = mail(&["mail-test", "ada@lovelace.example"], &gone);
    assert!(
        !fine && stdout.starts_with("not sent to ada@lovelace.example: ") && stdout.contains("refused"),
        "{stdout}"
    );
    assert_eq!(stderr, "agency-server: 1 of 1 could not be sent");
}

#[test]
fn mail_retry_requeues_failed_mails() {
    let database = Database::create();
    let url = database.url();
    let settings = [
        ("DATABASE_URL", &*url),
        ("TOKEN_SECRET", SECRET),
        ("SMTP_URL", "file:/nowhere"),
        ("MAIL_FROM", "site@agency.example"),
        ("NOTIFY", "staff@agency.example"),
    ];
    assert!(run_program(&["migrate"], &settings).status.success());
    database.execute(
        "INSERT INTO submissions (kind, slug, full_name, name_key, email, email_key) \
         VALUES ('consultations', md5(''), 'Ada Lovelace', 'ada lovelace', 'a@b.example', 'a@b.example'); \
         INSERT INTO deliveries (transport, slug, submission_id, purpose, recipient, message_id, message, state) \
         VALUES ('mail', 's', 1, 'notify', 'staff@agency.example', '<a>', 'x', 'failed'), \
             ('mail', 's', 1, 'notify', 'gone@agency.example', '<b>', 'x', 'failed')",
    );
    let retry = || String::from_utf8(run_program(&["mail-retry"], &settings).stdout).unwrap();
    assert_eq!(retry(), "queued again: 1\ndropped, because NOTIFY does not name their recipients: 1\n");
    assert_eq!(retry(), "queued again: 0\n");
}
