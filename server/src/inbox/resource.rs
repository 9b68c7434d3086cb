//! What the inbox knows of a kind of submission.

use std::fmt::Debug;

use agency_core::form::{Form, Stored};
use diesel::{deserialize::QueryableByName, pg::Pg};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    inbox::submission::Row,
    intake::{create::SubmittedForm, search_document::SearchDocument},
};

/// A kind of submission: the columns of its own table, and how the dashboard reads it.
pub(crate) trait Resource: QueryableByName<Pg> + Debug + Send + Sync + 'static {
    /// The form's declaration.
    const FORM: &'static Form;

    /// Its table, and what a record of it is called.
    const STORED: Stored;

    /// The columns of its own table, which statements call `d`; `d.id` where there are no others.
    const DETAIL_COLUMNS: &'static str;

    /// The columns of an exported list: `submitted_at`, those of [`exported`](Self::exported), `state`, `assigned_to`, `slug`.
    const EXPORT_COLUMNS: &'static [&'static str];

    /// The form as it arrives.
    type Form: SubmittedForm;

    /// A record as the dashboard reads it.
    type Response: Serialize + ToSchema + Send;

    /// The words a record is found by.
    fn search_document(row: &Row<Self>) -> SearchDocument
    where
        Self: Sized;

    /// The texts of a record in an exported list, in the order of the columns.
    fn exported(row: &Row<Self>) -> Vec<&str>
    where
        Self: Sized;

    /// A record as the dashboard reads it.
    fn response(row: Row<Self>, resources: &Resources<Self>) -> Self::Response
    where
        Self: Sized;
}

/// What a kind of submission needs besides the shared state.
pub(crate) type Resources<R> = <<R as Resource>::Form as SubmittedForm>::Resources;
