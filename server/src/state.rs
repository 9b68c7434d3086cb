//! What every handler can reach.

use std::{path::PathBuf, sync::Arc};

use crate::{
    auth::{password::Passwords, token::TokenKeys},
    config::Config,
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
    /// The built web pages.
    pub(crate) pages: Arc<Pages>,
}

impl AppState {
    /// The state of a server with these settings.
    pub(crate) fn new(config: Config, pool: Pool) -> Self {
        let web_root: PathBuf = config.web_root;
        Self {
            pool,
            keys: Arc::new(TokenKeys::new(&config.token_secret)),
            passwords: Passwords::default(),
            pages: Arc::new(Pages::open(web_root)),
        }
    }
}
