//! Applications as stored, and their responses for the dashboard.

use agency_core::{application, form::Stored, keys::RecordKey, sort::SortOrder};
use diesel::{dsl::auto_type, pg::Pg, prelude::*};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use crate::{
    inbox::{
        endpoints::endpoints,
        filtered::sorted,
        model::submission::{Row, Submission},
        page::Page,
        resource::Resource,
    },
    storage::{
        list_counts::ListCount,
        schema::{admins, applications, submissions},
    },
};

endpoints!(Application, list: "applications", record: "application");

/// All characters except the unreserved ones of RFC 3986. Valid in a path and, by RFC 8187, in a header.
pub(super) const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Application for the dashboard.
#[derive(Debug, Queryable, Selectable, Serialize, ToSchema)]
#[diesel(table_name = applications, check_for_backend(Pg))]
#[schema(as = ApplicationResponse)]
pub(crate) struct Application {
    job_title: String,
    #[diesel(select_expression = submissions::full_name)]
    full_name: String,
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

/// Selects from the submissions with an application, and the accounts that they are assigned to.
#[auto_type]
fn rows() -> _ {
    submissions::table.inner_join(applications::table).left_join(admins::table)
}

impl Resource for Application {
    const STORED: Stored = application::STORED;
    const TEXTS: &'static [&'static str] =
        &["job_title", "full_name", "email", "cover_letter", "cv_file_name"];

    async fn load_row(
        mut connection: &AsyncPgConnection,
        key: RecordKey<'_>,
    ) -> QueryResult<Option<Row<Self>>> {
        let rows = rows().select(Row::as_select()).into_boxed();
        let row = match key {
            RecordKey::Id(id) => rows.filter(submissions::id.eq(id)),
            RecordKey::Slug(slug) => rows.filter(submissions::slug.eq(slug)),
        };
        row.get_result(&mut connection).await.optional()
    }

    async fn load_rows(
        mut connection: &AsyncPgConnection,
        page: Page<'_>,
        sort: SortOrder,
        count: ListCount<'_>,
    ) -> QueryResult<Vec<(Row<Self>, Option<i64>)>> {
        let rows = rows().filter(page).select((Row::as_select(), count)).into_boxed();
        sorted(rows, sort).load(&mut connection).await
    }

    fn texts<'a>(&'a self, submission: &'a Submission) -> Vec<&'a str> {
        let Self { job_title, full_name, cv_upload, cover_letter } = self;
        vec![job_title, full_name, &submission.email, cover_letter, &cv_upload.cv_name]
    }
}
