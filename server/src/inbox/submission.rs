//! A submission for staff: the form of the visitor, and the state of the work.

use agency_core::work::RecordState;
use chrono::{DateTime, Utc};
use diesel::{
    Queryable,
    deserialize::QueryableByName,
    sql_types::{Array, Nullable, Text},
};
use serde::Serialize;
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, Type},
};

use crate::{
    auth::display_name::display_name_sql,
    http::instant,
    inbox::{
        describe::describe_sum,
        resource::{Resource, Resources},
    },
    storage::schema::submissions,
};

/// Columns of every kind of submission.
#[derive(Debug, QueryableByName)]
#[diesel(table_name = submissions)]
pub(crate) struct Submission {
    pub(crate) id: i64,
    pub(crate) slug: String,
    pub(crate) full_name: String,
    pub(crate) name_key: String,
    pub(crate) email: String,
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) state: String,
    pub(crate) state_since: DateTime<Utc>,
    /// Incremented by every action.
    pub(crate) version: i32,
    #[diesel(sql_type = Array<Text>)]
    pub(crate) spam_reasons: Vec<String>,
    pub(crate) words_version: i16,
    #[diesel(sql_type = Nullable<Text>)]
    pub(crate) assignee_username: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub(crate) assignee_name: Option<String>,
}

impl Submission {
    /// Returns the account that the submission is assigned to.
    pub(crate) fn assignee(&self) -> Option<PersonResponse> {
        let assignee = self.assignee_username.clone().zip(self.assignee_name.clone());
        assignee.map(|(username, name)| PersonResponse { username, name })
    }
}

/// A submission with the columns of its own table.
#[derive(Debug, QueryableByName)]
pub(crate) struct Row<Details> {
    #[diesel(embed)]
    pub(crate) submission: Submission,
    #[diesel(embed)]
    pub(crate) details: Details,
}

/// Returns the start of a statement that reads rows:
///
/// ```sql
/// SELECT s.id, s.slug, s.full_name, s.name_key, s.email, s.created_at, s.state, s.state_since, s.version, s.spam_reasons,
///     s.words_version, a.username AS assignee_username, {name} AS assignee_name, d.referral, d.message
/// FROM submissions AS s JOIN consultations AS d ON d.id = s.id LEFT JOIN admins AS a ON a.id = s.assigned_to
/// ```
pub(crate) fn select_rows<R: Resource>() -> String {
    format!("SELECT {} FROM submissions AS s {}", columns::<R>(), joins::<R>())
}

/// Returns the columns of a [`Row`].
pub(crate) fn columns<R: Resource>() -> String {
    format!(
        "s.id, s.slug, s.full_name, s.name_key, s.email, s.created_at, s.state, s.state_since, s.version, s.spam_reasons, \
         s.words_version, a.username AS assignee_username, {} AS assignee_name, {}",
        display_name_sql("a"),
        R::DETAIL_COLUMNS
    )
}

/// Returns the joins that [`columns`] needs.
pub(crate) fn joins<R: Resource>() -> String {
    format!("JOIN {} AS d ON d.id = s.id LEFT JOIN admins AS a ON a.id = s.assigned_to", R::STORED.table)
}

/// An account that records can be assigned to.
#[derive(Debug, Queryable, Serialize, ToSchema)]
pub(crate) struct PersonResponse {
    pub(crate) username: String,
    /// Display name.
    pub(crate) name: String,
}

/// Fields of every record, and the state of the work on it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SubmissionResponse {
    id: i64,
    slug: String,
    email: String,
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    submitted_at: DateTime<Utc>,
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    created_at: DateTime<Utc>,
    #[schema(schema_with = state_schema)]
    state: String,
    /// The account that the record is assigned to.
    assigned_to: Option<PersonResponse>,
    /// Incremented by every action.
    #[schema(minimum = 1)]
    version: i32,
}

/// Record in a list.
#[derive(Debug, Serialize)]
pub(crate) struct WorkedResponse<T> {
    #[serde(flatten)]
    record: T,
    #[serde(flatten)]
    submission: SubmissionResponse,
}

describe_sum!(WorkedResponse<T>: T, SubmissionResponse);

impl<T> WorkedResponse<T> {
    /// Returns the response for a row.
    pub(crate) fn new<R: Resource<Response = T>>(row: Row<R>, resources: &Resources<R>) -> Self {
        let Row { submission, details } = row;
        let record = details.response(&submission, resources);
        let assigned_to = submission.assignee();
        let Submission { id, slug, email, created_at, state, version, .. } = submission;
        let submission = SubmissionResponse {
            id,
            slug,
            email,
            submitted_at: created_at,
            created_at,
            state,
            assigned_to,
            version,
        };
        Self { record, submission }
    }
}

/// Returns the schema of a state.
pub(crate) fn state_schema() -> ObjectBuilder {
    let states = RecordState::ALL.map(RecordState::as_str);
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(states))
}
