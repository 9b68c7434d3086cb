use std::{collections::HashSet, fs, path::Path, time::Duration};

use regex::Regex;
use reqwest::StatusCode;
use serde_json::json;
use tokio::{
    net::{TcpListener, TcpSocket, TcpStream},
    time::timeout,
};

use crate::{
    config::{
        database::DatabaseConfig,
        mail::{
            Destination, MailConfig,
            address::{address, mailbox},
        },
    },
    http::serving::{ConnectionSettings, Server},
    router,
    testing::{
        app::{PASSWORD, TestApp, fetch, parts, signed_webhooks},
        database::tcp_url,
        postgres_proxy::Proxy,
    },
};

/// Returns the response of the metrics listener.
async fn watch(app: &TestApp, path: &str) -> (StatusCode, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (service, requests) = (router::watching(app.state.clone()), app.state.requests.clone());
    let watching =
        Server::start(listener, service, requests, ConnectionSettings::default(), std::sync::Arc::default());
    let answer = fetch(format!("http://{}{path}", watching.address)).await;
    (answer.status(), answer.text().await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_requests_without_personal_data() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    app.login("ada", "hunter2").await;
    let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": "a@b.example"});
    for _ in 0..2 {
        let request = app.request("POST", "/api/consultations/create/").json(&form);
        request.header("idempotency-key", "0123456789abcdef").send().await.unwrap();
    }
    app.post("/api/client-errors/", &json!({"message": "No Ada Lovelace", "path": "/nothing"})).await;
    app.get("/api/consultations/17?secret=1", &access).await;
    for number in 0..50 {
        app.request("GET", &format!("/nothing/{number}")).send().await.unwrap();
        app.request("GET", &format!("/api/nothing/{number}")).send().await.unwrap();
        app.request(&format!("MADEUP{number}"), "/").send().await.unwrap();
        app.request("PATCH", "/api/token/").send().await.unwrap();
    }
    assert_eq!(app.request("GET", "/readyz").send().await.unwrap().status(), StatusCode::OK);
    let (status, text) = watch(&app, "/metrics").await;
    assert_eq!(status, StatusCode::OK);
    assert!(!text.contains("/readyz"), "{text}");
    for line in [
        "http_requests_total{method=\"POST\",route=\"/api/token\",status=\"200\"} 1",
        "http_requests_total{method=\"POST\",route=\"/api/token\",status=\"401\"} 1",
        "http_requests_total{method=\"GET\",route=\"/api/consultations/{key}\",status=\"404\"} 1",
        "http_requests_total{method=\"GET\",route=\"unknown\",status=\"404\"} 100",
        "http_requests_total{method=\"OTHER\",route=\"unknown\",status=\"405\"} 50",
        "http_requests_total{method=\"PATCH\",route=\"unknown\",status=\"405\"} 50",
        "http_request_duration_seconds_count{method=\"POST\",route=\"/api/consultations/create\"} 2",
        "http_requests_in_flight 0",
        "client_errors_total 1",
        "logins_refused_total 1",
        "submissions_stored_total{kind=\"Consultation\"} 1",
        "database_pool_connections_max 16",
        "database_pool_waiting 0",
        "password_checks_waiting 0",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} is missing in\n{text}");
    }
    for name in ["process_resident_memory_bytes ", "process_start_time_seconds "] {
        assert!(text.lines().any(|line| line.starts_with(name)), "{name}");
    }
    for secret in ["ada", "Ada", "a@b.example", "hunter2", PASSWORD, &access, "secret", "nothing", "MADEUP"] {
        assert!(!text.contains(secret), "{secret} in\n{text}");
    }
}

/// Returns a listener whose queue is full: it neither accepts nor refuses.
async fn silent_listener() -> (TcpListener, Vec<TcpStream>) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(([127, 0, 0, 1], 0).into()).unwrap();
    let listener = socket.listen(0).unwrap();
    let (address, mut waiting) = (listener.local_addr().unwrap(), Vec::new());
    while let Ok(stream) = timeout(Duration::from_millis(200), TcpStream::connect(address)).await {
        waiting.push(stream.unwrap());
    }
    (listener, waiting)
}

#[tokio::test(flavor = "multi_thread")]
async fn is_ready_if_some_hosts_of_the_database_are_silent() {
    let (silent, _waiting) = silent_listener().await;
    let (silent, database) = (silent.local_addr().unwrap().port(), Proxy::start(None).await);
    for silent_hosts in [1, 4] {
        let app = TestApp::set_up(|setup| {
            let hosts = format!("127.0.0.1:{silent},").repeat(silent_hosts);
            let url =
                tcp_url(&setup.database, "127.0.0.1", database.port, "sslmode=disable&connect_timeout=2");
            setup.config.database =
                DatabaseConfig::parse(&url.replace("127.0.0.1:", &format!("{hosts}127.0.0.1:")), 4).unwrap();
        })
        .await;
        assert_eq!(watch(&app, "/readyz").await.0, StatusCode::OK, "{silent_hosts}");
        app.sign_in("ada").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hides_metrics_on_public_port() {
    let app = TestApp::start().await;
    assert_eq!(app.request("GET", "/metrics").send().await.unwrap().status(), StatusCode::NOT_FOUND);
    assert_eq!(watch(&app, "/readyz").await, (StatusCode::OK, "{\"status\":\"ready\"}".to_owned()));
    assert_eq!(watch(&app, "/healthz/").await.0, StatusCode::OK);
    assert_eq!(watch(&app, "/api/openapi.json").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_waiting_mails_from_the_database_at_each_scrape() {
    let mail = MailConfig {
        destination: Destination::Folder("/nowhere".into()),
        from: mailbox("site@agency.example").unwrap(),
        notify: vec![address("staff@agency.example").unwrap()],
        acknowledge: false,
    };
    let app = TestApp::set_up(|setup| setup.config.mail = Some(mail)).await;
    // What waits for a mail server that was removed is no fault.
    let without = app.second_server().await;
    let form = json!({"message": "We need a shop.", "full_name": "Ada Lovelace", "email": "a@b.example"});
    for count in 0..3 {
        let (_, text) = watch(&app, "/metrics").await;
        assert!(text.contains(&format!("\nmails_waiting {count}\n")), "{text}");
        assert!(text.contains("\nmails_oldest_seconds ") && text.ends_with("# EOF\n"), "{text}");
        assert_eq!(app.post("/api/consultations/create/", &form).await.status(), StatusCode::CREATED);
        assert!(!watch(&without, "/metrics").await.1.contains("\nmails_waiting "));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_a_task_that_keeps_failing_until_it_works_again() {
    let app = TestApp::start().await;
    let (access, _) = app.sign_in("ada").await;
    let inbox = async || parts(app.get("/api/inbox/", &access).await).await.1["failing_tasks"].clone();
    for _ in 0..3 {
        assert_eq!(inbox().await, json!([]));
        assert_eq!(watch(&app, "/readyz").await.1, "{\"status\":\"ready\"}");
        app.state.tasks.failed("mail", "a bug");
    }
    assert_eq!(inbox().await, json!(["mail"]));
    let ready = (StatusCode::OK, "{\"status\":\"ready\",\"failing_tasks\":[\"mail\"]}".to_owned());
    assert_eq!(watch(&app, "/readyz").await, ready);
    let (_, metrics) = watch(&app, "/metrics").await;
    assert!(metrics.contains("background_task_failing{task=\"mail\"} 1\n"), "{metrics}");
    assert!(metrics.contains("background_task_failures_total{task=\"mail\"} 3\n"), "{metrics}");
    app.state.tasks.succeeded("mail");
    assert_eq!(inbox().await, json!([]));
    assert!(watch(&app, "/metrics").await.1.contains("background_task_failing{task=\"mail\"} 0\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn alerts_and_dashboard_name_metrics_of_the_server() {
    let mail = MailConfig {
        destination: Destination::Folder("/nowhere".into()),
        from: mailbox("site@agency.example").unwrap(),
        notify: Vec::new(),
        acknowledge: false,
    };
    let app = TestApp::set_up(|setup| {
        setup.config.mail = Some(mail);
        setup.config.webhook = Some(signed_webhooks("http://localhost/"));
    })
    .await;
    // Metrics with labels appear with their first value.
    app.request("GET", "/").send().await.unwrap();
    app.state.metrics.stored("Consultation");
    app.state.metrics.limit_hit("login");
    for _ in 0..3 {
        app.state.tasks.failed("mail", "a bug");
    }
    let (_, text) = watch(&app, "/metrics").await;
    let names = text.lines().filter_map(|line| line.strip_prefix("# TYPE ")).flat_map(|line| {
        let (name, kind) = line.split_once(' ').unwrap();
        match kind {
            "counter" => vec![format!("{name}_total")],
            "histogram" => ["bucket", "count", "sum"].map(|part| format!("{name}_{part}")).to_vec(),
            _ => vec![name.to_owned()],
        }
    });
    let names = names.collect::<HashSet<_>>();
    // Of words with underscores, those of functions are followed by a bracket.
    let word = Regex::new(r"\b([a-z]+(?:_[a-z]+)+)\b(\()?").unwrap();
    for file in ["alerts.yml", "dashboard.json"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/monitoring").join(file);
        let text = fs::read_to_string(path).unwrap();
        let expressions = text.lines().filter_map(|line| line.trim().trim_matches('"').strip_prefix("expr"));
        let words = expressions.flat_map(|expression| word.captures_iter(expression));
        let used = words.filter(|word| word.get(2).is_none()).map(|word| word[1].to_owned());
        let used = used.collect::<HashSet<_>>();
        assert!(used.len() > 4, "{file}: {used:?}");
        assert!(used.is_subset(&names), "{file}: {:?}", used.difference(&names));
    }
}
