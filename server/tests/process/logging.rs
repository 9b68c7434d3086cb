use serde_json::{Value, json};

use crate::product::{Database, SECRET, Server, get, post, run_program};

fn body(answer: &str) -> Value {
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

fn call(server: &Server, path: &str, sent: &Value) -> Value {
    body(&server.ask(&post(path, &sent.to_string())))
}

/// Parses the lines of a log.
fn lines(logs: &str) -> Vec<Value> {
    logs.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Creates an admin and returns the password.
fn admin(url: &str, name: &str) -> String {
    let made = run_program(&["admin", name], &[("DATABASE_URL", url), ("TOKEN_SECRET", SECRET)]);
    let stdout = String::from_utf8(made.stdout).unwrap();
    stdout.lines().find_map(|line| line.strip_prefix("password: ")).unwrap().to_owned()
}

#[test]
fn warns_once_of_a_proxy_that_is_not_trusted() {
    let warnings = |settings: &[(&str, &str)]| {
        let server = Server::start("postgresql:///agency?host=/nowhere", settings);
        for _ in 0..3 {
            let request =
                "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\nConnection: close\r\n\r\n";
            assert!(server.ask(request).starts_with("HTTP/1.1 200 "));
        }
        server.signal("-TERM");
        let (succeeded, logs) = server.end();
        assert!(succeeded, "{logs}");
        logs.lines().filter(|line| line.contains("TRUSTED_PROXIES does not name it")).count()
    };
    assert_eq!(warnings(&[]), 1);
    assert_eq!(warnings(&[("TRUSTED_PROXIES", "127.0.0.0/8")]), 0);
}

#[test]
fn logs_sign_ins_by_admin_number() {
    let database = Database::create();
    let url = database.url();
    admin(&url, "charles");
    let password = admin(&url, "augusta");
    let server = Server::start(&url, &[("LOG_FORMAT", "json")]);
    let login = |name: &str, password: &str| {
        call(&server, "/api/token/", &json!({"username": name, "password": password}))
    };
    let refresh = |token: &Value| call(&server, "/api/token/refresh/", &json!({"refresh": token}));
    login("augusta", "hunter2 hunter2");
    login("nobody", "hunter2 hunter2");
    let first = login("augusta", &password);
    let access = first["access"].as_str().unwrap();
    let signed = format!("Host: x\r\nAuthorization: Bearer {access}");
    server.ask(&get("/api/userinfo").replace("Host: x", &signed));
    server.ask(&get("/api/userinfo"));
    let second = refresh(&first["refresh"]);
    refresh(&second["refresh"]);
    refresh(&first["refresh"]);
    refresh(&second["refresh"]);
    refresh(&json!("never issued"));
    let third = login("augusta", &password);
    for token in [&third["refresh"], &third["refresh"]] {
        server.ask(&post("/api/token/revoke/", &json!({"refresh": token}).to_string()));
    }
    server.signal("-TERM");
    let (succeeded, logs) = server.end();
    assert!(succeeded);
    for name in ["augusta", "charles", "nobody"] {
        assert!(!logs.contains(name), "{name} in\n{logs}");
    }
    let lines = lines(&logs);
    let of_requests = lines.iter().filter(|line| line["span"]["id"].is_string());
    let (answered, logged): (Vec<_>, Vec<_>) =
        of_requests.partition(|line| line["fields"]["message"] == "answered");
    let logged =
        logged.iter().map(|line| (line["fields"]["message"].as_str().unwrap(), &line["fields"]["admin"]));
    let (number, nobody) = (&json!(2), &Value::Null);
    assert_eq!(
        logged.collect::<Vec<_>>(),
        [
            ("a login was refused", number),
            ("a login was refused", nobody),
            ("signed in", number),
            ("a refresh token was reused: its session is ended", number),
            ("a refresh was refused", number),
            ("a refresh was refused", nobody),
            ("signed in", number),
            ("signed out", number),
        ]
    );
    let known = answered.iter().map(|line| (line["span"]["route"].as_str().unwrap(), &line["span"]["admin"]));
    let known = known.filter(|(_, admin)| !admin.is_null()).collect::<Vec<_>>();
    let refreshed = ("/api/token/refresh", number);
    assert_eq!(known, [("/api/userinfo", number), refreshed, refreshed]);
}

#[test]
fn logs_requests_without_personal_data() {
    let database = Database::create();
    let url = database.url();
    let password = admin(&url, "augusta");

    let settings = [("LOG_FORMAT", "json"), ("RUST_LOG", "debug")];
    let server = Server::start(&url, &settings);
    let login = |password: &str| {
        server.ask(&post("/api/token/", &format!("{{\"username\":\"augusta\",\"password\":\"{password}\"}}")))
    };
    assert!(login("hunter2 hunter2").starts_with("HTTP/1.1 401 "));
    let pair = body(&login(&password));
    let (access, refresh) = (pair["access"].as_str().unwrap(), pair["refresh"].as_str().unwrap());
    let form = "{\"message\":\"We need a shop for ties.\",\"full_name\":\"Augusta King\",\
                \"email\":\"augusta@lovelace.example\",\"referral\":\"Charles\"}";
    let created = body(&server.ask(&post("/api/consultations/create/", form)));
    let slug = created["slug"].as_str().unwrap();
    let signed =
        |path: &str| get(path).replace("Host: x", &format!("Host: x\r\nAuthorization: Bearer {access}"));
    for path in
        ["/api/userinfo", "/api/consultations?page=1&q=signature-in-query", "/api/consultations/nobody"]
    {
        assert!(server.ask(&signed(path)).starts_with("HTTP/1.1 "), "{path}");
    }
    server.ask(&signed(&format!("/api/consultations/{slug}")));
    server.ask(&post("/api/token/refresh/", &format!("{{\"refresh\":\"{refresh}\"}}")));
    server.ask(&get("/nothing/augusta@lovelace.example"));
    server.signal("-TERM");
    let (succeeded, logs) = server.end();
    assert!(succeeded);
    for secret in [
        "augusta",
        "Augusta",
        "lovelace",
        "Charles",
        "ties",
        "hunter2",
        &password,
        access,
        refresh,
        SECRET,
        "signature-in-query",
        "nobody",
        slug,
    ] {
        assert!(!logs.contains(secret), "{secret} in\n{logs}");
        // The database driver formats parameters as byte arrays.
        let bytes = format!("{:?}", secret.as_bytes());
        assert!(!logs.contains(bytes.trim_matches(['[', ']'])), "{secret}, as {bytes}, in\n{logs}");
    }
    let lines = lines(&logs);
    let started = lines.iter().find(|line| line["fields"]["version"].is_string()).unwrap();
    assert_eq!(started["fields"]["version"], env!("CARGO_PKG_VERSION"));
    let answered = lines.iter().filter(|line| line["fields"]["message"] == "answered").collect::<Vec<_>>();
    assert!(answered.len() >= 8);
    for line in answered {
        assert!(line["fields"]["status"].is_u64() && line["fields"]["microseconds"].is_u64(), "{line}");
        assert!(line["span"]["id"].as_str().unwrap().len() >= 32, "{line}");
        assert!(line["span"]["route"].is_string() && line["span"]["method"].is_string(), "{line}");
    }
}

#[test]
fn logs_page_error_as_one_line_without_personal_data() {
    let database = Database::create();
    let server = Server::start(&database.url(), &[("LOG_FORMAT", "json")]);
    let report = json!({
        "message": "TypeError: no \"Augusta King\" <augusta@lovelace.example>\nin a line",
        "stack": "at x (http://a.example/assets/ListPage-BsqJf0_x.js:1:234)\nat augusta@lovelace.example",
        "path": "/dashboard/consultation/augusta",
        "version": "augusta king",
    });
    let answer = server.ask(&post("/api/client-errors/", &report.to_string()));
    assert!(answer.starts_with("HTTP/1.1 204 "), "{answer}");
    server.signal("-TERM");
    let (succeeded, logs) = server.end();
    assert!(succeeded && !logs.to_lowercase().contains("augusta"), "{logs}");
    let lines = lines(&logs);
    let reported = lines.iter().filter(|line| line["fields"]["message"] == "a page reported an error");
    let reported = reported.collect::<Vec<_>>();
    assert_eq!(reported.len(), 1, "{logs}");
    assert_eq!(reported[0]["level"], "WARN");
    assert_eq!(
        reported[0]["fields"],
        json!({
            "message": "a page reported an error",
            "error": "TypeError: no … … in a line",
            "stack": "ListPage-BsqJf0_x.js:1:234",
            "page": "unknown",
            "version": "unknown",
        })
    );
}

#[test]
fn logs_short_line_for_long_method() {
    let server = Server::start("postgresql:///agency?host=/nowhere", &[("LOG_FORMAT", "json")]);
    let method = "A".repeat(15_000);
    let answer = server.ask(&get("/").replacen("GET", &method, 1));
    assert!(answer.starts_with("HTTP/1.1 405 "), "{answer}");
    server.signal("-TERM");
    let (succeeded, logs) = server.end();
    assert!(succeeded);
    let lines = lines(&logs);
    let answered = lines.iter().find(|line| line["fields"]["message"] == "answered").unwrap();
    assert_eq!((&answered["span"]["method"], &answered["fields"]["status"]), (&json!("OTHER"), &json!(405)));
    assert!(logs.lines().all(|line| line.len() < 1_000), "{logs}");
}
