use std::{cell::RefCell, collections::BTreeSet, ffi::OsString};

use agency_core::stored_forms;
use base64ct::{Base64, Encoding as _};

use super::{Config, retention::Policy};

const COMPLETE: [(&str, &str); 2] =
    [("DATABASE_URL", "postgresql://user:hush@host/x"), ("TOKEN_SECRET", "0123456789abcdef0123456789abcdef")];

fn read(settings: &[(&str, &str)]) -> anyhow::Result<Config> {
    Config::read(|name| {
        let found = settings.iter().chain(&COMPLETE).find(|(key, _)| *key == name);
        found.map(|(_, value)| OsString::from(value))
    })
}

fn sentence(settings: &[(&str, &str)]) -> String {
    read(settings).map_or_else(|error| format!("{error:#}"), |_| String::new())
}

/// Checks the error of each setting with a value.
fn hold(cases: &[(&str, &str, &str)]) {
    for (name, value, expected) in cases {
        assert_eq!(sentence(&[(name, value)]), *expected);
    }
}

#[test]
fn names_malformed_setting_in_one_sentence() {
    assert_eq!(sentence(&[]), "");
    hold(&[
        ("DATABASE_URL", "", "DATABASE_URL is not set"),
        (
            "DATABASE_URL",
            "mysql://user:hush@host/x",
            "DATABASE_URL must be an address such as postgresql://user:password@host:5432/agency",
        ),
        (
            "DATABASE_URL",
            "postgresql://user:hush@host:port/x",
            "DATABASE_URL must be an address such as postgresql://user:password@host:5432/agency",
        ),
        (
            "DATABASE_URL",
            "postgresql://user:hush@host/x?pgbouncer=true",
            "DATABASE_URL has an unknown parameter: pgbouncer.",
        ),
        (
            "DATABASE_URL",
            "postgresql://user:hush@host/x?pgbouncer",
            "DATABASE_URL has an unknown parameter: pgbouncer.",
        ),
        (
            "DATABASE_URL",
            "postgresql://user:hush@host/x?sslmode=require&schema=public&pgbouncer=true",
            "DATABASE_URL has an unknown parameter: schema.",
        ),
        (
            "DATABASE_URL",
            "postgresql://user:hush@host/x?connect_timeout=soon",
            "DATABASE_URL has an invalid value of the parameter connect_timeout",
        ),
        (
            "DATABASE_URL",
            "postgresql://user:hush@host/x?sslmode=perhaps",
            "sslmode in DATABASE_URL must be disable, prefer, require, verify-ca or verify-full, not \"perhaps\"",
        ),
        (
            "DATABASE_URL",
            "postgresql://user:hush@host/x?sslmode=verify-full&sslrootcert=/no/such/file",
            "sslrootcert in DATABASE_URL names no readable certificates: /no/such/file",
        ),
        ("DATABASE_POOL_SIZE", "0", "DATABASE_POOL_SIZE must be a whole number from 1 to 1000, not \"0\""),
        ("TOKEN_SECRET", "", "TOKEN_SECRET is not set"),
        ("TOKEN_SECRET", "short", "TOKEN_SECRET must have at least 32 bytes"),
        ("TOKEN_SECRET_FORMER", "short", "TOKEN_SECRET_FORMER must have at least 32 bytes"),
        ("LISTEN_ADDR", "8000", "LISTEN_ADDR must be an address and a port, not \"8000\""),
        ("METRICS_ADDR", "here", "METRICS_ADDR must be an address and a port, not \"here\""),
        ("MAX_CONNECTIONS", "-1", "MAX_CONNECTIONS must be a whole number from 1 to 100000, not \"-1\""),
        ("SHUTDOWN_DELAY", "5s", "SHUTDOWN_DELAY must be a whole number from 0 to 300, not \"5s\""),
        (
            "PUBLIC_URL",
            "www.example.com/x",
            "PUBLIC_URL must be an address such as https://www.example.com, not \"www.example.com/x\"",
        ),
        (
            "PUBLIC_URL",
            "ftp://www.example.com",
            "PUBLIC_URL must be an address such as https://www.example.com, not \"ftp://www.example.com\"",
        ),
        ("RATE_LIMITS", "no", "RATE_LIMITS must be on, login or off, not \"no\""),
        (
            "TRUSTED_PROXIES",
            "10.0.0.1, proxy",
            "TRUSTED_PROXIES must be addresses and networks separated by commas, not \"proxy\"",
        ),
        (
            "TRUSTED_PROXIES",
            "10.0.0.0/33",
            "TRUSTED_PROXIES must be addresses and networks separated by commas, not \"10.0.0.0/33\"",
        ),
        ("LOG_FORMAT", "xml", "LOG_FORMAT must be text or json, not \"xml\""),
        ("RUST_LOG", "a=b=c", "RUST_LOG must be a list of log levels, not \"a=b=c\""),
    ]);
}

#[test]
fn names_malformed_mail_setting_in_one_sentence() {
    const SMTP_URL: &str = "SMTP_URL must be an address such as smtps://user:password@mail.example, \
         smtp://user:password@mail.example:587 or file:/a/folder";
    let many = (0..11).map(|n| format!("a{n}@agency.example")).collect::<Vec<_>>().join(",");
    hold(&[
        ("SMTP_URL", "mail.example", SMTP_URL),
        ("SMTP_URL", "imap://user:hush@mail.example", SMTP_URL),
        ("SMTP_URL", "smtps://user:hush@", SMTP_URL),
        ("SMTP_URL", "smtps://user:hush@mail.example/inbox", SMTP_URL),
        ("SMTP_URL", "smtps://user:hush@mail.example:smtp", SMTP_URL),
        ("SMTP_URL", "file:", "SMTP_URL names no folder after file:"),
        (
            "SMTP_URL",
            "smtp://user:hush@mail.example?tls=off",
            "SMTP_URL has a password, which tls=off would send unencrypted",
        ),
        ("SMTP_URL", "smtps://user@mail.example", "SMTP_URL must have a user and a password, or neither"),
        ("SMTP_URL", "smtps://:hush@mail.example", "SMTP_URL must have a user and a password, or neither"),
        (
            "SMTP_URL",
            "smtps://mail.example?tls=off",
            "tls in SMTP_URL must be required, or off with smtp:, not \"off\"",
        ),
        ("SMTP_URL", "smtps://mail.example?auth=no", "SMTP_URL supports tls and sslrootcert, not \"auth\""),
        (
            "SMTP_URL",
            "smtps://mail.example?sslrootcert=/no/such/file",
            "sslrootcert in SMTP_URL names no readable certificates: /no/such/file",
        ),
        ("SMTP_URL", "smtps://user:hush@mail.example", "SMTP_URL is set, but MAIL_FROM is not"),
        (
            "MAIL_FROM",
            "Agency",
            "MAIL_FROM must be an address such as Agency <site@agency.example> or \"Agency, Inc.\" <site@agency.example>, not \"Agency\"",
        ),
        (
            "NOTIFY",
            "ada@agency.example, ada",
            "NOTIFY must be email addresses separated by commas, not \"ada\"",
        ),
        (
            "NOTIFY",
            "ада@agency.example",
            "NOTIFY must be email addresses separated by commas, not \"ада@agency.example\"",
        ),
        ("NOTIFY", &many, "NOTIFY must name at most 10 addresses, not 11"),
        ("NOTIFY", "ada@agency.example", "NOTIFY is set, but SMTP_URL is not"),
        ("ACKNOWLEDGE", "on", "ACKNOWLEDGE is on, but SMTP_URL is not set"),
        ("ACKNOWLEDGE", "yes", "ACKNOWLEDGE must be off or on, not \"yes\""),
    ]);
}

#[test]
fn names_malformed_webhook_setting_in_one_sentence() {
    const URL: &str = "WEBHOOK_URL must be an address such as https://hooks.example/agency";
    const USER: &str = "WEBHOOK_URL must not have a user or a password";
    const HTTPS: &str = "WEBHOOK_URL must begin with https, unless the receiver is on this machine";
    const SECRET: &str = "WEBHOOK_SECRET must be whsec_ and 24 to 64 bytes in base64, as \
         `echo whsec_$(openssl rand -base64 32)` prints";
    let bytes = |count: usize| format!("whsec_{}", Base64::encode_string(&vec![7; count]));
    let (short, long, bare) = (bytes(23), bytes(65), bytes(32).replace("whsec_", ""));
    hold(&[
        ("WEBHOOK_URL", "hooks.example", URL),
        ("WEBHOOK_URL", "ftp://hooks.example/hush", URL),
        ("WEBHOOK_URL", "https://", URL),
        ("WEBHOOK_URL", "https://ada:hush@hooks.example/", USER),
        ("WEBHOOK_URL", "https://hush@hooks.example/", USER),
        ("WEBHOOK_URL", "http://ada:hush@localhost/", USER),
        ("WEBHOOK_URL", "http://hooks.example/hush", HTTPS),
        ("WEBHOOK_URL", "http://10.0.0.1/hush", HTTPS),
        ("WEBHOOK_URL", "http://localhost.hooks.example/hush", HTTPS),
        ("WEBHOOK_URL", "http://[2001:db8::1]/hush", HTTPS),
        ("WEBHOOK_URL", "https://hooks.example/hush", "WEBHOOK_URL is set, but WEBHOOK_SECRET is not"),
        ("WEBHOOK_SECRET", "hush", SECRET),
        ("WEBHOOK_SECRET", "whsec_hush-hush-hush-hush-hush-hush-hush-hush", SECRET),
        ("WEBHOOK_SECRET", &short, SECRET),
        ("WEBHOOK_SECRET", &long, SECRET),
        ("WEBHOOK_SECRET", &bare, SECRET),
        ("WEBHOOK_SECRET", &bytes(24), "WEBHOOK_SECRET is set, but WEBHOOK_URL is not"),
        ("WEBHOOK_FORMAT", "json", "WEBHOOK_FORMAT must be standard or slack, not \"json\""),
        ("WEBHOOK_FORMAT", "slack", "WEBHOOK_FORMAT is slack, but WEBHOOK_URL is not set"),
    ]);
}

#[test]
fn combines_webhook_settings() {
    assert!(read(&[]).unwrap().webhook.is_none());
    let secret = format!("whsec_{}", Base64::encode_string(&[7; 64]));
    let summary = |settings: &[(&str, &str)]| read(settings).unwrap().webhook.unwrap().summary();
    for url in
        ["http://localhost:8/a", "http://127.9.9.9:8/", "http://[::1]:8/", "https://10.0.0.1:8/?key=hush"]
    {
        let shown = summary(&[("WEBHOOK_URL", url), ("WEBHOOK_SECRET", &secret)]);
        assert_eq!(shown, format!("standard to {}", &url[..url.rfind(":8").unwrap() + 2]));
    }
    let slack = [("WEBHOOK_URL", "https://hooks.slack.example/services/hush"), ("WEBHOOK_FORMAT", "slack")];
    assert_eq!(summary(&slack), "slack to https://hooks.slack.example");
}

#[test]
fn names_malformed_retention_period() {
    hold(&[
        ("KEEP_CONSULTATIONS", "0", "KEEP_CONSULTATIONS must be a whole number from 1 to 36500, not \"0\""),
        ("KEEP_APPLICATIONS", "-1", "KEEP_APPLICATIONS must be a whole number from 1 to 36500, not \"-1\""),
        ("KEEP_SPAM", "soon", "KEEP_SPAM must be a whole number from 1 to 36500, not \"soon\""),
        ("KEEP_SPAM", "36501", "KEEP_SPAM must be a whole number from 1 to 36500, not \"36501\""),
    ]);
}

#[test]
fn hides_secrets_when_settings_are_printed() {
    let settings = [
        ("TOKEN_SECRET_FORMER", "fedcba9876543210fedcba9876543210"),
        ("SMTP_URL", "smtps://user:whisper@mail.example"),
        ("MAIL_FROM", "site@agency.example"),
        ("WEBHOOK_URL", "https://hooks.example/services/murmur?key=mutter"),
        ("WEBHOOK_SECRET", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
    ];
    let shown = format!("{:?}", read(&settings).unwrap());
    for secret in
        ["hush", "0123456789abcdef", "fedcba9876543210", "whisper", "murmur", "mutter", "MfKQ", "49, 242"]
    {
        assert!(!shown.contains(secret), "{shown}");
    }
}

#[test]
fn reads_retention_periods_in_days() {
    let kept = |settings: &[(&str, &str)]| read(settings).unwrap().retention;
    assert_eq!(kept(&[]), Policy::default());
    let all = kept(&[("KEEP_CONSULTATIONS", " 730 "), ("KEEP_APPLICATIONS", ""), ("KEEP_SPAM", "30")]);
    assert_eq!((all.lists, all.spam), ([("consultations", 730)].into(), Some(30)));
}

#[test]
fn reads_public_url_as_origin() {
    let url = read(&[("PUBLIC_URL", "https://www.example.com/")]).unwrap().public_url.unwrap();
    assert_eq!((url.origin(), url.is_https()), ("https://www.example.com", true));
}

#[test]
fn combines_mail_settings() {
    assert!(read(&[("MAIL_FROM", "site@agency.example")]).unwrap().mail.is_none());
    let settings = [
        ("SMTP_URL", "smtps://user:hush@mail.example"),
        ("MAIL_FROM", "Agency <site@agency.example>"),
        ("NOTIFY", "ada@agency.example, info@bücher.example,ada@agency.example"),
        ("ACKNOWLEDGE", "on"),
    ];
    let mail = read(&settings).unwrap().mail.unwrap();
    let notified = mail.notify.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(notified, ["ada@agency.example", "info@xn--bcher-kva.example"]);
    assert_eq!(
        mail.summary(),
        "smtps://mail.example:465, from site@agency.example; 2 addresses are notified of new records, visitors get an acknowledgement"
    );
    let mail = read(&[("SMTP_URL", "file:.local/mail"), ("MAIL_FROM", "site@agency.example")]).unwrap().mail;
    assert_eq!(
        mail.unwrap().summary(),
        "files in .local/mail, from site@agency.example; nobody is notified of new records (NOTIFY is not set)"
    );
}

#[test]
fn reads_trusted_proxies_as_addresses_and_networks() {
    let setting = "::ffff:10.0.0.1, 2001:DB8::1, 172.16.0.0/12,fd00::/8";
    let proxies = read(&[("TRUSTED_PROXIES", setting)]).unwrap().trusted_proxies;
    let expected = ["10.0.0.1/32", "2001:db8::1/128", "172.16.0.0/12", "fd00::/8"];
    assert_eq!(proxies, expected.map(|network| network.parse().unwrap()));
}

/// Returns the names between two marks at the start of lines.
fn named(text: &str, start: &str, end: char) -> BTreeSet<String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix(start)?.split_once(end));
    let setting = |name: &str| name.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
    lines.map(|(name, _)| name.to_owned()).filter(|name| setting(name)).collect()
}

#[test]
fn documents_every_setting_in_example_and_readme() {
    let asked = RefCell::new(BTreeSet::new());
    let complete = |name: &str| {
        asked.borrow_mut().insert(name.to_owned());
        COMPLETE.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value))
    };
    Config::read(complete).unwrap();
    let asked = asked.into_inner();
    let documented = named(include_str!("../../../.env.example"), "#", '=');
    assert_eq!(named(include_str!("../../../README.md"), "| `", '`'), documented);
    assert_eq!(documented.difference(&asked).count(), 0, "nobody asks for some of {documented:?}");
    // Every list has a setting of its name, as both documents tell.
    let of_lists = stored_forms().map(|stored| Policy::setting(stored.table)).collect::<BTreeSet<_>>();
    assert_ne!(documented.intersection(&of_lists).count(), 0);
    let undocumented =
        asked.difference(&documented).filter(|name| !of_lists.contains(*name)).collect::<Vec<_>>();
    assert_eq!(undocumented, Vec::<&String>::new());
}

#[test]
fn reads_secret_from_credential_unless_environment_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let directory = folder.path().display().to_string();
    std::fs::write(folder.path().join("TOKEN_SECRET"), "a credential that is long enough for it\n").unwrap();
    let secret = |given: &str| {
        let config = read(&[("CREDENTIALS_DIRECTORY", &directory), ("TOKEN_SECRET", given)]).unwrap();
        secrecy::ExposeSecret::expose_secret(&config.secrets.current).to_owned()
    };
    assert_eq!(secret(""), "a credential that is long enough for it");
    assert_eq!(secret(COMPLETE[1].1), COMPLETE[1].1);
    std::fs::write(folder.path().join("TOKEN_SECRET"), " \n").unwrap();
    let without = [("CREDENTIALS_DIRECTORY", &*directory), ("TOKEN_SECRET", "")];
    assert_eq!(sentence(&without), "TOKEN_SECRET is not set");
    std::fs::remove_file(folder.path().join("TOKEN_SECRET")).unwrap();
    std::fs::create_dir(folder.path().join("TOKEN_SECRET")).unwrap();
    assert!(sentence(&without).starts_with("TOKEN_SECRET cannot be read from "));
}
