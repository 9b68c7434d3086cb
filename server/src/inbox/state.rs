//! The state of the calls of staff.

use std::sync::Arc;

use agency_core::filter::Filter;
use tokio::sync::OwnedSemaphorePermit;
use tokio_util::task::TaskTracker;

use crate::{
    auth::token::TokenKeys,
    background::{mail::outbox::MailOutbox, webhook::outbox::WebhookOutbox},
    config::retention::Policy,
    http::error::ApiError,
    limits::long_work::LongWork,
    storage::Pool,
};

pub(crate) struct InboxState {
    pub(crate) pool: Pool,
    /// Permits for long work. A slow client holds none while it receives an export.
    pub(crate) long_work: LongWork,
    /// Retention periods.
    pub(crate) retention: Arc<Policy>,
    /// `None` if no mail is configured.
    pub(crate) mails: Option<Arc<MailOutbox>>,
    /// `None` if no webhooks are configured.
    pub(crate) webhooks: Option<Arc<WebhookOutbox>>,
    /// Signs and verifies the links of exports.
    pub(crate) keys: TokenKeys,
    /// Tasks of requests, which run to their end.
    pub(crate) requests: TaskTracker,
}

impl InboxState {
    /// Waits for a permit to read what a filter finds. A whole list or box needs none.
    pub(crate) async fn search_permit(
        &self,
        filter: &Filter,
    ) -> Result<Option<OwnedSemaphorePermit>, ApiError> {
        if filter.is_whole() { Ok(None) } else { self.long_work.permit().await.map(Some) }
    }
}
