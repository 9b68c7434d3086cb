//! Applications as stored, and their responses for the dashboard.

use std::sync::Arc;

use agency_core::{
    application,
    form::{Form, Stored},
};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    http::instant,
    inbox::{resource::Resource, submission::Row},
    intake::search_document::SearchDocument,
    resources::applications::{form::ReceivedForm, link::CvLinks, uploads::Uploads},
    storage::schema::applications,
};

/// State that applications need in addition to the shared state.
#[derive(Clone)]
pub(crate) struct ApplicationResources {
    /// Limits for receiving applications.
    pub(crate) uploads: Arc<Uploads>,
    /// Makes links to CVs.
    pub(crate) links: Arc<CvLinks>,
}

/// The columns that only applications have, without the CV's content.
#[derive(Debug, QueryableByName)]
#[diesel(table_name = applications)]
pub(crate) struct Application {
    pub(crate) job_title: String,
    pub(crate) cover_letter: String,
    pub(crate) cv_name: String,
}

/// Returns the search words of an application.
pub(super) fn search_document(
    full_name: &str,
    email: &str,
    job_title: &str,
    cover_letter: &str,
    cv_name: &str,
) -> SearchDocument {
    SearchDocument::new([full_name, email, job_title, cover_letter, cv_name])
}

/// Application for the dashboard.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ApplicationResponse {
    id: i64,
    slug: String,
    job_title: String,
    full_name: String,
    email: String,
    /// Link to the file, valid for ten minutes. Its path ends in the file's name.
    cv_upload: String,
    cover_letter: String,
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    submitted_at: DateTime<Utc>,
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    created_at: DateTime<Utc>,
}

impl Resource for Application {
    const FORM: &'static Form = &application::FORM;
    const STORED: Stored = application::STORED;
    const DETAIL_COLUMNS: &'static str = "d.job_title, d.cover_letter, d.cv_name";
    const EXPORT_COLUMNS: &'static [&'static str] = &[
        "submitted_at",
        "job_title",
        "full_name",
        "email",
        "cover_letter",
        "cv_file_name",
        "state",
        "assigned_to",
        "slug",
    ];
    type Form = ReceivedForm;
    type Response = ApplicationResponse;

    fn search_document(row: &Row<Self>) -> SearchDocument {
        let Row { submission, details } = row;
        search_document(
            &submission.full_name,
            &submission.email,
            &details.job_title,
            &details.cover_letter,
            &details.cv_name,
        )
    }

    fn exported(row: &Row<Self>) -> Vec<&str> {
        let Row { submission, details } = row;
        vec![
            details.job_title.as_str(),
            &submission.full_name,
            &submission.email,
            &details.cover_letter,
            &details.cv_name,
        ]
    }

    fn response(row: Row<Self>, resources: &ApplicationResources) -> ApplicationResponse {
        let Row { submission, details } = row;
        ApplicationResponse {
            cv_upload: resources.links.link(&submission.slug, &details.cv_name, Utc::now()),
            id: submission.id,
            slug: submission.slug,
            job_title: details.job_title,
            full_name: submission.full_name,
            email: submission.email,
            cover_letter: details.cover_letter,
            submitted_at: submission.created_at,
            created_at: submission.created_at,
        }
    }
}
