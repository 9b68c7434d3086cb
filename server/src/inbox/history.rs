//! The history of a record.

use std::sync::Arc;

use agency_core::{
    messages::server as say,
    work::{RecordAction, RecordState, describe_change, undone_action},
};
use axum::{
    Json,
    extract::{Query, State},
};
use chrono::{DateTime, Utc};
use diesel::{alias, dsl, prelude::*, sql_types::Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    auth::current_admin::CurrentAdmin,
    http::{
        error::{ApiError, ErrorResponse},
        instant,
    },
    inbox::{
        filtered::load_place,
        record_path::{RecordPath, not_found},
        state::InboxState,
    },
    storage::{
        self,
        names::Name,
        schema::{admins, history, submissions},
    },
};

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

/// Query of a history page.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct HistoryParams {
    /// `history_before` of the page after it
    pub(crate) before: i64,
}

/// Events per page.
pub(crate) const PAGE_SIZE: usize = 200;

/// Returns the 200 events of a record before another one.
#[utoipa::path(
    get,
    path = "/{key}/history",
    tag = "records",
    params(
        RecordPath,
        HistoryParams
    ),
    responses(
        (status = 200, description = "At most 200 events, oldest first", body = HistoryResponse),
        (status = 404, description = "There is no such record", body = ErrorResponse)
    )
)]
pub(crate) async fn get_record_history(
    _: CurrentAdmin,
    State(state): State<Arc<InboxState>>,
    path: RecordPath,
    Query(HistoryParams { before }): Query<HistoryParams>,
) -> Result<Json<HistoryResponse>, ApiError> {
    let key = path.key()?;
    let connection = storage::connection(&state.pool).await?;
    let place = load_place(&connection, path.list.name(), key).await?;
    let id = place.ok_or_else(|| not_found(path.list))?.id;
    let events = load_history(&connection, id, Some(before), PAGE_SIZE).await?;
    Ok(Json(events.into()))
}

/// Events of a record.
pub(crate) struct History {
    /// Newest first, with the usernames and the database's time.
    events: Vec<(Event, Usernames, DateTime<Utc>)>,
    /// Whether there are older events.
    more: bool,
    /// The version of the record after the events; none if there are none.
    pub(crate) version: Option<i32>,
}

/// Usernames as they are now: of the admin who acted, and of the assignees before and after. None if removed.
type Usernames = (Option<String>, Option<String>, Option<String>);

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
    let (actor, former, new) = alias!(admins as actor, admins as former, admins as new);
    let found: Vec<(Event, Usernames, DateTime<Utc>, i32)> = history::table
        .inner_join(submissions::table)
        .left_join(actor.on(history::admin_id.eq(actor.field(admins::id).nullable())))
        .left_join(former.on(history::from_admin_id.eq(former.field(admins::id).nullable())))
        .left_join(new.on(history::to_admin_id.eq(new.field(admins::id).nullable())))
        .filter(history::submission_id.eq(submission_id))
        .filter(history::id.lt(before.unwrap_or(i64::MAX)))
        .order(history::id.desc())
        .limit(i64::try_from(max + 1).unwrap_or(i64::MAX))
        .select((
            Event::as_select(),
            (
                actor.field(admins::username).nullable(),
                former.field(admins::username).nullable(),
                new.field(admins::username).nullable(),
            ),
            dsl::now.into_sql::<Timestamptz>(),
            submissions::version,
        ))
        .load(&mut connection)
        .await?;
    let more = found.len() > max;
    let version = found.as_slice().first().map(|(_, _, _, version)| *version);
    let events = found.into_iter().take(max).map(|(event, usernames, now, _)| (event, usernames, now));
    Ok(History { events: events.collect(), more, version })
}

impl History {
    /// Returns the newest event, and the database's time.
    pub(crate) fn newest(&self) -> Option<(&Event, DateTime<Utc>)> {
        self.events.as_slice().first().map(|(event, _, now)| (event, *now))
    }
}

impl From<(Event, Usernames)> for EventResponse {
    fn from((event, (actor, former, new)): (Event, Usernames)) -> Self {
        let Event { at, by, action, from_state, to_state, from_admin, to_admin, text, .. } = event;
        let states = from_state.known().zip(to_state.known());
        let undone = match action.known() {
            Some(RecordAction::Undo) => states.and_then(|(from, to)| undone_action(from, to)),
            _ => None,
        };
        let person = |name: Option<String>, username| Some(FormerPersonResponse { username, name: name? });
        let (from, to) = if undone.or(action.known()) == Some(RecordAction::Assign) {
            let side = |name, username| person(name, username).map(SideResponse::Assignee);
            (side(from_admin, former), side(to_admin, new))
        } else {
            let side = |state: Name<RecordState>| Some(SideResponse::State(state.as_str().to_owned()));
            (side(from_state), side(to_state))
        };
        Self { at, by: person(by, actor), action, from, to, text, undone }
    }
}

impl From<History> for HistoryResponse {
    fn from(History { events, more, .. }: History) -> Self {
        let history_before = events.last().filter(|_| more).map(|(oldest, ..)| oldest.id);
        let history = events.into_iter().rev().map(|(event, usernames, _)| (event, usernames).into());
        Self { history: history.collect(), history_before }
    }
}
