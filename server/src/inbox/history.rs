//! The history of a record.

use agency_core::{
    messages::server as say,
    work::{RecordAction, RecordState, describe_change, undone_action},
};
use chrono::{DateTime, Utc};
use diesel::{dsl, prelude::*, sql_types::Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, Type},
};

use crate::{
    http::instant,
    storage::{names::Name, schema::history},
};

/// Events per page.
pub(crate) const PAGE_SIZE: usize = 200;

/// Events of a record.
pub(crate) struct History {
    /// Newest first, with the database's time.
    events: Vec<(Event, DateTime<Utc>)>,
    /// Whether there are older events.
    more: bool,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = history, check_for_backend(diesel::pg::Pg))]
pub(crate) struct Event {
    id: i64,
    pub(crate) at: DateTime<Utc>,
    by: Option<String>,
    pub(crate) action: Name<RecordAction>,
    pub(crate) from_state: Name<RecordState>,
    pub(crate) to_state: Name<RecordState>,
    from_admin: Option<String>,
    to_admin: Option<String>,
    pub(crate) admin_id: Option<i64>,
    /// The assignee before the event, unless the account was removed.
    pub(crate) from_admin_id: Option<i64>,
    /// `state_since` before the event, if it changed the state.
    pub(crate) from_since: Option<DateTime<Utc>>,
    text: Option<String>,
}

impl Event {
    /// Returns whether the account of the assignee before the event was removed since.
    pub(crate) const fn has_removed_assignee(&self) -> bool {
        self.from_admin.is_some() && self.from_admin_id.is_none()
    }
}

/// Loads the last events of a record, or the last ones before another event, at most `max`.
pub(crate) async fn load_history(
    mut connection: &AsyncPgConnection,
    submission_id: i64,
    before: Option<i64>,
    max: usize,
) -> QueryResult<History> {
    let mut events: Vec<(Event, DateTime<Utc>)> = history::table
        .filter(history::submission_id.eq(submission_id))
        .filter(history::id.lt(before.unwrap_or(i64::MAX)))
        .order(history::id.desc())
        .limit(i64::try_from(max + 1).unwrap_or(i64::MAX))
        .select((Event::as_select(), dsl::now.into_sql::<Timestamptz>()))
        .load(&mut connection)
        .await?;
    let more = events.len() > max;
    events.truncate(max);
    Ok(History { events, more })
}

impl History {
    /// Returns the newest event, and the database's time.
    pub(crate) fn newest(&self) -> Option<&(Event, DateTime<Utc>)> {
        self.events.as_slice().first()
    }
}

/// An action on a record.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EventResponse {
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    at: DateTime<Utc>,
    /// The name of the account at that time; null for the server itself.
    by: Option<String>,
    #[schema(schema_with = action_schema)]
    action: Name<RecordAction>,
    /// The state before; with `assign`, and with `undo` of it, the assignee before.
    from: Option<String>,
    /// The state after; with `assign`, and with `undo` of it, the assignee after.
    to: Option<String>,
    /// The note.
    text: Option<String>,
    /// With `undo`: the action that was undone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = action_schema, required = false)]
    undone: Option<RecordAction>,
}

impl From<Event> for EventResponse {
    fn from(event: Event) -> Self {
        let Event { at, by, action, from_state, to_state, from_admin, to_admin, text, .. } = event;
        let states = from_state.known().zip(to_state.known());
        let undone = match action.known() {
            Some(RecordAction::Undo) => states.and_then(|(from, to)| undone_action(from, to)),
            _ => None,
        };
        let (from, to) = if undone.or(action.known()) == Some(RecordAction::Assign) {
            (from_admin, to_admin)
        } else {
            (Some(from_state.as_str().to_owned()), Some(to_state.as_str().to_owned()))
        };
        Self { at, by, action, from, to, text, undone }
    }
}

/// The history of a record, 200 events at a time.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HistoryResponse {
    /// The last events, oldest first.
    #[schema(max_items = 200)]
    history: Vec<EventResponse>,
    /// With older events: the value of `before` that reads them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    history_before: Option<i64>,
}

impl From<History> for HistoryResponse {
    fn from(History { events, more, .. }: History) -> Self {
        let history_before = events.last().filter(|_| more).map(|(oldest, _)| oldest.id);
        Self { history: events.into_iter().rev().map(|(event, _)| event.into()).collect(), history_before }
    }
}

impl HistoryResponse {
    /// Returns who changed the record last and how, in one sentence.
    pub(crate) fn last_change(&self) -> String {
        let last = self.history.last();
        let change = last.and_then(|last| Some((last.by.as_deref(), last.action.known()?)));
        change.map_or_else(|| say::RECORD_CHANGED.to_owned(), |(by, action)| describe_change(by, action))
    }
}

/// Returns the schema of an action.
pub(crate) fn action_schema() -> ObjectBuilder {
    let actions = RecordAction::ALL.map(RecordAction::as_str);
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(actions))
}
