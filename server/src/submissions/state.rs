//! What the stored forms share.

use std::sync::Arc;

use crate::{
    limits::Limits, mail::outbox::Outbox, monitoring::metrics::Metrics, pages::Pages, storage::Pool,
    submissions::judgement::Fingerprints,
};

/// What every stored form needs on its way from the request to the answer.
#[derive(Clone)]
pub(crate) struct SubmissionState {
    /// Connections to Postgres.
    pub(crate) pool: Pool,
    /// Counts attempts.
    pub(crate) limits: Arc<Limits>,
    /// Counts what was stored.
    pub(crate) metrics: Arc<Metrics>,
    /// Knows texts that came before.
    pub(crate) fingerprints: Arc<Fingerprints>,
    /// The answers to forms that browsers posted themselves.
    pub(crate) pages: Arc<Pages>,
    /// Writes mails, where they are sent.
    pub(crate) outbox: Option<Arc<Outbox>>,
}
