//! The interface between the inbox and a record type.

use std::fmt::Debug;

use agency_core::form::Stored;
use diesel::{deserialize::QueryableByName, pg::Pg};
use serde::Serialize;
use utoipa::ToSchema;

use crate::inbox::model::submission::Submission;

/// Record type: the fields that not every record has, as stored and as in a response.
pub(crate) trait Resource:
    QueryableByName<Pg> + Serialize + ToSchema + Debug + Send + Sync + Sized + 'static
{
    /// Its table, and the name of one record.
    const STORED: Stored;

    /// Its columns, of its own table with the alias `d`, and of `submissions AS s`; `d.id` if there are none.
    const DETAIL_COLUMNS: &'static str;

    /// The names of its texts in an export.
    const TEXTS: &'static [&'static str];

    /// Returns the texts that a search finds and an export has.
    fn texts<'a>(&'a self, submission: &'a Submission) -> Vec<&'a str>;
}
