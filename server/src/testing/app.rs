//! Test server with a separate database.

use std::{
    path::PathBuf,
    sync::{Arc, LazyLock},
    time::Duration,
};

use argon2::{Algorithm, Argon2, Params, PasswordHasher as _, Version};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection as _};
use reqwest::{Client, ClientBuilder, RequestBuilder, Response, StatusCode, redirect::Policy};
use rustls::{ClientConfig, RootCertStore, crypto::ring};
use serde_json::{Value, json};
use standardwebhooks::Webhook;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpSocket, TcpStream},
    time::timeout,
};
use url::Url;

use crate::{
    auth::token::{Session, TokenType},
    config::{
        Config, LogConfig, LogFormat, RateLimits, Secrets,
        database::{DatabaseConfig, Timeouts},
        mail::{
            Destination, MailConfig,
            address::{address, mailbox},
        },
        retention,
        webhook::{WebhookConfig, WebhookFormat},
    },
    http::{
        middleware::RequestTimeouts,
        serving::{ConnectionSettings, Server},
    },
    inbox::reindex,
    resources::applications::uploads::Uploads,
    router,
    state::AppState,
    storage::{self, Pool},
    testing::database::{admin_query, database_url, drop_database, new_database},
};

/// Password of every admin in the tests.
pub(crate) const PASSWORD: &str = "correct horse battery staple";

/// Hash of it, with the least work: verifying one of production takes longer than the rest of most tests.
static PASSWORD_HASH: LazyLock<String> = LazyLock::new(|| {
    let params = Params::new(Params::MIN_M_COST, Params::MIN_T_COST, Params::MIN_P_COST, None).unwrap();
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    argon2.hash_password(PASSWORD.as_bytes()).unwrap().to_string()
});

/// Longer than any test.
const LONG: Duration = Duration::from_mins(10);

/// Timeouts for tests that are not about timeouts, so that a busy machine does not fail them.
pub(crate) const PATIENT: Timeouts =
    Timeouts { connection: LONG, readiness: LONG, statement: LONG, lock: LONG, idle_in_transaction: LONG };

/// Secret that signs the tokens in the tests.
pub(crate) const SECRET: &str = "a secret that only the tests have, long enough";

/// Running test server.
pub(crate) struct TestApp {
    /// Shared state of the server's handlers.
    pub(crate) state: AppState,
    client: Client,
    address: String,
    database: String,
    owns_database: bool,
    server: Option<Server>,
}

/// Setup of a test server, which a test can adjust.
pub(crate) struct Setup {
    /// Name of the server's database.
    pub(crate) database: String,
    /// Settings of the server.
    pub(crate) config: Config,
    /// Timeouts of requests.
    pub(crate) timeouts: RequestTimeouts,
    /// Time limits of connections. Their number follows from the settings.
    pub(crate) connections: ConnectionSettings,
    /// Storage of CVs during their upload.
    pub(crate) uploads: PathBuf,
    /// Time for which a request waits for others of its client.
    pub(crate) wait: Duration,
}

impl Default for ConnectionSettings {
    fn default() -> Self {
        Self::new(512)
    }
}

impl Setup {
    /// Returns the setup of a server with this database, on a free port.
    pub(crate) fn new(database: &Url) -> Self {
        let name = database.path().trim_start_matches('/').to_owned();
        let config = Config {
            database: DatabaseConfig::parse(database.as_str(), 16).unwrap(),
            listen_addr: ([127, 0, 0, 1], 0).into(),
            metrics_addr: None,
            max_connections: 512,
            shutdown_delay: Duration::ZERO,
            public_url: None,
            secrets: Secrets { current: SECRET.into(), former: None },
            rate_limits: RateLimits::Off,
            trusted_proxies: Vec::new(),
            mail: None,
            webhook: None,
            retention: retention::Policy::default(),
            logs: LogConfig { format: LogFormat::Text, filter: "info".to_owned() },
            web_root: PathBuf::from("no/such/folder"),
        };
        Self {
            database: name,
            config,
            timeouts: RequestTimeouts::default(),
            connections: ConnectionSettings::default(),
            uploads: std::env::temp_dir(),
            wait: Duration::from_secs(10),
        }
    }
}

impl TestApp {
    /// Starts a server with a new database on a free port.
    pub(crate) async fn start() -> Self {
        Self::limited(RateLimits::Off).await
    }

    /// Starts a server with the timeouts in [`PATIENT`].
    pub(crate) async fn patient() -> Self {
        Self::set_up(|setup| setup.config.database.timeouts = PATIENT).await
    }

    /// Starts a server with these rate limits.
    pub(crate) async fn limited(rate_limits: RateLimits) -> Self {
        Self::set_up(|setup| setup.config.rate_limits = rate_limits).await
    }

    /// Starts a server that serves the static files of a folder.
    pub(crate) async fn serving(web_root: PathBuf) -> Self {
        Self::set_up(|setup| setup.config.web_root = web_root).await
    }

    /// Starts a server with an adjusted setup.
    pub(crate) async fn set_up(adjust: impl FnOnce(&mut Setup)) -> Self {
        let mut setup = Setup::new(&database_url(&new_database().await));
        adjust(&mut setup);
        Self::run(setup, true).await
    }

    /// Starts a second server with the same database.
    pub(crate) async fn second_server(&self) -> Self {
        self.second_server_with(|_| ()).await
    }

    /// Starts a second server with the same database and an adjusted setup.
    pub(crate) async fn second_server_with(&self, adjust: impl FnOnce(&mut Setup)) -> Self {
        let mut setup = Setup::new(&database_url(&self.database));
        adjust(&mut setup);
        Self::run(setup, false).await
    }

    /// Starts a second server with the same database, which connects as this Postgres role, with rate limits, mail and
    /// webhooks on.
    pub(crate) async fn second_server_as(&self, role: &str, password: &str) -> Self {
        let mut url = database_url(&self.database);
        let others = url.query_pairs().into_owned().filter(|(name, _)| name != "user" && name != "password");
        let others = others.collect::<Vec<_>>();
        let own = [("user", role), ("password", password)];
        url.query_pairs_mut().clear().extend_pairs(others).extend_pairs(own);
        let mut setup = Setup::new(&url);
        setup.config.rate_limits = RateLimits::On;
        setup.config.mail = Some(MailConfig {
            destination: Destination::Folder("/nowhere".into()),
            from: mailbox("site@agency.example").unwrap(),
            notify: vec![address("staff@agency.example").unwrap()],
            acknowledge: true,
        });
        setup.config.webhook = Some(signed_webhooks("http://localhost/"));
        Self::run(setup, false).await
    }

    async fn run(setup: Setup, owns_database: bool) -> Self {
        let Setup { database, config, timeouts, mut connections, uploads, wait } = setup;
        connections.max = config.max_connections;
        let pool = storage::connect(&config.database).unwrap();
        let mut state = AppState::new(config, pool).unwrap();
        state.uploads = Arc::new(Uploads::within(uploads, state.inbox.long_work.clone()));
        state.client_limits.wait = wait;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let service = router::service(state.clone(), timeouts);
        let metrics = Arc::clone(&state.metrics);
        let server = Server::start(listener, service, state.requests.clone(), connections, metrics);
        let address = format!("http://{}", server.address);
        // Tests check redirects themselves.
        let client = client().redirect(Policy::none()).build().unwrap();
        Self { state, client, address, database, owns_database, server: Some(server) }
    }

    /// Returns the server's address, as `http://…`.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Allows connections to the database again.
    pub(crate) async fn return_database(&self) {
        admin_query(&format!("ALTER DATABASE {} WITH ALLOW_CONNECTIONS true", self.database)).await;
    }

    /// Makes the database read-only for new sessions, and ends all others.
    pub(crate) async fn make_read_only(&self) {
        let database = &self.database;
        admin_query(&format!("ALTER DATABASE {database} SET default_transaction_read_only = on")).await;
        admin_query(&format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'"
        ))
        .await;
        // The next request fails because its session is read-only, not because it has ended.
        self.pool().retain(|_, _| false);
    }

    /// Makes the database writable for new sessions.
    pub(crate) async fn make_writable(&self) {
        admin_query(&format!("ALTER DATABASE {} RESET default_transaction_read_only", self.database)).await;
    }

    /// Opens a TCP connection, for bytes that a client library would not send.
    pub(crate) async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address.trim_start_matches("http://")).await.unwrap()
    }

    /// Starts a second listener, and connects and sends a request before the listener accepts the connection.
    ///
    /// So the request is never late, even on a slow machine.
    pub(crate) async fn connect_after_request(
        &self,
        socket: TcpSocket,
        request: &str,
        settings: ConnectionSettings,
    ) -> (Server, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut stream = socket.connect(listener.local_addr().unwrap()).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let service = router::service(self.state.clone(), RequestTimeouts::default());
        let metrics = Arc::clone(&self.state.metrics);
        (Server::start(listener, service, self.state.requests.clone(), settings, metrics), stream)
    }

    /// Stops the server like a signal. Returns whether all requests in flight ended in time.
    pub(crate) async fn finish(&mut self, time_limit: Duration) -> bool {
        self.state.stopping.cancel();
        self.server.take().unwrap().finish(time_limit).await
    }

    /// Returns a request to a path, without a token.
    pub(crate) fn request(&self, method: &str, path: &str) -> RequestBuilder {
        self.client.request(method.parse().unwrap(), format!("{}{path}", self.address))
    }

    /// Sends these bytes, which a client library would correct, and returns the response.
    pub(crate) async fn raw(&self, request: &str) -> String {
        let mut stream = self.connect().await;
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }

    /// Sends a POST with JSON.
    pub(crate) async fn post(&self, path: &str, body: &Value) -> Response {
        self.request("POST", path).json(body).send().await.unwrap()
    }

    /// Sends a GET with an access token.
    pub(crate) async fn get(&self, path: &str, access: &str) -> Response {
        self.request("GET", path).bearer_auth(access).send().await.unwrap()
    }

    /// Creates an admin, signs in, and returns the access and the refresh token.
    pub(crate) async fn sign_in(&self, username: &str) -> (String, String) {
        let hash = &*PASSWORD_HASH;
        self.execute(&format!(
            "INSERT INTO admins (username, password_hash, first_name) VALUES ('{username}', '{hash}', 'Ada')"
        ))
        .await;
        let answer = self.login(username, PASSWORD).await;
        assert_eq!(answer.status(), StatusCode::OK);
        pair(answer).await
    }

    /// Tries to log in, and returns the response.
    pub(crate) async fn login(&self, username: &str, password: &str) -> Response {
        self.login_request(username, password).send().await.unwrap()
    }

    /// Returns a request to log in, which a test can complete.
    pub(crate) fn login_request(&self, username: &str, password: &str) -> RequestBuilder {
        self.request("POST", "/api/token/").json(&json!({"username": username, "password": password}))
    }

    /// Returns the session of an access token.
    pub(crate) fn session_of(&self, access: &str) -> Session {
        self.state.auth.keys.verify(access, TokenType::Access).and_then(|claims| claims.session()).unwrap()
    }

    /// Runs a statement on the server's database.
    pub(crate) async fn execute(&self, statement: &str) {
        let mut connection = self.pool().get().await.unwrap();
        connection.batch_execute(statement).await.unwrap();
    }

    /// Empties the database, apart from the table of migrations.
    pub(crate) async fn unmigrate(&self) {
        self.execute(
            "CREATE SCHEMA empty; CREATE TABLE empty.__diesel_schema_migrations (LIKE __diesel_schema_migrations \
             INCLUDING ALL); DROP SCHEMA public CASCADE; ALTER SCHEMA empty RENAME TO public",
        )
        .await;
    }

    /// Reindexes all submissions.
    pub(crate) async fn reindex(&self) {
        while !reindex::reindex(self.pool()).await.unwrap() {}
    }

    /// Returns the number of rows in a table.
    pub(crate) async fn rows(&self, table: &str) -> i64 {
        #[derive(diesel::QueryableByName)]
        struct Count {
            #[diesel(sql_type = diesel::sql_types::BigInt)]
            count: i64,
        }
        let mut connection = self.pool().get().await.unwrap();
        let query = diesel::sql_query(format!("SELECT count(*) AS count FROM {table}"));
        query.get_result::<Count>(&mut connection).await.unwrap().count
    }

    /// Waits until a connection waits for a lock.
    pub(crate) async fn wait_for_lock_waiter(&self) {
        let waiters = "pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
        let waiting = async { while self.rows(waiters).await == 0 {} };
        timeout(Duration::from_secs(20), waiting).await.expect("nobody waits for a lock");
    }

    /// Makes the first insert into a table store nothing, as if a conflicting key was deleted right after the conflict.
    pub(crate) async fn skip_first_insert(&self, table: &str) {
        self.execute(&format!(
            "CREATE SEQUENCE inserts;
             CREATE FUNCTION skip_first_insert() RETURNS trigger LANGUAGE plpgsql AS $$
             BEGIN IF nextval('inserts') = 1 THEN RETURN NULL; END IF; RETURN new; END $$;
             CREATE TRIGGER skip_first_insert BEFORE INSERT ON {table}
             FOR EACH ROW EXECUTE FUNCTION skip_first_insert()"
        ))
        .await;
    }

    /// Closes all connections to the database and refuses new ones.
    pub(crate) async fn lose_database(&self) {
        admin_query(&format!("ALTER DATABASE {} WITH ALLOW_CONNECTIONS false", self.database)).await;
        admin_query(&format!(
            // Waits until each has ended, so that none is used again.
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '{}'",
            self.database
        ))
        .await;
    }

    /// Returns the server's connection pool.
    pub(crate) const fn pool(&self) -> &Pool {
        &self.state.pool
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        // Closes the listener; requests in flight end with the runtime.
        self.server.take();
        if self.owns_database {
            drop_database(&self.database);
        }
    }
}

/// Returns a client without TLS: the server leaves that to a proxy.
pub(crate) fn client() -> ClientBuilder {
    let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let tls = tls.with_safe_default_protocol_versions().unwrap();
    Client::builder()
        .tls_backend_preconfigured(tls.with_root_certificates(RootCertStore::empty()).with_no_client_auth())
}

/// Sends a GET to an address, and returns the response.
pub(crate) async fn fetch(url: String) -> Response {
    client().build().unwrap().get(url).send().await.unwrap()
}

/// Waits for a millisecond between two polls of a condition.
pub(crate) async fn pause() {
    tokio::time::sleep(Duration::from_millis(1)).await;
}

/// Returns the access and the refresh token in a response.
pub(crate) async fn pair(answer: Response) -> (String, String) {
    let body: Value = answer.json().await.unwrap();
    let token = |name: &str| body[name].as_str().unwrap().to_owned();
    (token("access"), token("refresh"))
}

/// Returns the status and the JSON of a response.
pub(crate) async fn parts(answer: Response) -> (StatusCode, Value) {
    let status = answer.status();
    assert_eq!(answer.headers()["content-type"], "application/json");
    (status, answer.json().await.unwrap())
}

/// Returns the texts that a query finds.
pub(crate) async fn texts(app: &TestApp, query: &str) -> Vec<String> {
    #[derive(diesel::QueryableByName)]
    struct Row {
        #[diesel(sql_type = diesel::sql_types::Text)]
        text: String,
    }
    let mut connection = app.pool().get().await.unwrap();
    let rows: Vec<Row> = diesel::sql_query(query).load(&mut connection).await.unwrap();
    rows.into_iter().map(|row| row.text).collect()
}

/// Secret that signs webhooks in the tests.
pub(crate) const WEBHOOK_SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// Returns settings for signed webhooks to a URL.
pub(crate) fn signed_webhooks(url: &str) -> WebhookConfig {
    let webhook = Webhook::new(WEBHOOK_SECRET).unwrap();
    WebhookConfig::new(url.parse().unwrap(), WebhookFormat::Standard(Arc::new(webhook))).unwrap()
}
