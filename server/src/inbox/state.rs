//! The state of the calls of staff.

use std::sync::Arc;

use crate::{
    background::webhook::outbox::WebhookOutbox, config::retention::Policy, inbox::search::SearchLimit,
    storage::Pool,
};

pub(crate) struct InboxState {
    pub(crate) pool: Pool,
    /// Limits concurrent searches.
    pub(crate) search_limit: SearchLimit,
    /// Retention periods.
    pub(crate) retention: Arc<Policy>,
    /// `None` if no webhooks are configured.
    pub(crate) webhooks: Option<Arc<WebhookOutbox>>,
}
