//! Applications as stored, and their responses for the dashboard.

use diesel::{pg::Pg, prelude::*};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use crate::storage::schema::{applications, submissions};

/// All characters except the unreserved ones of RFC 3986. Valid in a path and, by RFC 8187, in a header.
pub(super) const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The fields that only applications have, for the dashboard.
#[derive(Debug, Queryable, Selectable, Serialize, ToSchema)]
#[diesel(table_name = applications, check_for_backend(Pg))]
#[schema(as = ApplicationResponse)]
pub(crate) struct Application {
    job_title: String,
    /// Path of the file, which ends in its name.
    #[diesel(embed)]
    #[schema(value_type = String)]
    cv_upload: CvUpload,
    cover_letter: String,
}

/// The CV of an application.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = applications, check_for_backend(Pg))]
pub(crate) struct CvUpload {
    /// Of the application.
    #[diesel(select_expression = submissions::slug)]
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

impl Application {
    /// The names of its texts in an export.
    pub(crate) const TEXTS: &'static [&'static str] =
        &["job_title", "full_name", "email", "cover_letter", "cv_file_name"];

    /// Returns the texts that a search finds and an export has.
    pub(crate) fn texts<'a>(&'a self, full_name: &'a str, email: &'a str) -> Vec<&'a str> {
        vec![&self.job_title, full_name, email, &self.cover_letter, &self.cv_upload.cv_name]
    }
}
