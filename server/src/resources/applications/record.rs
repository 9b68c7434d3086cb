//! Applications as stored, and their responses for the dashboard.

use std::sync::Arc;

use chrono::Utc;
use diesel::prelude::*;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    inbox::{resource::Resource, submission::Submission},
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
    job_title: String,
    cover_letter: String,
    cv_name: String,
}

/// Application for the dashboard.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ApplicationResponse {
    job_title: String,
    full_name: String,
    /// Link to the file, valid for ten minutes. Its path ends in the file's name.
    cv_upload: String,
    cover_letter: String,
}

impl Resource for Application {
    const DETAIL_COLUMNS: &'static str = "d.job_title, d.cover_letter, d.cv_name";
    const TEXTS: &'static [&'static str] =
        &["job_title", "full_name", "email", "cover_letter", "cv_file_name"];
    type Form = ReceivedForm;
    type Response = ApplicationResponse;

    fn texts<'a>(&'a self, Submission { full_name, email, .. }: &'a Submission) -> Vec<&'a str> {
        vec![&self.job_title, full_name, email, &self.cover_letter, &self.cv_name]
    }

    fn response(self, submission: &Submission, resources: &ApplicationResources) -> ApplicationResponse {
        let Self { job_title, cover_letter, cv_name } = self;
        let cv_upload = resources.links.link(&submission.slug, &cv_name, Utc::now());
        ApplicationResponse { job_title, full_name: submission.full_name.clone(), cv_upload, cover_letter }
    }
}
