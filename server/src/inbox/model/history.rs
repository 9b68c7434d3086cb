//! The history of a record.

use agency_core::{
    messages::server as say,
    work::{RecordAction, describe_change},
};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{http::instant, storage::names::Name};

/// An action on a record.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EventResponse {
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    pub(crate) at: DateTime<Utc>,
    /// The account; null for the server itself.
    #[schema(required = true)]
    pub(crate) by: Option<FormerPersonResponse>,
    #[schema(value_type = RecordAction)]
    pub(crate) action: Name<RecordAction>,
    /// The state before; with `assign`, and with `undo` of it, the assignee before.
    #[schema(required = true)]
    pub(crate) from: Option<SideResponse>,
    /// The state after; with `assign`, and with `undo` of it, the assignee after.
    #[schema(required = true)]
    pub(crate) to: Option<SideResponse>,
    /// The note.
    #[schema(required = true)]
    pub(crate) text: Option<String>,
    /// With `undo`: the action that was undone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = RecordAction, required = false)]
    pub(crate) undone: Option<RecordAction>,
}

/// An account as an event names it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FormerPersonResponse {
    /// Its username as it is now; null if the account was removed.
    #[schema(required = true)]
    pub(crate) username: Option<String>,
    /// Its display name at that time.
    pub(crate) name: String,
}

/// What an action changed, before or after it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum SideResponse {
    /// The state.
    State(String),
    /// The assignee.
    Assignee(FormerPersonResponse),
}

/// The history of a record, 200 events at a time.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HistoryResponse {
    /// The last events, oldest first.
    #[schema(max_items = 200)]
    pub(crate) history: Vec<EventResponse>,
    /// With older events: the value of `before` that reads them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) history_before: Option<i64>,
}

impl HistoryResponse {
    /// Returns who changed the record last and how, in one sentence.
    pub(crate) fn last_change(&self) -> String {
        let last = self.history.last();
        let change =
            last.and_then(|last| Some((last.by.as_ref().map(|by| by.name.as_str()), last.action.known()?)));
        change.map_or_else(|| say::RECORD_CHANGED.to_owned(), |(by, action)| describe_change(by, action))
    }
}
