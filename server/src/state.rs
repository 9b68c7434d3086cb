//! Shared state of handlers and extractors. Each extracts the part that it needs. Only the code that assembles the server
//! uses the whole.

use std::sync::Arc;

use agency_core::retention::Policy;
use anyhow::Result;
use axum::extract::FromRef;
use tokio::sync::Semaphore;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    auth::{
        password::Passwords, second_factor::SecondFactorKeys, sign_ins::SignIns, state::AuthState,
        token::TokenKeys,
    },
    background::supervisor::Tasks,
    config::{Config, PublicUrl},
    http::{
        client::TrustedProxies, permit::ClientLimit, signed_links::SignedLinks, static_files::StaticFiles,
    },
    inbox::{
        export::routes::{CONCURRENT_READS, ExportState},
        search::SearchLimit,
    },
    intake::{create::IntakeState, mail_queue::Outbox, spam::TextHasher},
    limits::Limits,
    monitoring::metrics::Metrics,
    probes::health::Readiness,
    resources::applications::{record::ApplicationResources, uploads::Uploads},
    storage::Pool,
};

/// Shared by all requests; cheap to clone.
#[derive(Clone, FromRef)]
pub(crate) struct AppState {
    /// Connections to Postgres.
    pub(crate) pool: Pool,
    /// Signs and verifies tokens.
    pub(crate) keys: Arc<TokenKeys>,
    /// Active sessions.
    pub(crate) sign_ins: Arc<SignIns>,
    /// Hashes recovery codes.
    pub(crate) second_factor_keys: Arc<SecondFactorKeys>,
    /// Hashes passwords off the async threads.
    pub(crate) passwords: Passwords,
    /// Counts attempts.
    pub(crate) limits: Arc<Limits>,
    /// Hashes texts, to recognise one that is sent several times.
    pub(crate) text_hasher: Arc<TextHasher>,
    /// Proxies that may set the client address and the request id.
    pub(crate) trusted_proxies: TrustedProxies,
    /// Limits for receiving applications.
    pub(crate) uploads: Arc<Uploads>,
    /// Limits concurrent searches.
    pub(crate) search_limit: Arc<SearchLimit>,
    /// Limits concurrent exports.
    pub(crate) export_reads: Arc<Semaphore>,
    /// Makes and checks links to CVs and exports.
    pub(crate) links: Arc<SignedLinks>,
    /// The built site.
    pub(crate) pages: Arc<StaticFiles>,
    /// Limits concurrent requests of each client behind a trusted proxy.
    pub(crate) client_limit: ClientLimit,
    /// Tasks of requests, which run to their end.
    pub(crate) requests: TaskTracker,
    /// Whether the server is ready.
    pub(crate) readiness: Arc<Readiness>,
    /// Cancelled when the server starts to stop.
    pub(crate) stopping: CancellationToken,
    /// Prometheus metrics.
    pub(crate) metrics: Arc<Metrics>,
    /// The health of the background tasks.
    pub(crate) tasks: Arc<Tasks>,
    /// Public URL of the site.
    pub(crate) public_url: Option<Arc<PublicUrl>>,
    /// Retention periods.
    pub(crate) retention: Arc<Policy>,
    /// Queues mails, if mail is configured.
    pub(crate) outbox: Option<Arc<Outbox>>,
}

impl AppState {
    /// Creates the state of a server with these settings.
    pub(crate) fn new(config: Config, pool: Pool) -> Result<Self> {
        let passwords = Passwords::default();
        let metrics = Arc::new(Metrics::default());
        Ok(Self {
            keys: Arc::new(TokenKeys::new(&config.secrets)),
            second_factor_keys: Arc::new(SecondFactorKeys::new(&config.secrets)),
            sign_ins: Arc::default(),
            links: Arc::new(SignedLinks::new(&config.secrets)),
            uploads: Arc::new(Uploads::within(std::env::temp_dir())),
            search_limit: Arc::new(SearchLimit::new(config.database.pool_size)),
            export_reads: Arc::new(Semaphore::new(CONCURRENT_READS)),
            text_hasher: Arc::new(TextHasher::new(&config.secrets)),
            limits: Arc::new(Limits::new(
                config.rate_limits,
                &config.secrets,
                Arc::clone(&metrics),
                pool.clone(),
            )),
            client_limit: ClientLimit::new(config.max_connections.div_ceil(4)),
            trusted_proxies: TrustedProxies::new(config.trusted_proxies),
            pages: Arc::new(StaticFiles::open(&config.web_root)?),
            requests: TaskTracker::new(),
            stopping: CancellationToken::new(),
            readiness: Arc::new(Readiness::new(config.database)),
            outbox: config.mail.map(|mail| Arc::new(Outbox::new(mail, config.public_url.clone()))),
            public_url: config.public_url.map(Arc::new),
            retention: Arc::new(config.retention),
            tasks: Arc::new(Tasks::new(Arc::clone(&metrics))),
            pool,
            passwords,
            metrics,
        })
    }
}

impl FromRef<AppState> for IntakeState {
    fn from_ref(state: &AppState) -> Self {
        Self {
            pool: state.pool.clone(),
            limits: Arc::clone(&state.limits),
            metrics: Arc::clone(&state.metrics),
            text_hasher: Arc::clone(&state.text_hasher),
            pages: Arc::clone(&state.pages),
            outbox: state.outbox.clone(),
        }
    }
}

impl FromRef<AppState> for AuthState {
    fn from_ref(state: &AppState) -> Self {
        Self {
            pool: state.pool.clone(),
            keys: Arc::clone(&state.keys),
            factor_keys: Arc::clone(&state.second_factor_keys),
            passwords: state.passwords.clone(),
            sign_ins: Arc::clone(&state.sign_ins),
            limits: Arc::clone(&state.limits),
            metrics: Arc::clone(&state.metrics),
        }
    }
}

impl FromRef<AppState> for ExportState {
    fn from_ref(state: &AppState) -> Self {
        Self {
            pool: state.pool.clone(),
            sign_ins: Arc::clone(&state.sign_ins),
            links: Arc::clone(&state.links),
            reads: Arc::clone(&state.export_reads),
            requests: state.requests.clone(),
        }
    }
}

impl FromRef<AppState> for ApplicationResources {
    fn from_ref(state: &AppState) -> Self {
        Self { uploads: Arc::clone(&state.uploads), links: Arc::clone(&state.links) }
    }
}

/// State of forms without resources of their own.
impl FromRef<AppState> for () {
    fn from_ref(_: &AppState) -> Self {}
}
