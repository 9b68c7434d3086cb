//! Server process, and a database for it.

use std::{
    io::{Read, Write as _},
    net::TcpStream,
    process::{Child, Command, Output, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    thread::{self, JoinHandle},
};

use tokio_postgres::NoTls;
use url::Url;

pub(crate) const SECRET: &str = "a secret that only the tests have, long enough";

/// Database of one test.
pub(crate) struct Database {
    name: String,
}

impl Database {
    /// Reserves a name for a database without creating it.
    pub(crate) fn reserve() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Self { name: format!("agency_test_{}_process_{number}", std::process::id()) }
    }

    pub(crate) fn create() -> Self {
        let database = Self::reserve();
        database.create_now();
        database
    }

    /// Creates the database.
    pub(crate) fn create_now(&self) {
        maintain(&format!("CREATE DATABASE {}", self.name));
    }

    /// Creates it with another encoding.
    pub(crate) fn create_encoded(encoding: &str) -> Self {
        let database = Self::reserve();
        database.create_now_encoded(encoding);
        database
    }

    pub(crate) fn create_now_encoded(&self, encoding: &str) {
        let Self { name } = self;
        maintain(&format!("CREATE DATABASE {name} TEMPLATE template0 ENCODING '{encoding}' LOCALE 'C'"));
    }

    /// Drops it now.
    pub(crate) fn drop_now(&self) {
        maintain(&format!("DROP DATABASE {} WITH (FORCE)", self.name));
    }

    /// Returns its name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn url(&self) -> String {
        self.address().to_string()
    }

    fn address(&self) -> Url {
        let mut url = maintenance();
        url.set_path(&self.name);
        url
    }

    /// Returns the URL with which a Postgres role connects.
    pub(crate) fn url_for_role(&self, role: &str, password: &str) -> String {
        let mut url = self.address();
        let others = url.query_pairs().into_owned().filter(|(name, _)| name != "user" && name != "password");
        let others = others.collect::<Vec<_>>();
        url.query_pairs_mut().clear().extend_pairs(others);
        url.query_pairs_mut().extend_pairs([("user", role), ("password", password)]);
        url.to_string()
    }

    /// Returns the name of a role that is dropped with the database.
    pub(crate) fn role(&self) -> String {
        format!("{}_role", self.name)
    }

    /// Runs statements in it.
    pub(crate) fn execute(&self, statements: &str) {
        execute(&self.address(), statements);
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        maintain(&format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name));
        maintain(&format!("DROP ROLE IF EXISTS {}", self.role()));
    }
}

fn maintenance() -> Url {
    let url = std::env::var("TEST_DATABASE_URL").expect("TEST_DATABASE_URL is not set: run `make test`");
    Url::parse(&url).unwrap()
}

fn maintain(statement: &str) {
    execute(&maintenance(), statement);
}

fn execute(url: &Url, statement: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(url.as_str(), NoTls).await.unwrap();
        let connection = tokio::spawn(connection);
        client.batch_execute(statement).await.unwrap();
        drop(client);
        connection.await.unwrap().unwrap();
    });
}

/// Returns a command for the server's program with only these settings, and with a free port instead of the default.
pub(crate) fn program(arguments: &[&str], settings: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agency-server"));
    command.args(arguments).env_clear().env("LISTEN_ADDR", "127.0.0.1:0").envs(settings.iter().copied());
    command
}

/// Runs the server's program to its end.
pub(crate) fn run_program(arguments: &[&str], settings: &[(&str, &str)]) -> Output {
    program(arguments, settings).output().unwrap()
}

/// Reads one line of a process's output.
#[expect(clippy::unbuffered_bytes, reason = "a buffer would swallow the lines that follow")]
pub(crate) fn read_line(output: &mut impl Read) -> String {
    let bytes = output.bytes().map(Result::unwrap).take_while(|byte| *byte != b'\n');
    String::from_utf8(bytes.collect()).unwrap()
}

/// Running server.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) address: String,
    logs: Option<JoinHandle<String>>,
}

impl Server {
    /// Starts a server and waits until it listens.
    pub(crate) fn start(url: &str, settings: &[(&str, &str)]) -> Self {
        Self::start_limited("true", url, settings)
    }

    /// Starts a server after a command of the shell that limits it, such as `ulimit`.
    pub(crate) fn start_limited(limit: &str, url: &str, settings: &[(&str, &str)]) -> Self {
        let standard = [
            ("DATABASE_URL", url),
            ("TOKEN_SECRET", SECRET),
            ("LISTEN_ADDR", "127.0.0.1:0"),
            ("SHUTDOWN_DELAY", "0"),
        ];
        let settings = [&standard[..], settings].concat();
        let mut command = Command::new("/bin/sh");
        command.args(["-c", &format!("{limit} && exec \"$0\""), env!("CARGO_BIN_EXE_agency-server")]);
        command.env_clear().envs(settings);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let line = read_line(child.stdout.as_mut().unwrap());
        let address = line.trim().strip_prefix("listening on http://").unwrap_or_default().to_owned();
        assert!(!address.is_empty(), "no address in {line:?}");
        // Read continuously, because a full pipe would block the server.
        let mut errors = child.stderr.take().unwrap();
        let logs = thread::spawn(move || {
            let mut logs = String::new();
            errors.read_to_string(&mut logs).unwrap();
            logs
        });
        Self { child, address, logs: Some(logs) }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.address).unwrap()
    }

    /// Sends a request and returns the whole response.
    pub(crate) fn ask(&self, request: &str) -> String {
        ask(&self.address, request)
    }

    /// Returns the resident memory in KiB.
    pub(crate) fn resident_memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    pub(crate) fn signal(&self, name: &str) {
        let number = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &number]).status().unwrap().success());
    }

    /// Waits for the end. Returns whether it succeeded, and its log.
    pub(crate) fn end(mut self) -> (bool, String) {
        let logs = self.logs.take().unwrap().join().unwrap();
        (self.child.wait().unwrap().success(), logs)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It has ended already, unless the test failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn ask(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// Returns a GET request.
pub(crate) fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
}

/// Returns a POST request with JSON.
pub(crate) fn post(path: &str, body: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
}
