//! Undo of the last event of a record, by the rules.

use agency_core::work::{self, RecordAction, RecordState, UNDO_SECONDS};
use chrono::{DateTime, TimeDelta, Utc};
use diesel::{
    prelude::*,
    sql_query,
    sql_types::{BigInt, Bool, Nullable, Text, Timestamptz},
};
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
    storage::prepared::Prepared,
};

/// The last event of a record.
#[derive(QueryableByName)]
pub(crate) struct LastEvent {
    #[diesel(sql_type = Text)]
    action: String,
    #[diesel(sql_type = Text)]
    from_state: String,
    #[diesel(sql_type = Text)]
    to_state: String,
    /// `state_since` before the event.
    #[diesel(sql_type = Nullable<Timestamptz>)]
    from_since: Option<DateTime<Utc>>,
    #[diesel(sql_type = Timestamptz)]
    at: DateTime<Utc>,
    #[diesel(sql_type = BigInt)]
    seconds_ago: i64,
    #[diesel(sql_type = Bool)]
    is_own: bool,
    /// The assignee before the event, unless the account was removed.
    #[diesel(sql_type = Nullable<Text>)]
    username: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    name: Option<String>,
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
    pub(crate) assignee: Option<PersonResponse>,
    /// End of the time in which it can be undone.
    until: DateTime<Utc>,
}

/// Loads the last event of a record, for the admin who asks.
pub(crate) async fn read_last_event(
    mut connection: &AsyncPgConnection,
    submission_id: i64,
    admin_id: i64,
) -> QueryResult<Option<LastEvent>> {
    let statement = sql_query(format!(
        "SELECT h.action, h.from_state, h.to_state, h.from_since, h.at, \
             floor(extract(epoch FROM now() - h.at))::bigint AS seconds_ago, \
             coalesce(h.admin_id = $2, false) AS is_own, a.username, {} AS name \
         FROM history AS h LEFT JOIN admins AS a ON a.id = h.from_admin_id \
         WHERE h.submission_id = $1 ORDER BY h.id DESC LIMIT 1",
        display_name_sql("a")
    ));
    let statement = statement.bind::<BigInt, _>(submission_id).bind::<BigInt, _>(admin_id);
    Prepared(statement).get_result(&mut connection).await.optional()
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
        assignee: event.username.zip(event.name).map(|(username, name)| PersonResponse { username, name }),
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
    /// Describes the undo of a record that is assigned to this account.
    pub(crate) fn new(last: Option<LastEvent>, assignee: Option<PersonResponse>) -> Self {
        let undo = judge(last).ok().map(|undoable| UndoResponse {
            action: undoable.action,
            state: undoable.state,
            assigned_to: if undoable.action == RecordAction::Assign { undoable.assignee } else { assignee },
            until: undoable.until,
        });
        Self { undo }
    }
}
