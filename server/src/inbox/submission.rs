//! A submission for staff: the form of the visitor, and the state of the work.

use std::borrow::Cow;

use agency_core::work::RecordState;
use chrono::{DateTime, Utc};
use diesel::{
    Queryable,
    deserialize::{self, FromSql, FromSqlRow, QueryableByName},
    pg::{Pg, PgValue},
    row::NamedRow,
    sql_types::{Array, BigInt, Integer, Nullable, Text, Timestamptz},
};
use serde::Serialize;
use utoipa::{
    ToSchema,
    openapi::{AllOfBuilder, ObjectBuilder, Ref, RefOr, Schema, Type},
};

use crate::{auth::display_name::display_name_sql, inbox::resource::Resource};

/// Columns of every kind of submission.
#[derive(Clone, Debug, QueryableByName)]
pub(crate) struct Submission {
    #[diesel(sql_type = BigInt)]
    pub(crate) id: i64,
    #[diesel(sql_type = Text)]
    pub(crate) slug: String,
    #[diesel(sql_type = Text)]
    pub(crate) full_name: String,
    #[diesel(sql_type = Text)]
    pub(crate) name_key: String,
    #[diesel(sql_type = Text)]
    pub(crate) email: String,
    #[diesel(sql_type = Timestamptz)]
    pub(crate) created_at: DateTime<Utc>,
    #[diesel(sql_type = Text, deserialize_as = StoredState)]
    pub(crate) state: RecordState,
    #[diesel(sql_type = Timestamptz)]
    pub(crate) state_since: DateTime<Utc>,
    /// Incremented by every action.
    #[diesel(sql_type = Integer)]
    pub(crate) version: i32,
    #[diesel(sql_type = Array<Text>)]
    pub(crate) spam_reasons: Vec<String>,
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
#[derive(Debug)]
pub(crate) struct Row<Details> {
    pub(crate) submission: Submission,
    pub(crate) details: Details,
}

impl<Details: QueryableByName<Pg>> QueryableByName<Pg> for Row<Details> {
    fn build<'a>(row: &impl NamedRow<'a, Pg>) -> deserialize::Result<Self> {
        Ok(Self { submission: QueryableByName::build(row)?, details: QueryableByName::build(row)? })
    }
}

/// Returns the start of a statement that reads rows:
///
/// ```sql
/// SELECT s.id, s.slug, s.full_name, s.name_key, s.email, s.created_at, s.state, s.state_since, s.version, s.spam_reasons,
///     a.username AS assignee_username, {name} AS assignee_name, d.referral, d.message
/// FROM submissions AS s JOIN consultations AS d ON d.id = s.id LEFT JOIN admins AS a ON a.id = s.assigned_to
/// ```
pub(crate) fn select_rows<R: Resource>() -> String {
    format!("SELECT {} FROM submissions AS s {}", columns::<R>(), joins::<R>())
}

/// Returns the columns of a [`Row`].
pub(crate) fn columns<R: Resource>() -> String {
    format!(
        "s.id, s.slug, s.full_name, s.name_key, s.email, s.created_at, s.state, s.state_since, s.version, s.spam_reasons, \
         a.username AS assignee_username, {} AS assignee_name, {}",
        display_name_sql("a"),
        R::DETAIL_COLUMNS
    )
}

/// Returns the joins that [`columns`] needs.
pub(crate) fn joins<R: Resource>() -> String {
    format!("JOIN {} AS d ON d.id = s.id LEFT JOIN admins AS a ON a.id = s.assigned_to", R::STORED.table)
}

/// Stored state.
#[derive(FromSqlRow)]
pub(crate) struct StoredState(RecordState);

impl From<StoredState> for RecordState {
    fn from(state: StoredState) -> Self {
        state.0
    }
}

impl FromSql<Text, Pg> for StoredState {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        let name = <String as FromSql<Text, Pg>>::from_sql(value)?;
        RecordState::parse(&name).map(Self).ok_or_else(|| "a state that the rules do not know".into())
    }
}

/// An account that records can be assigned to.
#[derive(Debug, Queryable, Serialize, ToSchema)]
pub(crate) struct PersonResponse {
    pub(crate) username: String,
    /// Display name.
    pub(crate) name: String,
}

/// State of the work on a record.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WorkResponse {
    #[schema(schema_with = state_schema)]
    state: RecordState,
    /// The account that the record is assigned to.
    assigned_to: Option<PersonResponse>,
    /// Incremented by every action.
    #[schema(minimum = 1)]
    version: i32,
}

impl From<&Submission> for WorkResponse {
    fn from(submission: &Submission) -> Self {
        Self { state: submission.state, assigned_to: submission.assignee(), version: submission.version }
    }
}

/// Record in a list.
#[derive(Debug, Serialize)]
pub(crate) struct WorkedResponse<T> {
    #[serde(flatten)]
    record: T,
    #[serde(flatten)]
    work: WorkResponse,
}

impl<T: ToSchema> utoipa::PartialSchema for WorkedResponse<T> {
    fn schema() -> RefOr<Schema> {
        all_of(&[T::name(), WorkResponse::name()])
    }
}

impl<T: ToSchema> ToSchema for WorkedResponse<T> {
    fn name() -> Cow<'static, str> {
        format!("WorkedResponse_{}", T::name()).into()
    }
}

impl<T> WorkedResponse<T> {
    /// Combines a record with its work.
    pub(crate) const fn new(record: T, work: WorkResponse) -> Self {
        Self { record, work }
    }
}

/// Returns the schema of an object with the properties of all these.
pub(crate) fn all_of(names: &[Cow<'_, str>]) -> RefOr<Schema> {
    let all =
        names.iter().fold(AllOfBuilder::new(), |all, name| all.item(Ref::from_schema_name(name.as_ref())));
    Schema::AllOf(all.build()).into()
}

/// Returns the schema of a state.
pub(crate) fn state_schema() -> ObjectBuilder {
    let states = RecordState::ALL.map(RecordState::as_str);
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(states))
}
