//! What storing a form needs.

use std::sync::Arc;

use crate::{
    http::static_files::StaticFiles,
    intake::{mail_queue::Outbox, spam::TextHasher},
    limits::Limits,
    monitoring::metrics::Metrics,
    storage::Pool,
};

/// The state shared by every form on its way from the request to the answer.
#[derive(Clone)]
pub(crate) struct IntakeState {
    pub(crate) pool: Pool,
    pub(crate) limits: Arc<Limits>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) text_hasher: Arc<TextHasher>,
    /// The pages that answer forms posted without scripts.
    pub(crate) pages: Arc<StaticFiles>,
    /// None where no mail is configured.
    pub(crate) outbox: Option<Arc<Outbox>>,
}
