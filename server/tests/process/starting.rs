use std::net::TcpListener;

use crate::product::{Database, SECRET, Server, get, post, run_program};

const TAKEN: &str = "is already in use. Stop the program that listens there, or choose another port";

fn refusal(settings: &[(&str, &str)]) -> String {
    let output = run_program(&[], settings);
    assert!(!output.status.success());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "");
    let stderr = String::from_utf8(output.stderr).unwrap();
    let lines = stderr.lines().filter(|line| line.starts_with("agency-server: ")).collect::<Vec<_>>();
    assert_eq!(lines.len(), 1, "{stderr}");
    lines[0].to_owned()
}

#[test]
fn refuses_to_start_with_invalid_setting() {
    let complete = [("DATABASE_URL", "postgresql:///x?host=/nowhere"), ("TOKEN_SECRET", SECRET)];
    let with = |name, value| refusal(&[&complete[..], &[(name, value)]].concat());
    assert_eq!(refusal(&[]), "agency-server: TOKEN_SECRET is not set");
    assert_eq!(refusal(&complete[1..]), "agency-server: DATABASE_URL is not set");
    assert_eq!(
        with("DATABASE_URL", "nonsense"),
        "agency-server: DATABASE_URL must be an address such as postgresql://user:password@host:5432/agency"
    );
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    assert_eq!(with("LISTEN_ADDR", &address), format!("agency-server: LISTEN_ADDR {address} {TAKEN}"));
    let ours = [&complete[..], &[("LISTEN_ADDR", "127.0.0.1:0"), ("METRICS_ADDR", &address)]].concat();
    assert_eq!(refusal(&ours), format!("agency-server: METRICS_ADDR {address} {TAKEN}"));

    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("routes.json"), "{").unwrap();
    let root = folder.path().display().to_string();
    let broken = [&complete[..], &[("LISTEN_ADDR", "127.0.0.1:0"), ("WEB_ROOT", &root)]].concat();
    let stderr = refusal(&broken);
    assert!(
        stderr.starts_with(&format!("agency-server: WEB_ROOT {root} has a broken routes.json")),
        "{stderr}"
    );
}

#[test]
fn asks_to_be_started_again_if_address_comes_late() {
    let complete = [
        ("DATABASE_URL", "postgresql:///x?host=/nowhere"),
        ("TOKEN_SECRET", SECRET),
        ("LISTEN_ADDR", "127.0.0.1:0"),
    ];
    // An address of documents, which no machine has.
    for (setting, value, status) in [
        ("LISTEN_ADDR", "192.0.2.1:8000", 75),
        ("METRICS_ADDR", "192.0.2.1:9100", 75),
        ("LISTEN_ADDR", "8000", 1),
    ] {
        let output = run_program(&[], &[&complete[..], &[(setting, value)]].concat());
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{stderr}");
        assert!(stderr.starts_with(&format!("agency-server: {setting} ")), "{stderr}");
    }
}

#[test]
fn waits_for_database_that_is_created_later() {
    let database = Database::reserve();
    let server = Server::start(&database.url(), &[("METRICS_ADDR", "127.0.0.1:0")]);
    assert!(server.ask(&get("/healthz")).starts_with("HTTP/1.1 200 "));
    let away = server.ask(&get("/readyz"));
    assert!(away.starts_with("HTTP/1.1 503 ") && away.contains("retry-after"), "{away}");
    database.create_now();
    while !server.ask(&get("/readyz")).starts_with("HTTP/1.1 200 ") {}
    server.signal("-TERM");
    let (succeeded, logs) = server.end();
    assert!(succeeded && logs.contains("trying again"), "{logs}");
}

#[test]
fn reports_unusable_database_once_and_leaves_it_unchanged() {
    let database = Database::create();
    let role = database.role();
    let (url, path) = (database.url(), |name: &str| {
        let mut url = url::Url::parse(&database.url()).unwrap();
        url.set_path(name);
        url.to_string()
    });
    database.execute(&format!("CREATE TABLE invoices (id int); CREATE ROLE {role} LOGIN PASSWORD 'secret'"));
    for (url, advice) in [
        (
            "postgresql:///agency?host=/nowhere".to_owned(),
            "start Postgres, or correct its address in DATABASE_URL",
        ),
        (path("agency_nobody_made_it"), "SQLSTATE 3D000: "),
        (
            database.url_for_role("agency_nobody", "x"),
            "set a user and password in DATABASE_URL that Postgres accepts",
        ),
        (url, "holds the tables of another program: name an empty database"),
    ] {
        let output = run_program(&["migrate"], &[("DATABASE_URL", &url), ("TOKEN_SECRET", SECRET)]);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && stderr.contains(advice), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");

        let server = Server::start(&url, &[]);
        assert!(server.ask(&get("/healthz")).starts_with("HTTP/1.1 200 "));
        server.signal("-TERM");
        let (succeeded, logs) = server.end();
        let count = logs.lines().filter(|line| line.contains(advice)).count();
        assert!(succeeded && count == 1, "{count}: {logs}");
    }
}

#[test]
fn refuses_database_of_another_encoding() {
    for encoding in ["SQL_ASCII", "LATIN1"] {
        let database = Database::create_encoded(encoding);
        let expected = format!(
            "agency-server: The database {} has the encoding {encoding}; agency-server needs UTF8 (docs/operations.md).",
            database.name()
        );
        let settings = [
            ("DATABASE_URL", &*database.url()),
            ("TOKEN_SECRET", SECRET),
            ("LISTEN_ADDR", "127.0.0.1:0"),
            ("SMTP_URL", "file:/nowhere"),
            ("MAIL_FROM", "site@agency.example"),
            ("RUST_LOG", "off"),
        ];
        for arguments in [
            &["serve"][..],
            &["check"],
            &["migrate"],
            &["sweep"],
            &["mail-retry"],
            &["webhook-retry"],
            &["admin", "ada"],
            &["admin", "--first", "ada"],
            &["forget", "ada@mail.example"],
            &["export-person", "ada@mail.example", "--to", "/nowhere/ada.zip"],
        ] {
            let output = run_program(arguments, &settings);
            let stderr = String::from_utf8(output.stderr).unwrap();
            assert!(!output.status.success());
            assert_eq!(stderr.trim_end(), expected, "{arguments:?}");
            let stdout = String::from_utf8(output.stdout).unwrap();
            assert!(!stdout.contains("listening on"), "{stdout}");
        }
    }
}

#[test]
fn keeps_serving_if_database_of_another_encoding_is_created_later() {
    let database = Database::reserve();
    let server = Server::start(&database.url(), &[]);
    database.create_now_encoded("SQL_ASCII");
    let form =
        "{\"message\":\"We need a shop.\",\"full_name\":\"Ada Lovelace\",\"email\":\"ada@mail.example\"}";
    let refused = server.ask(&post("/api/consultations/create/", form));
    assert!(refused.starts_with("HTTP/1.1 503 "), "{refused}");
    database.drop_now();
    database.create_now();
    while !server.ask(&get("/readyz")).starts_with("HTTP/1.1 200 ") {}
    server.signal("-TERM");
    let (succeeded, logs) = server.end();
    assert!(succeeded && logs.contains("has the encoding SQL_ASCII; agency-server needs UTF8"), "{logs}");
}

#[test]
fn notifies_supervisor_of_readiness_and_stop() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let socket = std::os::unix::net::UnixDatagram::bind(&path).unwrap();
    let server = Server::start("postgresql:///x?host=/nowhere", &[("NOTIFY_SOCKET", path.to_str().unwrap())]);
    let mut message = [0; 64];
    let length = socket.recv(&mut message).unwrap();
    assert_eq!(std::str::from_utf8(&message[..length]).unwrap().trim_end(), "READY=1");
    server.signal("-TERM");
    let length = socket.recv(&mut message).unwrap();
    assert_eq!(std::str::from_utf8(&message[..length]).unwrap().trim_end(), "STOPPING=1");
    assert!(server.end().0);
}

#[test]
fn raises_limit_of_open_files_as_far_as_it_may() {
    for (limit, expected) in [("ulimit -Sn 256", "5120"), ("ulimit -n 512", "512")] {
        let server = Server::start_limited(limit, "postgresql:///x?host=/nowhere", &[]);
        let limits = std::fs::read_to_string(format!("/proc/{}/limits", server.child.id())).unwrap();
        let line = limits.lines().find_map(|line| line.strip_prefix("Max open files")).unwrap();
        assert_eq!(line.split_whitespace().next(), Some(expected), "{limit}");
        server.signal("-TERM");
        let (_, logs) = server.end();
        let warning = "may open 512 files, but MAX_CONNECTIONS needs 5120";
        assert_eq!(logs.contains(warning), expected == "512", "{logs}");
    }
}

#[test]
fn warns_of_unencrypted_connection_to_postgres() {
    let warned = |url: &str| {
        let server = Server::start(url, &[]);
        server.signal("-TERM");
        let (succeeded, logs) = server.end();
        assert!(succeeded, "{logs}");
        logs.contains(" WARN ") && logs.contains("set sslmode=verify-full in DATABASE_URL")
    };
    // Reserved names, which never resolve.
    assert!(warned("postgresql://agency:hush@db.invalid/agency?sslmode=require"));
    assert!(!warned("postgresql://agency:hush@db.invalid/agency?sslmode=verify-full"));
    assert!(!warned("postgresql:///agency?host=/nowhere"));
}

#[test]
fn serves_with_fewer_rights_than_database_owner() {
    let database = Database::create();
    let (owner, role) = (database.url(), database.role());
    database.execute(&format!("CREATE ROLE {role} LOGIN PASSWORD 'secret'"));
    let server = Server::start(&database.url_for_role(&role, "secret"), &[]);
    let pending = server.ask(&get("/readyz"));
    assert!(pending.contains("The database is not up to date yet"), "{pending}");
    assert!(
        run_program(&["migrate"], &[("DATABASE_URL", &owner), ("TOKEN_SECRET", SECRET)]).status.success()
    );
    database.execute(&String::from_utf8(run_program(&["grants", &role], &[]).stdout).unwrap());
    while !server.ask(&get("/readyz")).starts_with("HTTP/1.1 200 ") {}
    server.signal("-TERM");
    let (succeeded, logs) = server.end();
    assert!(succeeded && logs.contains("could not be migrated: SQLSTATE 42501"), "{logs}");

    let server = Server::start(&database.url_for_role(&role, "secret"), &[]);
    assert!(server.ask(&get("/readyz")).starts_with("HTTP/1.1 200 "));
    server.signal("-TERM");
    let (succeeded, logs) = server.end();
    assert!(
        succeeded && logs.contains("the database is up to date") && !logs.contains("permission denied"),
        "{logs}"
    );
}

#[test]
fn check_reports_state_and_changes_nothing() {
    let database = Database::reserve();
    let url = database.url();
    let settings = [("DATABASE_URL", &*url), ("TOKEN_SECRET", SECRET), ("WEB_ROOT", "/nowhere")];
    let check = || {
        let output = run_program(&["check"], &settings);
        let stderr = String::from_utf8(output.stderr).unwrap();
        let last = stderr.lines().last().unwrap_or_default().to_owned();
        (output.status.success(), String::from_utf8(output.stdout).unwrap(), last)
    };
    let (fine, _, stderr) = check();
    assert!(!fine && stderr.contains("the database of DATABASE_URL cannot be reached"), "{stderr}");
    database.create_now();
    let (fine, _, stderr) = check();
    assert!(
        !fine && stderr.ends_with("the database is not up to date: run `agency-server migrate`"),
        "{stderr}"
    );
    assert!(run_program(&["migrate"], &settings).status.success());
    let (fine, stdout, _) = check();
    assert!(fine);
    assert_eq!(
        stdout,
        "settings: fine\nmail: none is sent\nwebhooks: none are sent\nsite: none in /nowhere, only the API would be served\ndatabase: up to date\n"
    );
    database.execute(
        "INSERT INTO schema_releases SELECT '99990101000001', max(version) FROM __diesel_schema_migrations; \
         INSERT INTO __diesel_schema_migrations (version) VALUES ('99990101000001')",
    );
    let (fine, stdout, _) = check();
    assert!(
        fine && stdout.ends_with("database: one release newer, which this server works with\n"),
        "{stdout}"
    );
    database.execute("INSERT INTO __diesel_schema_migrations (version) VALUES ('99990101000002')");
    let (fine, _, stderr) = check();
    assert!(!fine && stderr.ends_with("the database is newer than this server"), "{stderr}");
}

#[test]
fn admin_command_changes_only_given_fields() {
    let database = Database::create();
    let server = Server::start(&database.url(), &[]);
    let admin = |arguments: &[&str]| {
        let settings = [("DATABASE_URL", &*database.url()), ("TOKEN_SECRET", SECRET)];
        let output = run_program(&[&["admin", "ada"], arguments].concat(), &settings);
        let (stdout, stderr) = (String::from_utf8(output.stdout), String::from_utf8(output.stderr));
        (output.status.success(), stdout.unwrap(), stderr.unwrap())
    };
    let (_, stdout, _) = admin(&["--first-name", " Ada ", "--email", "ada@agency.example"]);
    let password = stdout.lines().find_map(|line| line.strip_prefix("password: ")).unwrap();
    let login = format!("{{\"username\":\"ada\",\"password\":\"{password}\"}}");
    let user = || {
        let pair = server.ask(&post("/api/token/", &login));
        let (_, token) = pair.split_once("\"access\":\"").unwrap();
        let bearer = format!("Host: x\r\nAuthorization: Bearer {}", token.split_once('"').unwrap().0);
        let answer = server.ask(&get("/api/userinfo").replace("Host: x", &bearer));
        answer.split_once("\r\n\r\n").unwrap().1.to_owned()
    };
    let described = |first: &str, last: &str, email: &str| {
        format!(
            "{{\"first_name\":\"{first}\",\"last_name\":\"{last}\",\"username\":\"ada\",\"email\":\"{email}\"}}"
        )
    };
    assert_eq!(user(), described("Ada", "", "ada@agency.example"));

    assert_eq!(admin(&["--last-name", "Byron"]).1, "changed: ada\n");
    assert_eq!(user(), described("Ada", "Byron", "ada@agency.example"));
    for refused in
        [&["--email", "ada"][..], &["--first-name", "A\u{7}"], &["--first", "--email", "a@b.example"]]
    {
        let (fine, stdout, _) = admin(refused);
        assert!(!fine && stdout.is_empty(), "{refused:?}");
    }
    assert!(admin(&["--email", "ada"]).2.contains("Please enter a valid email address"));
    assert!(admin(&["--email", ""]).0);
    assert_eq!(user(), described("Ada", "Byron", ""));
}
