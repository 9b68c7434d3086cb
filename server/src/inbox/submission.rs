//! A submission for staff: the form of the visitor, and the state of the work.

use agency_core::{spam::SpamReason, work::RecordState};
use chrono::{DateTime, Utc};
use diesel::{pg::Pg, prelude::*};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    auth::display_name::display_name,
    http::instant,
    resources::Details,
    storage::{
        names::Name,
        schema::{admins, submissions},
        source::Source,
    },
};

/// Fields of every record, and the state of the work on it.
#[derive(Debug, Queryable, Selectable, Serialize, ToSchema)]
#[diesel(table_name = submissions, check_for_backend(Pg))]
#[schema(as = SubmissionResponse)]
pub(crate) struct Submission {
    pub(crate) id: i64,
    pub(crate) slug: String,
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
    #[schema(value_type = RecordState)]
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
    #[diesel(embed)]
    #[serde(skip)]
    pub(crate) source: Source,
    #[serde(skip)]
    pub(crate) words_version: i16,
}

/// A record, as in a list.
#[derive(Debug, Queryable, Selectable, Serialize, ToSchema)]
#[diesel(table_name = submissions)]
#[schema(as = RecordResponse)]
pub(crate) struct Record {
    #[diesel(embed)]
    #[serde(flatten)]
    details: Details,
    #[diesel(embed)]
    #[serde(flatten)]
    pub(crate) submission: Submission,
}

impl Record {
    /// Returns the texts that a search finds and an export has.
    pub(crate) fn texts(&self) -> Vec<&str> {
        self.details.texts(&self.submission.full_name, &self.submission.email)
    }
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
