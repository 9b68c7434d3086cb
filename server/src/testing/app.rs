//! A server of a test's own, over a database of its own.

use std::{path::PathBuf, sync::Arc, time::Duration};

use diesel_async::{RunQueryDsl, SimpleAsyncConnection as _};
use reqwest::{Client, RequestBuilder, Response, StatusCode, redirect::Policy};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpSocket, TcpStream},
};
use url::Url;

use crate::{
    auth::{
        password,
        token::{SignIn, TokenType},
    },
    config::{
        Config, LogConfig, LogFormat, RateLimits, Secrets,
        database::{Address, DatabaseConfig, Timeouts},
        mail::{MailConfig, address::address},
    },
    http::serving::{Server, settings::ConnectionSettings, timeouts::RequestTimeouts},
    inbox::reindex,
    resources::{REINDEX, applications::uploads::Uploads},
    router,
    state::AppState,
    storage::{self, Pool},
    testing::database::{admin_query, database_url, drop_database, new_database},
};

/// The password of every admin in the tests.
pub(crate) const PASSWORD: &str = "correct horse battery staple";

/// Longer than any test takes.
const LONG: Duration = Duration::from_mins(10);

/// For what is not about being slow: a busy machine may take as long as it takes.
pub(crate) const PATIENT: Timeouts =
    Timeouts { connection: LONG, readiness: LONG, statement: LONG, lock: LONG, idle_in_transaction: LONG };

/// What signs the tokens of the tests.
pub(crate) const SECRET: &str = "a secret that only the tests have, long enough";

/// A running server.
pub(crate) struct TestApp {
    /// What the server's handlers share.
    pub(crate) state: AppState,
    client: Client,
    address: String,
    database: String,
    owns_database: bool,
    server: Option<Server>,
}

/// What a test may change before its server starts.
pub(crate) struct Setup {
    /// The name of the server's database.
    pub(crate) database: String,
    /// The settings.
    pub(crate) config: Config,
    /// How long requests may take.
    pub(crate) timeouts: RequestTimeouts,
    /// How clients must behave.
    pub(crate) connections: ConnectionSettings,
    /// Where CVs are kept while they arrive.
    pub(crate) uploads: Uploads,
}

impl Setup {
    /// A server over that database, on a port of its own.
    pub(crate) fn new(database: &Url) -> Self {
        let name = database.path().trim_start_matches('/').to_owned();
        let config = Config {
            database: DatabaseConfig {
                address: Address::parse(database.as_str()).unwrap(),
                pool_size: 16,
                timeouts: Timeouts::default(),
            },
            listen_addr: ([127, 0, 0, 1], 0).into(),
            metrics_addr: None,
            max_connections: 512,
            shutdown_delay: Duration::ZERO,
            public_url: None,
            secrets: Secrets { current: SECRET.into(), former: None },
            rate_limits: RateLimits::Off,
            trusted_proxies: Vec::new(),
            mail: None,
            retention: agency_core::retention::Policy::default(),
            logs: LogConfig { format: LogFormat::Text, filter: "info".to_owned() },
            web_root: PathBuf::from("no/such/folder"),
        };
        Self {
            database: name,
            config,
            timeouts: RequestTimeouts::default(),
            // A test that is kept from the processor still gets to read why it was refused.
            connections: ConnectionSettings { reject: LONG, ..ConnectionSettings::default() },
            uploads: Uploads::new(),
        }
    }
}

impl TestApp {
    /// Starts a server on a free port over a fresh database.
    pub(crate) async fn start() -> Self {
        Self::limited(RateLimits::Off).await
    }

    /// Starts a server whose database may take as long as it takes.
    pub(crate) async fn patient() -> Self {
        Self::set_up(|setup| setup.config.database.timeouts = PATIENT).await
    }

    /// Starts a server that counts attempts.
    pub(crate) async fn limited(rate_limits: RateLimits) -> Self {
        Self::set_up(|setup| setup.config.rate_limits = rate_limits).await
    }

    /// Starts a server that serves the pages of a folder.
    pub(crate) async fn serving(web_root: PathBuf) -> Self {
        Self::set_up(|setup| setup.config.web_root = web_root).await
    }

    /// Starts a server with settings of a test's own.
    pub(crate) async fn set_up(adjust: impl FnOnce(&mut Setup)) -> Self {
        let mut setup = Setup::new(&database_url(&new_database().await));
        adjust(&mut setup);
        Self::run(setup, true).await
    }

    /// Starts another server over this one's database.
    pub(crate) async fn beside(&self) -> Self {
        self.beside_with(|_| ()).await
    }

    /// Starts another server over this one's database, with settings of its own.
    pub(crate) async fn beside_with(&self, adjust: impl FnOnce(&mut Setup)) -> Self {
        let mut setup = Setup::new(&database_url(&self.database));
        adjust(&mut setup);
        Self::run(setup, false).await
    }

    /// Starts another server over this one's database, which is a role of Postgres', counts attempts and writes mails.
    pub(crate) async fn beside_as(&self, role: &str, password: &str) -> Self {
        let mut url = database_url(&self.database);
        let others = url.query_pairs().into_owned().filter(|(name, _)| name != "user" && name != "password");
        let others = others.collect::<Vec<_>>();
        let own = [("user", role), ("password", password)];
        url.query_pairs_mut().clear().extend_pairs(others).extend_pairs(own);
        let mut setup = Setup::new(&url);
        setup.config.rate_limits = RateLimits::On;
        let notify = ["staff@agency.example"].into_iter().filter_map(address).collect();
        let from = Some("site@agency.example");
        setup.config.mail = MailConfig::new(Some("file:/nowhere"), from, notify, true).unwrap();
        Self::run(setup, false).await
    }

    async fn run(setup: Setup, owns_database: bool) -> Self {
        let Setup { database, config, timeouts, connections, uploads } = setup;
        let pool = storage::connect(&config.database).unwrap();
        let mut state = AppState::new(config, pool).unwrap();
        state.uploads = Arc::new(uploads);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let service = router::service(state.clone(), timeouts);
        let metrics = Some(state.metrics.clone());
        let server = Server::start(listener, service, state.requests.clone(), connections, metrics);
        let address = format!("http://{}", server.address());
        // Where a form leads is for the test to see.
        let client = Client::builder().redirect(Policy::none()).build().unwrap();
        Self { state, client, address, database, owns_database, server: Some(server) }
    }

    /// The server's address, as `http://…`.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Lets the database's connections come again.
    pub(crate) async fn return_database(&self) {
        admin_query(&format!("ALTER DATABASE {} WITH ALLOW_CONNECTIONS true", self.database)).await;
    }

    /// Opens a connection for bytes that a client library would not send.
    pub(crate) async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address.trim_start_matches("http://")).await.unwrap()
    }

    /// A client whose request is there before its connection is accepted, at a listener of its own: however slow the
    /// machine is, the request does not come too late.
    pub(crate) async fn asked_before(
        &self,
        socket: TcpSocket,
        request: &str,
        settings: ConnectionSettings,
    ) -> (Server, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut stream = socket.connect(listener.local_addr().unwrap()).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let service = router::service(self.state.clone(), RequestTimeouts::default());
        let metrics = Some(Arc::clone(&self.state.metrics));
        (Server::start(listener, service, self.state.requests.clone(), settings, metrics), stream)
    }

    /// Stops the server as a signal does, and returns whether everything in flight ended in time.
    pub(crate) async fn finish(&mut self, time_limit: Duration) -> bool {
        self.state.stopping.begin();
        self.server.take().unwrap().finish(time_limit).await
    }

    /// A request to a path, without a token.
    pub(crate) fn request(&self, method: &str, path: &str) -> RequestBuilder {
        self.client.request(method.parse().unwrap(), format!("{}{path}", self.address))
    }

    /// What the server answers to these bytes, which a client library would have mended.
    pub(crate) async fn raw(&self, request: &str) -> String {
        let mut stream = self.connect().await;
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }

    /// Sends JSON.
    pub(crate) async fn post(&self, path: &str, body: &Value) -> Response {
        self.request("POST", path).json(body).send().await.unwrap()
    }

    /// Reads a path with an access token.
    pub(crate) async fn get(&self, path: &str, access: &str) -> Response {
        self.request("GET", path).bearer_auth(access).send().await.unwrap()
    }

    /// Creates an admin and signs in: the access and the refresh token.
    pub(crate) async fn sign_in(&self, username: &str) -> (String, String) {
        let hash = password::hash(PASSWORD).unwrap();
        self.execute(&format!(
            "INSERT INTO admins (username, password_hash, first_name) VALUES ('{username}', '{hash}', 'Ada')"
        ))
        .await;
        let answer = self.post("/api/token/", &json!({"username": username, "password": PASSWORD})).await;
        assert_eq!(answer.status(), StatusCode::OK);
        pair(answer).await
    }

    /// The sign-in that an access token belongs to.
    pub(crate) fn sign_in_of(&self, access: &str) -> SignIn {
        self.state.keys.verify(access, TokenType::Access).and_then(|claims| claims.sign_in()).unwrap()
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

    /// Brings the words of all submissions up to date.
    pub(crate) async fn reindex(&self) {
        while !reindex::reindex(self.pool(), REINDEX).await.unwrap() {}
    }

    /// How many rows a table has.
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

    /// Has the first insert into a table store nothing, as when its key was there before and has just gone.
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

    /// Takes the database away: its connections end, and no new one is let in.
    pub(crate) async fn lose_database(&self) {
        admin_query(&format!("ALTER DATABASE {} WITH ALLOW_CONNECTIONS false", self.database)).await;
        admin_query(&format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{}'",
            self.database
        ))
        .await;
    }

    /// The server's connections.
    pub(crate) const fn pool(&self) -> &Pool {
        &self.state.pool
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        // Ends with its listener; what is in flight is cut off with the runtime.
        self.server.take();
        if self.owns_database {
            drop_database(&self.database);
        }
    }
}

/// Leaves the processor to the server for a moment, before it is looked again whether something has come to pass.
pub(crate) async fn pause() {
    tokio::time::sleep(Duration::from_millis(1)).await;
}

/// The tokens of an answer.
pub(crate) async fn pair(answer: Response) -> (String, String) {
    let body: Value = answer.json().await.unwrap();
    let token = |name: &str| body[name].as_str().unwrap().to_owned();
    (token("access"), token("refresh"))
}

/// An answer's status and JSON.
pub(crate) async fn parts(answer: Response) -> (StatusCode, Value) {
    let status = answer.status();
    assert_eq!(answer.headers()["content-type"], "application/json");
    (status, answer.json().await.unwrap())
}
