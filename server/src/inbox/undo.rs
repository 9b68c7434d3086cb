//! Undo of the last event of a record, by the rules.

use agency_core::{
    messages::server as say,
    work::{self, LastEvent, RecordAction, RecordState, UNDO_SECONDS},
};
use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    http::instant,
    inbox::{
        history::{Event, History},
        submission::PersonResponse,
    },
    storage::schema::admins,
};

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

/// Returns the newest event, its action and the state before it, if this admin may undo it.
///
/// # Errors
///
/// The sentence of the rules that says why it cannot be undone.
pub(crate) fn judge(
    history: &History,
    admin_id: i64,
) -> Result<(&Event, RecordAction, RecordState), &'static str> {
    let found = history.newest().and_then(|(event, now)| {
        let last = LastEvent {
            action: event.action.known()?,
            from: event.from_state.known()?,
            to: event.to_state.known()?,
            is_own: event.admin_id == Some(admin_id),
            seconds_ago: (now - event.at).num_seconds(),
        };
        Some((event, last))
    });
    let (event, last) = found.ok_or_else(|| work::undo(None).err().unwrap_or_default())?;
    let state = work::undo(Some(last))?;
    if event.has_removed_assignee() { Err(say::ASSIGNEE_REMOVED) } else { Ok((event, last.action, state)) }
}

/// Loads the undo of a record that is assigned to this account. Reads the database only to undo an assignment.
pub(crate) async fn load_undo(
    mut connection: &AsyncPgConnection,
    history: &History,
    admin_id: i64,
    assignee: Option<PersonResponse>,
) -> QueryResult<Option<UndoResponse>> {
    let Ok((event, action, state)) = judge(history, admin_id) else { return Ok(None) };
    let assigned_to = match (action, event.from_admin_id) {
        (RecordAction::Assign, Some(id)) => {
            let account = admins::table.find(id).select(PersonResponse::as_select());
            account.first(&mut connection).await.optional()?
        }
        (RecordAction::Assign, None) => None,
        _ => assignee,
    };
    let until = event.at + TimeDelta::seconds(UNDO_SECONDS);
    Ok(Some(UndoResponse { action, state, assigned_to, until }))
}
