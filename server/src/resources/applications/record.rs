//! Applications as stored, and their responses for the dashboard.

use agency_core::{application, form::Stored};
use diesel::{prelude::*, sql_types::Text};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use crate::{
    inbox::{endpoints::endpoints, model::submission::Submission, resource::Resource},
    storage::schema::applications,
};

endpoints!(Application, list: "applications", record: "application");

/// All characters except the unreserved ones of RFC 3986. Valid in a path and, by RFC 8187, in a header.
pub(super) const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Application for the dashboard.
#[derive(Debug, QueryableByName, Serialize, ToSchema)]
#[diesel(table_name = applications)]
#[schema(as = ApplicationResponse)]
pub(crate) struct Application {
    job_title: String,
    #[diesel(sql_type = Text)]
    full_name: String,
    /// Path of the file, which ends in its name.
    #[diesel(embed)]
    #[schema(value_type = String)]
    cv_upload: CvUpload,
    cover_letter: String,
}

/// The CV of an application.
#[derive(Debug, QueryableByName)]
#[diesel(table_name = applications)]
struct CvUpload {
    /// Of the application.
    #[diesel(sql_type = Text)]
    slug: String,
    cv_name: String,
}

/// Serializes the path of the file.
impl Serialize for CvUpload {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { slug, cv_name } = self;
        let file_name = utf8_percent_encode(cv_name, ESCAPED);
        serializer.collect_str(&format_args!("/api/applications/{slug}/cv/{file_name}"))
    }
}

impl Resource for Application {
    const STORED: Stored = application::STORED;
    const DETAIL_COLUMNS: &'static str = "d.job_title, s.full_name, d.cv_name, d.cover_letter";
    const TEXTS: &'static [&'static str] =
        &["job_title", "full_name", "email", "cover_letter", "cv_file_name"];

    fn texts<'a>(&'a self, submission: &'a Submission) -> Vec<&'a str> {
        let Self { job_title, full_name, cv_upload, cover_letter } = self;
        vec![job_title, full_name, &submission.email, cover_letter, &cv_upload.cv_name]
    }
}
