//! What was done with a record.

use agency_core::work::RecordAction;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, Type},
};

use crate::{http::instant, storage::schema::history};

/// How many events are read at once.
pub(crate) const PAGE_SIZE: usize = 200;

/// Events of a record.
pub(crate) struct History {
    /// The newest first.
    events: Vec<Event>,
    /// Whether there are older ones.
    more: bool,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = history, check_for_backend(diesel::pg::Pg))]
struct Event {
    id: i64,
    at: DateTime<Utc>,
    by: Option<String>,
    action: String,
    from_state: String,
    to_state: String,
    from_admin: Option<String>,
    to_admin: Option<String>,
    text: Option<String>,
}

/// Reads the last events of a record, or the last ones before another event.
pub(crate) async fn read(
    mut connection: &AsyncPgConnection,
    submission_id: i64,
    before: Option<i64>,
) -> QueryResult<History> {
    let mut events: Vec<Event> = history::table
        .filter(history::submission_id.eq(submission_id))
        .filter(history::id.lt(before.unwrap_or(i64::MAX)))
        .order(history::id.desc())
        .limit(i64::try_from(PAGE_SIZE + 1).unwrap_or(i64::MAX))
        .select(Event::as_select())
        .load(&mut connection)
        .await?;
    let more = events.len() > PAGE_SIZE;
    events.truncate(PAGE_SIZE);
    Ok(History { events, more })
}

/// Something that was done with a record.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EventResponse {
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    at: DateTime<Utc>,
    /// The name of the account at that time; null for the server itself.
    by: Option<String>,
    #[schema(schema_with = action_schema)]
    action: String,
    /// The state before, or with `assign` the assignee before.
    from: Option<String>,
    /// The state after, or with `assign` the assignee after.
    to: Option<String>,
    /// The note.
    text: Option<String>,
}

impl From<Event> for EventResponse {
    fn from(event: Event) -> Self {
        let Event { id: _, at, by, action, from_state, to_state, from_admin, to_admin, text } = event;
        let (from, to) = if action == RecordAction::Assign.as_str() {
            (from_admin, to_admin)
        } else {
            (Some(from_state), Some(to_state))
        };
        Self { at, by, action, from, to, text }
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
    fn from(History { events, more }: History) -> Self {
        let history_before = events.last().filter(|_| more).map(|oldest| oldest.id);
        Self { history: events.into_iter().rev().map(EventResponse::from).collect(), history_before }
    }
}

/// The schema of an action.
pub(crate) fn action_schema() -> ObjectBuilder {
    let actions = RecordAction::ALL.map(RecordAction::as_str);
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(actions))
}
