//! The state of the calls that receive forms.

use std::sync::Arc;

use crate::{
    background::{mail::outbox::MailOutbox, webhook::outbox::WebhookOutbox},
    http::static_files::StaticFiles,
    intake::spam::TextHasher,
    limits::{Limits, long_work::LongWork},
    monitoring::metrics::Metrics,
    storage::Pool,
};

/// State that every form needs, from the request to the response.
pub(crate) struct IntakeState {
    pub(crate) pool: Pool,
    pub(crate) limits: Arc<Limits>,
    /// Permits of storing forms with a file.
    pub(crate) long_work: LongWork,
    pub(crate) metrics: Arc<Metrics>,
    /// Hashes texts, to recognise one that is sent several times.
    pub(crate) text_hasher: TextHasher,
    /// Pages for responses to forms posted without scripts.
    pub(crate) pages: Arc<StaticFiles>,
    /// `None` if no mail is configured.
    pub(crate) mails: Option<Arc<MailOutbox>>,
    /// `None` if no webhooks are configured.
    pub(crate) webhooks: Option<Arc<WebhookOutbox>>,
}
