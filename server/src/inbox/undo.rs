//! Undo of the last event of a record, by the rules.

use agency_core::work::{self, RecordAction, RecordState, UNDO_SECONDS};
use chrono::{DateTime, TimeDelta, Utc};
use diesel::{dsl::sql, prelude::*, sql_types::Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    auth::display_name::display_name_sql,
    http::instant,
    inbox::{
        history::action_schema,
        submission::{PersonResponse, state_schema},
    },
    storage::schema::admins,
};

/// The last event of a record, for an admin who may want to undo it.
pub(crate) struct LastEvent {
    pub(crate) action: String,
    pub(crate) from_state: String,
    pub(crate) to_state: String,
    /// `state_since` before the event.
    pub(crate) from_since: Option<DateTime<Utc>>,
    pub(crate) at: DateTime<Utc>,
    pub(crate) seconds_ago: i64,
    pub(crate) is_own: bool,
    /// The assignee before the event, unless the account was removed.
    pub(crate) from_admin_id: Option<i64>,
}

/// Values that undoing the last event restores.
pub(crate) struct Undoable {
    /// The action to undo.
    pub(crate) action: RecordAction,
    /// The state before it.
    pub(crate) state: RecordState,
    /// `state_since` before it, if the action changed the state.
    pub(crate) state_since: Option<DateTime<Utc>>,
    /// The assignee before it, if the action was an assignment.
    pub(crate) assignee_id: Option<i64>,
    /// End of the time in which it can be undone.
    until: DateTime<Utc>,
}

/// Returns the values that undoing the last event restores.
///
/// # Errors
///
/// The sentence of the rules that says why it cannot be undone.
pub(crate) fn judge(last: Option<LastEvent>) -> Result<Undoable, &'static str> {
    let nothing = || work::undo(None).err().unwrap_or_default();
    let event = last.ok_or_else(nothing)?;
    let names = (
        RecordAction::parse(&event.action),
        RecordState::parse(&event.from_state),
        RecordState::parse(&event.to_state),
    );
    let (Some(action), Some(from), Some(to)) = names else { return Err(nothing()) };
    let LastEvent { is_own, seconds_ago, .. } = event;
    let state = work::undo(Some(work::LastEvent { action, from, to, is_own, seconds_ago }))?;
    Ok(Undoable {
        action,
        state,
        state_since: event.from_since,
        assignee_id: event.from_admin_id,
        until: event.at + TimeDelta::seconds(UNDO_SECONDS),
    })
}

/// Undo that is available to the admin who asks.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UndoResponse {
    /// The action that would be undone.
    #[schema(schema_with = action_schema)]
    action: RecordAction,
    /// The state that would be restored.
    #[schema(schema_with = state_schema)]
    state: RecordState,
    /// The assignee after undoing.
    assigned_to: Option<PersonResponse>,
    /// When the action can no longer be undone.
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    until: DateTime<Utc>,
}

/// Undo of a record.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UndoFieldResponse {
    /// The last action, if this admin did it within the last ten minutes and it can be undone.
    undo: Option<UndoResponse>,
}

impl UndoFieldResponse {
    /// Describes the undo of a record that is assigned to this account. Reads the database only to undo an assignment.
    pub(crate) async fn load(
        mut connection: &AsyncPgConnection,
        last: Option<LastEvent>,
        assignee: Option<PersonResponse>,
    ) -> QueryResult<Self> {
        let Ok(undoable) = judge(last) else { return Ok(Self { undo: None }) };
        let assigned_to = match (undoable.action, undoable.assignee_id) {
            (RecordAction::Assign, Some(id)) => {
                let name = sql::<Text>(&display_name_sql("admins"));
                let account = admins::table.find(id).select((admins::username, name));
                account.first(&mut connection).await.optional()?
            }
            (RecordAction::Assign, None) => None,
            _ => assignee,
        };
        let Undoable { action, state, until, .. } = undoable;
        Ok(Self { undo: Some(UndoResponse { action, state, assigned_to, until }) })
    }
}
