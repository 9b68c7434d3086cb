//! Applications as stored, and their responses for the dashboard.

use std::sync::Arc;

use chrono::TimeDelta;
use diesel::{dsl::AsExprOf, pg::Pg, prelude::*, sql_types::Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use percent_encoding::utf8_percent_encode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    http::signed_links::SignedLinks,
    inbox::{
        page::Page,
        resource::Resource,
        submission::{Row, Submission},
    },
    resources::applications::{download::ESCAPED, form::ReceivedForm, uploads::Uploads},
    storage::schema::{admins, applications, submissions},
};

/// Time for which a link to a CV is valid.
const LINK_LIFETIME: TimeDelta = TimeDelta::minutes(10);

/// State that applications need in addition to the shared state.
#[derive(Clone)]
pub(crate) struct ApplicationResources {
    /// Limits for receiving applications.
    pub(crate) uploads: Arc<Uploads>,
    /// Makes links to CVs.
    pub(crate) links: Arc<SignedLinks>,
}

/// Application for the dashboard.
#[derive(Debug, Queryable, Selectable, Serialize, ToSchema)]
#[diesel(table_name = applications, check_for_backend(Pg))]
#[schema(as = ApplicationResponse)]
pub(crate) struct Application {
    job_title: String,
    #[diesel(select_expression = submissions::full_name)]
    full_name: String,
    #[serde(skip)]
    cv_name: String,
    /// Link to the file, valid for ten minutes. Its path ends in the file's name.
    #[diesel(select_expression = "".into_sql::<Text>(), select_expression_type = AsExprOf<&'static str, Text>)]
    cv_upload: String,
    cover_letter: String,
}

impl Resource for Application {
    const TEXTS: &'static [&'static str] =
        &["job_title", "full_name", "email", "cover_letter", "cv_file_name"];
    type Form = ReceivedForm;

    async fn load_rows(mut connection: &AsyncPgConnection, page: Page<'_>) -> QueryResult<Vec<Row<Self>>> {
        submissions::table
            .inner_join(applications::table)
            .left_join(admins::table)
            .filter(page)
            .select(Row::as_select())
            .load(&mut connection)
            .await
    }

    fn texts<'a>(&'a self, submission: &'a Submission) -> Vec<&'a str> {
        vec![&self.job_title, &self.full_name, &submission.email, &self.cover_letter, &self.cv_name]
    }

    fn add_links(&mut self, slug: &str, resources: &ApplicationResources) {
        let file_name = utf8_percent_encode(&self.cv_name, ESCAPED);
        let path = format!("/api/applications/{slug}/cv/{file_name}");
        self.cv_upload = resources.links.sign(&path, LINK_LIFETIME);
    }
}
