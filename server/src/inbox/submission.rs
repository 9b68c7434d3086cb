//! A submission for staff: the form of the visitor, and the state of the work.

use agency_core::work::RecordState;
use chrono::{DateTime, Utc};
use diesel::{
    Queryable,
    deserialize::QueryableByName,
    sql_types::{Array, Text, Timestamptz},
};
use serde::Serialize;
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, Type},
};

use crate::{
    auth::display_name::display_name_sql,
    http::instant,
    inbox::resource::{Resource, Resources},
    storage::schema::submissions,
};

/// Fields of every record, and the state of the work on it.
#[derive(Debug, QueryableByName, Serialize, ToSchema)]
#[diesel(table_name = submissions)]
#[schema(as = SubmissionResponse)]
pub(crate) struct Submission {
    pub(crate) id: i64,
    pub(crate) slug: String,
    #[serde(skip)]
    pub(crate) full_name: String,
    #[serde(skip)]
    pub(crate) name_key: String,
    pub(crate) email: String,
    #[diesel(sql_type = Timestamptz)]
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    submitted_at: DateTime<Utc>,
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    pub(crate) created_at: DateTime<Utc>,
    #[schema(schema_with = state_schema)]
    pub(crate) state: String,
    #[serde(skip)]
    pub(crate) state_since: DateTime<Utc>,
    /// The account that the record is assigned to.
    #[diesel(embed)]
    pub(crate) assigned_to: Option<PersonResponse>,
    /// Incremented by every action.
    #[schema(minimum = 1)]
    pub(crate) version: i32,
    #[diesel(sql_type = Array<Text>)]
    #[serde(skip)]
    pub(crate) spam_reasons: Vec<String>,
    #[serde(skip)]
    pub(crate) words_version: i16,
}

/// A submission with the columns of its own table, as in a list.
#[derive(Debug, QueryableByName, Serialize, ToSchema)]
#[schema(as = WorkedResponse_RecordResponse)]
pub(crate) struct Row<Details> {
    #[diesel(embed)]
    #[serde(flatten)]
    pub(crate) details: Details,
    #[diesel(embed)]
    #[serde(flatten)]
    pub(crate) submission: Submission,
}

impl<R: Resource> Row<R> {
    /// Adds the links that the response has.
    pub(crate) fn with_links(mut self, resources: &Resources<R>) -> Self {
        self.details.add_links(&self.submission.slug, resources);
        self
    }
}

/// Returns the columns of a [`Row`], and their source with its joins. The source has `submissions AS s`:
///
/// ```sql
/// s.id, s.slug, s.full_name, s.name_key, s.email, s.created_at AS submitted_at, s.created_at, s.state,
///     s.state_since, s.version, s.spam_reasons, s.words_version, a.username, {name} AS name, s.full_name, d.referral, d.message
/// FROM {source} JOIN consultations AS d ON d.id = s.id LEFT JOIN admins AS a ON a.id = s.assigned_to
/// ```
pub(crate) fn rows_from<R: Resource>(source: &str) -> String {
    format!(
        "s.id, s.slug, s.full_name, s.name_key, s.email, s.created_at AS submitted_at, s.created_at, s.state, \
             s.state_since, s.version, s.spam_reasons, s.words_version, a.username, {name} AS name, {columns} \
         FROM {source} JOIN {table} AS d ON d.id = s.id LEFT JOIN admins AS a ON a.id = s.assigned_to",
        name = display_name_sql("a"),
        columns = R::DETAIL_COLUMNS,
        table = R::STORED.table,
    )
}

/// An account that records can be assigned to.
#[derive(Clone, Debug, Queryable, QueryableByName, Serialize, ToSchema)]
pub(crate) struct PersonResponse {
    #[diesel(sql_type = Text)]
    pub(crate) username: String,
    /// Display name.
    #[diesel(sql_type = Text)]
    pub(crate) name: String,
}

/// Returns the schema of a state.
pub(crate) fn state_schema() -> ObjectBuilder {
    let states = RecordState::ALL.map(RecordState::as_str);
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(states))
}
