//! What was done with a record.

use std::borrow::Cow;

use agency_core::work::RecordAction;
use chrono::{DateTime, Utc};
use diesel::{
    deserialize::{self, FromSql, FromSqlRow},
    pg::{Pg, PgValue},
    sql_types::{Array, Nullable, Record, Text, Timestamptz},
};
use serde::Serialize;
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, Type},
};

use crate::{
    http::instant,
    lists::others::{Others, OthersResponse},
    retention::date::RetentionResponse,
    workflow::{
        spam::SpamResponse,
        work::{WorkedResponse, all_of},
    },
};

/// The history of a record, as it is selected.
pub(crate) type HistorySql =
    Array<Record<(Timestamptz, Nullable<Text>, Text, Nullable<Text>, Nullable<Text>, Nullable<Text>)>>;

/// One thing that was done: when, by whom, what, from what, to what, and the note.
pub(crate) type Event =
    (DateTime<Utc>, Option<String>, String, Option<String>, Option<String>, Option<String>);

/// What was done with a record, the oldest first.
#[derive(Debug, FromSqlRow)]
pub(crate) struct History(pub(crate) Vec<Event>);

impl FromSql<HistorySql, Pg> for History {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        <Vec<Event> as FromSql<HistorySql, Pg>>::from_sql(value).map(Self)
    }
}

/// The history of a table's record, the oldest first. An assignment goes from one person to another, all else from
/// one state to another.
pub(crate) fn column(table: &str) -> String {
    format!(
        "ARRAY(SELECT (history.at, history.by, history.action, \
         CASE history.action WHEN 'assign' THEN history.from_admin ELSE history.from_state END, \
         CASE history.action WHEN 'assign' THEN history.to_admin ELSE history.to_state END, \
         history.text) FROM history \
         WHERE history.kind = '{table}' AND history.record_id = {table}.id ORDER BY history.id)"
    )
}

/// Something that was done with a record.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EventResponse {
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    at: DateTime<Utc>,
    /// What whoever did it was called then; null for the server itself.
    by: Option<String>,
    #[schema(schema_with = action_schema)]
    action: String,
    /// The former state, or with `assign` whose the record was.
    from: Option<String>,
    /// The state that followed, or with `assign` whose the record was then.
    to: Option<String>,
    /// The note.
    text: Option<String>,
}

impl From<Event> for EventResponse {
    fn from((at, by, action, from, to, text): Event) -> Self {
        Self { at, by, action, from, to, text }
    }
}

/// All that was done with a record.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HistoryResponse {
    /// The oldest first.
    history: Vec<EventResponse>,
}

/// A record with all that was done with it, what else came from its address, until when it is kept, and why it began as
/// spam.
#[derive(Debug, Serialize)]
pub(crate) struct DetailResponse<T> {
    #[serde(flatten)]
    record: WorkedResponse<T>,
    #[serde(flatten)]
    history: HistoryResponse,
    #[serde(flatten)]
    others: OthersResponse,
    #[serde(flatten)]
    retention: RetentionResponse,
    #[serde(flatten)]
    spam: SpamResponse,
}

impl<T: ToSchema> utoipa::PartialSchema for DetailResponse<T> {
    fn schema() -> RefOr<Schema> {
        all_of(&[
            WorkedResponse::<T>::name(),
            HistoryResponse::name(),
            OthersResponse::name(),
            RetentionResponse::name(),
            SpamResponse::name(),
        ])
    }
}

impl<T: ToSchema> ToSchema for DetailResponse<T> {
    fn name() -> Cow<'static, str> {
        format!("DetailResponse_{}", T::name()).into()
    }
}

impl<T> DetailResponse<T> {
    /// The record with its history, the others of its address, until when it is kept, and why it began as spam.
    pub(crate) fn new(
        record: WorkedResponse<T>,
        history: History,
        others: Others,
        retention: RetentionResponse,
        spam: SpamResponse,
    ) -> Self {
        let history = history.0.into_iter().map(EventResponse::from).collect();
        let history = HistoryResponse { history };
        Self { record, history, others: others.into(), retention, spam }
    }
}

/// The actions, as the rules have them.
pub(crate) fn action_schema() -> ObjectBuilder {
    let actions = RecordAction::ALL.map(RecordAction::as_str);
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(actions))
}
