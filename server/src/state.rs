//! Shared state of handlers and extractors. Each extracts the part that it needs. Only the code that assembles the server
//! uses the whole.

use std::sync::Arc;

use anyhow::Result;
use axum::extract::FromRef;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    auth::{password::Passwords, second_factor::SecondFactorKeys, state::AuthState, token::TokenKeys},
    background::{mail::outbox::MailOutbox, supervisor::Tasks, webhook::outbox::WebhookOutbox},
    config::{Config, PublicUrl, retention::Policy},
    http::{client::TrustedProxies, permit::ClientLimits, static_files::StaticFiles},
    inbox::state::InboxState,
    intake::{spam::TextHasher, state::IntakeState},
    limits::{Limits, long_work::LongWork},
    monitoring::metrics::Metrics,
    probes::health::Readiness,
    resources::applications::uploads::Uploads,
    storage::Pool,
};

/// Shared by all requests; cheap to clone.
#[derive(Clone, FromRef)]
pub(crate) struct AppState {
    /// Connections to Postgres.
    pub(crate) pool: Pool,
    /// State of signing in and of accounts.
    pub(crate) auth: Arc<AuthState>,
    /// State of receiving forms.
    pub(crate) intake: Arc<IntakeState>,
    /// Limits for receiving applications.
    pub(crate) uploads: Arc<Uploads>,
    /// State of the calls of staff.
    pub(crate) inbox: Arc<InboxState>,
    /// Writes mails; none without a mail server.
    pub(crate) mails: Option<Arc<MailOutbox>>,
    /// Writes webhooks; none without a receiver.
    pub(crate) webhooks: Option<Arc<WebhookOutbox>>,
    /// Counts attempts.
    pub(crate) limits: Arc<Limits>,
    /// Proxies that may set the client address and the request id.
    pub(crate) trusted_proxies: TrustedProxies,
    /// Limits connections and concurrent requests of each client.
    pub(crate) client_limits: ClientLimits,
    /// The built site.
    pub(crate) pages: Arc<StaticFiles>,
    /// Public URL of the site.
    pub(crate) public_url: Option<Arc<PublicUrl>>,
    /// Retention periods.
    pub(crate) retention: Arc<Policy>,
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
}

impl AppState {
    /// Creates the state of a server with these settings.
    pub(crate) fn new(config: Config, pool: Pool) -> Result<Self> {
        let secrets = &config.secrets;
        let metrics = Arc::new(Metrics::default());
        let limits = Limits::new(config.rate_limits, secrets, Arc::clone(&metrics), pool.clone());
        let limits = Arc::new(limits);
        let pages = Arc::new(StaticFiles::open(&config.web_root)?);
        let retention = Arc::new(config.retention);
        let trusted_proxies = TrustedProxies::new(config.trusted_proxies);
        let requests = TaskTracker::new();
        let long_work = LongWork::new(config.database.pool_size);
        let mails = config.mail.map(|mail| Arc::new(MailOutbox::new(mail, config.public_url.clone())));
        let webhooks =
            config.webhook.map(|webhook| Arc::new(WebhookOutbox::new(&webhook, config.public_url.clone())));
        Ok(Self {
            auth: Arc::new(AuthState {
                pool: pool.clone(),
                keys: TokenKeys::new(secrets),
                factor_keys: SecondFactorKeys::new(secrets),
                passwords: Passwords::default(),
                limits: Arc::clone(&limits),
                metrics: Arc::clone(&metrics),
            }),
            intake: Arc::new(IntakeState {
                pool: pool.clone(),
                limits: Arc::clone(&limits),
                long_work: long_work.clone(),
                metrics: Arc::clone(&metrics),
                text_hasher: TextHasher::new(secrets),
                pages: Arc::clone(&pages),
                mails: mails.clone(),
                webhooks: webhooks.clone(),
            }),
            uploads: Arc::new(Uploads::within(std::env::temp_dir(), long_work.clone())),
            inbox: Arc::new(InboxState {
                pool: pool.clone(),
                long_work,
                retention: Arc::clone(&retention),
                mails: mails.clone(),
                webhooks: webhooks.clone(),
                keys: TokenKeys::new(secrets),
                requests: requests.clone(),
            }),
            mails,
            webhooks,
            limits,
            client_limits: ClientLimits::new(config.max_connections, trusted_proxies.clone()),
            trusted_proxies,
            pages,
            public_url: config.public_url.map(Arc::new),
            retention,
            requests,
            readiness: Arc::new(Readiness::new(config.database)),
            stopping: CancellationToken::new(),
            tasks: Arc::new(Tasks::new(Arc::clone(&metrics), pool.clone())),
            pool,
            metrics,
        })
    }
}
