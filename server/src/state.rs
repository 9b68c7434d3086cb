//! What every handler can reach.

use std::{net::IpAddr, sync::Arc};

use crate::{
    applications::{link::CvLinks, uploads::Uploads},
    auth::{password::Passwords, token::TokenKeys},
    config::Config,
    limits::Limits,
    pages::Pages,
    storage::Pool,
};

/// Shared by all requests; cheap to clone.
#[derive(Clone)]
pub(crate) struct AppState {
    /// Connections to Postgres.
    pub(crate) pool: Pool,
    /// Signs and verifies tokens.
    pub(crate) keys: Arc<TokenKeys>,
    /// Hashes passwords beside the async threads.
    pub(crate) passwords: Passwords,
    /// Counts attempts.
    pub(crate) limits: Arc<Limits>,
    /// Proxies whose word about the client's address counts.
    pub(crate) trusted_proxies: Arc<[IpAddr]>,
    /// Applications that arrive.
    pub(crate) uploads: Arc<Uploads>,
    /// Makes and checks links to CVs.
    pub(crate) cv_links: Arc<CvLinks>,
    /// The built web pages.
    pub(crate) pages: Arc<Pages>,
}

impl AppState {
    /// The state of a server with these settings.
    pub(crate) fn new(config: Config, pool: Pool) -> Self {
        Self {
            pool,
            keys: Arc::new(TokenKeys::new(&config.token_secret)),
            cv_links: Arc::new(CvLinks::new(&config.token_secret)),
            uploads: Arc::new(Uploads::new()),
            passwords: Passwords::default(),
            limits: Arc::new(Limits::new(config.rate_limits, config.token_secret)),
            trusted_proxies: config.trusted_proxies.into(),
            pages: Arc::new(Pages::open(config.web_root)),
        }
    }
}
