//! One record with its history and its context.

use agency_core::{
    spam::SpamReason,
    work::{RecordAction, RecordState},
};
use chrono::{DateTime, Utc};
use diesel::Queryable;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    http::instant,
    inbox::model::{
        history::HistoryResponse,
        submission::{PersonResponse, Record},
    },
    resources::List,
};

/// The other spelling and the other records of the address, the deletion date of a record, why it was stored as spam, and
/// what can be undone.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ContextResponse {
    /// The address with its domain in Unicode if it has it in ASCII, and the reverse; null for a domain with one spelling.
    #[schema(required = true)]
    pub(crate) other_spelling: Option<String>,
    /// The newest first.
    #[schema(max_items = 20)]
    pub(crate) others: Vec<OtherResponse>,
    /// Time of the deletion of the record, by the settings and its current state; null if it is kept forever. A record
    /// with a time in the past is deleted by one of the next sweeps.
    #[serde(serialize_with = "instant::serialize_option")]
    #[schema(value_type = Option<String>, format = DateTime, required = true)]
    pub(crate) delete_at: Option<DateTime<Utc>>,
    /// Empty if the record was not stored as spam. They stay after "not spam".
    pub(crate) spam_reasons: Vec<SpamReasonResponse>,
    /// The last action, if this admin did it within the last ten minutes and it can be undone.
    #[schema(required = true)]
    pub(crate) undo: Option<UndoResponse>,
}

/// A record with its history and its context.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DetailResponse {
    #[serde(flatten)]
    pub(crate) record: Record,
    #[serde(flatten)]
    pub(crate) history: HistoryResponse,
    #[serde(flatten)]
    pub(crate) context: ContextResponse,
}

/// Another record from the same address.
#[derive(Debug, Queryable, Serialize, ToSchema)]
pub(crate) struct OtherResponse {
    /// The name of its list.
    #[schema(value_type = List)]
    pub(crate) kind: String,
    pub(crate) slug: String,
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    pub(crate) submitted_at: DateTime<Utc>,
}

/// Undo that is available to the admin who asks.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UndoResponse {
    /// The action that would be undone.
    pub(crate) action: RecordAction,
    /// The state that would be restored.
    pub(crate) state: RecordState,
    /// The assignee after undoing.
    #[schema(required = true)]
    pub(crate) assigned_to: Option<PersonResponse>,
    /// When the action can no longer be undone.
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    pub(crate) until: DateTime<Utc>,
}

/// Reason for storing a record as spam.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SpamReasonResponse {
    pub(crate) reason: SpamReason,
    /// The reason in words.
    pub(crate) sentence: &'static str,
}

/// Records before and after a record.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NeighboursResponse {
    /// Slug of the record before; null for the first.
    #[schema(required = true)]
    pub(crate) previous: Option<String>,
    /// Slug of the record after; null for the last.
    #[schema(required = true)]
    pub(crate) next: Option<String>,
}
