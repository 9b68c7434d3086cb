//! The history of a record.

use agency_core::work::{RecordAction, RecordState, undone_action};
use chrono::{DateTime, Utc};
use diesel::{dsl, prelude::*, sql_types::Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    inbox::model::history::{EventResponse, HistoryResponse},
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

impl From<History> for HistoryResponse {
    fn from(History { events, more, .. }: History) -> Self {
        let history_before = events.last().filter(|_| more).map(|(oldest, _)| oldest.id);
        Self { history: events.into_iter().rev().map(|(event, _)| event.into()).collect(), history_before }
    }
}
