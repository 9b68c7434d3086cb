//! A submission for staff: the form of the visitor, and the state of the work.

use agency_core::{spam::SpamReason, work::RecordState};
use chrono::{DateTime, Utc};
use diesel::{pg::Pg, prelude::*};
use serde::Serialize;
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, Ref, Type},
};

use crate::{
    auth::display_name::display_name,
    http::instant,
    storage::{
        names::Name,
        schema::{admins, submissions},
    },
};

/// Fields of every record, and the state of the work on it.
#[derive(Debug, Queryable, Selectable, Serialize, ToSchema)]
#[diesel(table_name = submissions, check_for_backend(Pg))]
#[schema(as = SubmissionResponse)]
pub(crate) struct Submission {
    pub(crate) id: i64,
    pub(crate) slug: String,
    #[serde(skip)]
    pub(crate) full_name: String,
    #[serde(skip)]
    pub(crate) name_key: String,
    pub(crate) email: String,
    #[diesel(column_name = created_at)]
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    submitted_at: DateTime<Utc>,
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    pub(crate) created_at: DateTime<Utc>,
    #[schema(schema_with = state_schema)]
    pub(crate) state: Name<RecordState>,
    #[serde(skip)]
    pub(crate) state_since: DateTime<Utc>,
    /// The account that the record is assigned to.
    #[diesel(embed)]
    #[schema(required = true)]
    pub(crate) assigned_to: Option<PersonResponse>,
    /// Incremented by every action.
    #[schema(minimum = 1)]
    pub(crate) version: i32,
    #[serde(skip)]
    pub(crate) spam_reasons: Vec<Option<Name<SpamReason>>>,
    #[serde(skip)]
    pub(crate) words_version: i16,
}

/// A submission with the columns of its own table, as in a list.
#[derive(Debug, Queryable, Selectable, Serialize, ToSchema)]
#[diesel(table_name = submissions)]
#[schema(as = WorkedResponse)]
pub(crate) struct Row<R> {
    #[diesel(embed)]
    #[serde(flatten)]
    #[schema(schema_with = reference::<R>)]
    pub(crate) details: R,
    #[diesel(embed)]
    #[serde(flatten)]
    pub(crate) submission: Submission,
}

/// Refers to the schema of a record type, which would be repeated otherwise.
fn reference<R: ToSchema>() -> Ref {
    Ref::from_schema_name(R::name())
}

/// An account that records can be assigned to.
#[derive(Clone, Debug, Queryable, Selectable, Serialize, ToSchema)]
#[diesel(table_name = admins, check_for_backend(Pg))]
pub(crate) struct PersonResponse {
    pub(crate) username: String,
    /// Display name.
    #[diesel(select_expression = display_name())]
    pub(crate) name: String,
}

/// Returns the schema of a state.
pub(crate) fn state_schema() -> ObjectBuilder {
    let states = RecordState::ALL.map(RecordState::as_str);
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(states))
}
