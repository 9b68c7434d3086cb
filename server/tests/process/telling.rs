use serde_json::Value;

use crate::product::{Database, SECRET, Server, get, post, run};

fn json(answer: &str) -> Value {
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

#[test]
fn logs_tell_what_happened_and_nothing_of_anybody() {
    let database = Database::create();
    let url = database.url();
    let made = run(&["admin", "augusta"], &[("DATABASE_URL", &*url), ("TOKEN_SECRET", SECRET)]);
    let told = String::from_utf8(made.stdout).unwrap();
    let password = told.lines().find_map(|line| line.strip_prefix("password: ")).unwrap().to_owned();

    let settings = [("LOG_FORMAT", "json"), ("RUST_LOG", "debug")];
    let server = Server::start(&url, &settings);
    let login = |password: &str| {
        server.ask(&post("/api/token/", &format!("{{\"username\":\"augusta\",\"password\":\"{password}\"}}")))
    };
    assert!(login("hunter2 hunter2").starts_with("HTTP/1.1 401 "));
    let pair = json(&login(&password));
    let (access, refresh) = (pair["access"].as_str().unwrap(), pair["refresh"].as_str().unwrap());
    let form = "{\"message\":\"We need a shop for ties.\",\"full_name\":\"Augusta King\",\
                \"email\":\"augusta@lovelace.example\",\"referral\":\"Charles\"}";
    let created = json(&server.ask(&post("/api/consultations/create/", form)));
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
    }
    let lines = logs.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()).collect::<Vec<_>>();
    let started = lines.iter().find(|line| line["fields"]["version"].is_string()).unwrap();
    assert_eq!(started["fields"]["version"], env!("CARGO_PKG_VERSION"));
    assert!(started["fields"]["message"].as_str().unwrap().contains("rate limits"), "{started}");
    let answered = lines.iter().filter(|line| line["fields"]["message"] == "answered").collect::<Vec<_>>();
    assert!(answered.len() >= 8);
    for line in answered {
        assert!(line["fields"]["status"].is_u64() && line["fields"]["microseconds"].is_u64(), "{line}");
        assert!(line["span"]["id"].as_str().unwrap().len() >= 32, "{line}");
        assert!(line["span"]["route"].is_string() && line["span"]["method"].is_string(), "{line}");
    }
}
