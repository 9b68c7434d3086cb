//! The interface between the inbox and a record type.

use std::fmt::Debug;

use agency_core::form::Stored;
use diesel::{deserialize::QueryableByName, pg::Pg};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{inbox::submission::Submission, intake::create::SubmittedForm};

/// Record type: the columns of its own table, and its response.
pub(crate) trait Resource: QueryableByName<Pg> + Debug + Send + Sync + Sized + 'static {
    /// Its table, and the name of one record.
    const STORED: Stored = <Self::Form as SubmittedForm>::STORED;

    /// The columns of its own table, with the alias `d`; `d.id` if there are no others.
    const DETAIL_COLUMNS: &'static str;

    /// The names of its texts in an export.
    const TEXTS: &'static [&'static str];

    /// The form as received.
    type Form: SubmittedForm;

    /// The response for the dashboard, without the fields that every record has. It is called record and `Response`.
    type Response: Serialize + ToSchema + Send;

    /// Returns the texts that a search finds and an export has.
    fn texts<'a>(&'a self, submission: &'a Submission) -> Vec<&'a str>;

    /// Returns the response for the dashboard.
    fn response(self, submission: &Submission, resources: &Resources<Self>) -> Self::Response;
}

/// State that a record type needs in addition to the shared state.
pub(crate) type Resources<R> = <<R as Resource>::Form as SubmittedForm>::Resources;
