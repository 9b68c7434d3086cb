//! Consultations as stored, and their responses for the dashboard.

use agency_core::{
    contact,
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
    resources::consultations::form::ReceivedForm,
    storage::schema::consultations,
};

/// The columns that only consultations have.
#[derive(Debug, QueryableByName)]
#[diesel(table_name = consultations)]
pub(crate) struct Consultation {
    pub(crate) referral: Option<String>,
    pub(crate) message: String,
}

/// Returns the search words of a consultation.
pub(super) fn search_document(full_name: &str, email: &str, referral: &str, message: &str) -> SearchDocument {
    SearchDocument::new([full_name, email, referral, message])
}

/// Consultation for the dashboard.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConsultationResponse {
    id: i64,
    slug: String,
    full_name: String,
    email: String,
    referral: Option<String>,
    message: String,
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    submitted_at: DateTime<Utc>,
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    created_at: DateTime<Utc>,
}

impl Resource for Consultation {
    const FORM: &'static Form = &contact::FORM;
    const STORED: Stored = contact::STORED;
    const DETAIL_COLUMNS: &'static str = "d.referral, d.message";
    const EXPORT_COLUMNS: &'static [&'static str] =
        &["submitted_at", "full_name", "email", "referral", "message", "state", "assigned_to", "slug"];
    type Form = ReceivedForm;
    type Response = ConsultationResponse;

    fn search_document(row: &Row<Self>) -> SearchDocument {
        let Row { submission, details } = row;
        let referral = details.referral.as_deref().unwrap_or_default();
        search_document(&submission.full_name, &submission.email, referral, &details.message)
    }

    fn exported(row: &Row<Self>) -> Vec<&str> {
        let Row { submission, details } = row;
        let referral = details.referral.as_deref().unwrap_or_default();
        vec![submission.full_name.as_str(), &submission.email, referral, &details.message]
    }

    fn response(row: Row<Self>, (): &()) -> ConsultationResponse {
        let Row { submission, details } = row;
        ConsultationResponse {
            id: submission.id,
            slug: submission.slug,
            full_name: submission.full_name,
            email: submission.email,
            referral: details.referral,
            message: details.message,
            submitted_at: submission.created_at,
            created_at: submission.created_at,
        }
    }
}
