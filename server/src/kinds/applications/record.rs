//! Applications as they are stored and as the dashboard reads them.

use std::sync::Arc;

use agency_core::{
    application,
    export::APPLICATION_COLUMNS,
    form::{Form, Stored},
};
use chrono::{DateTime, Utc};
use diesel::{pg::Pg, prelude::*};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    http::instant,
    kinds::applications::{form::ReceivedForm, link::CvLinks, uploads::Uploads},
    lists::page::ListRow,
    search::words::Searched,
    storage::schema::applications,
    submissions::resource::{Exported, Resource},
};

/// What applications take beside what all forms share.
#[derive(Clone)]
pub(crate) struct ApplicationResources {
    /// Applications that arrive.
    pub(crate) uploads: Arc<Uploads>,
    /// Makes links to CVs.
    pub(crate) links: Arc<CvLinks>,
}

/// A stored application, without the CV's content.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = applications, check_for_backend(Pg))]
pub(crate) struct Application {
    pub(crate) id: i64,
    pub(crate) slug: String,
    pub(crate) job_title: String,
    pub(crate) full_name: String,
    pub(crate) email: String,
    pub(crate) cover_letter: String,
    pub(crate) cv_name: String,
    pub(crate) created_at: DateTime<Utc>,
}

impl ListRow for Application {
    const STORED: Stored = application::STORED;

    fn searched(&self) -> Searched {
        searched(&self.full_name, &self.email, &self.job_title, &self.cover_letter, &self.cv_name)
    }
}

/// What an application is found by.
pub(super) fn searched(
    full_name: &str,
    email: &str,
    job_title: &str,
    cover_letter: &str,
    cv_name: &str,
) -> Searched {
    Searched::new([full_name, email, job_title, cover_letter, cv_name], email)
}

/// An application as the dashboard reads it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ApplicationResponse {
    id: i64,
    slug: String,
    job_title: String,
    full_name: String,
    email: String,
    /// A link to the file, which works for some minutes. Its path ends in the file's name.
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
    type Form = ReceivedForm;
    type Response = ApplicationResponse;

    const COLUMNS: &'static [&'static str] = &APPLICATION_COLUMNS;

    fn exported(&self) -> Exported<'_> {
        let typed =
            vec![self.job_title.as_str(), &self.full_name, &self.email, &self.cover_letter, &self.cv_name];
        Exported { submitted_at: self.created_at, typed, slug: &self.slug }
    }

    fn response(self, resources: &ApplicationResources) -> ApplicationResponse {
        ApplicationResponse {
            cv_upload: resources.links.link(&self.slug, &self.cv_name, Utc::now()),
            id: self.id,
            slug: self.slug,
            job_title: self.job_title,
            full_name: self.full_name,
            email: self.email,
            cover_letter: self.cover_letter,
            submitted_at: self.created_at,
            created_at: self.created_at,
        }
    }
}
