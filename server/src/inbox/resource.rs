//! The interface between the inbox and a record type.

use std::fmt::Debug;

use agency_core::form::{Form, Stored};
use diesel::{deserialize::QueryableByName, pg::Pg};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    inbox::submission::Row,
    intake::{create::SubmittedForm, search_document::SearchDocument},
};

/// Record type: the columns of its own table, and its response.
pub(crate) trait Resource: QueryableByName<Pg> + Debug + Send + Sync + 'static {
    /// The form's declaration.
    const FORM: &'static Form;

    /// Its table, and the name of one record.
    const STORED: Stored;

    /// The columns of its own table, with the alias `d`; `d.id` if there are no others.
    const DETAIL_COLUMNS: &'static str;

    /// The columns of an exported list: `submitted_at`, those of [`exported`](Self::exported), `state`, `assigned_to`, `slug`.
    const EXPORT_COLUMNS: &'static [&'static str];

    /// The form as received.
    type Form: SubmittedForm;

    /// The response for the dashboard.
    type Response: Serialize + ToSchema + Send;

    /// Returns the words that a search finds.
    fn search_document(row: &Row<Self>) -> SearchDocument
    where
        Self: Sized;

    /// Returns the texts of a record in an export, in the order of the columns.
    fn exported(row: &Row<Self>) -> Vec<&str>
    where
        Self: Sized;

    /// Returns the response for the dashboard.
    fn response(row: Row<Self>, resources: &Resources<Self>) -> Self::Response
    where
        Self: Sized;
}

/// State that a record type needs in addition to the shared state.
pub(crate) type Resources<R> = <<R as Resource>::Form as SubmittedForm>::Resources;
