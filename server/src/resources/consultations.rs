//! Consultations: requests for an estimate.

use agency_core::{
    contact::{self, ContactForm},
    form::{Form, Stored},
    mail::SubmissionNotice,
};
use axum::extract::Request;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    http::{error::ApiError, instant},
    inbox::{resource::Resource, submission::Row},
    intake::{
        create::{Counted, SubmittedForm},
        form::{self, Received},
        search_document::SearchDocument,
        spam::SpamInput,
        store::NewSubmission,
    },
    storage::schema::consultations,
};

#[cfg(test)]
mod tests;

/// Contact form as received.
pub(crate) struct ReceivedForm(ContactForm<'static>);

impl SubmittedForm for ReceivedForm {
    const COUNTED: Counted = Counted::WithStoring;
    type Resources = ();
    type Accepted<'a> = ContactForm<'a>;

    async fn read(request: Request, (): &()) -> Result<Received<Self>, ApiError> {
        form::read_form(request).await.map(|received| received.map(Self))
    }

    fn accept(&self) -> Result<ContactForm<'_>, ApiError> {
        self.0.accept().map_err(ApiError::refused)
    }
}

impl NewSubmission for ContactForm<'_> {
    const STORED: Stored = contact::STORED;

    fn full_name(&self) -> &str {
        &self.full_name
    }

    fn email(&self) -> &str {
        &self.email
    }

    fn content(&self) -> impl Iterator<Item = &[u8]> + Send {
        [&*self.message, &self.full_name, &self.email, &self.referral].into_iter().map(str::as_bytes)
    }

    fn search_document(&self) -> SearchDocument {
        search_document(&self.full_name, &self.email, &self.referral, &self.message)
    }

    fn spam_input(&self) -> SpamInput<'_> {
        SpamInput { name: &self.full_name, text: &self.message, other_texts: vec![&self.referral] }
    }

    fn notice(&self) -> SubmissionNotice<'_> {
        SubmissionNotice {
            record: Self::STORED.record,
            full_name: &self.full_name,
            email: &self.email,
            topic: None,
            fields: vec![("Referral", &self.referral)],
            message: Some(("Message", &self.message)),
        }
    }

    async fn insert_details(&self, mut connection: &AsyncPgConnection, id: i64) -> Result<(), ApiError> {
        let referral = Some(self.referral.as_ref()).filter(|referral| !referral.is_empty());
        diesel::insert_into(consultations::table)
            .values((
                consultations::id.eq(id),
                consultations::referral.eq(referral),
                consultations::message.eq(self.message.as_ref()),
            ))
            .execute(&mut connection)
            .await?;
        Ok(())
    }
}

/// The columns that only consultations have.
#[derive(Debug, QueryableByName)]
#[diesel(table_name = consultations)]
pub(crate) struct Consultation {
    referral: Option<String>,
    message: String,
}

/// Returns the search words of a consultation.
fn search_document(full_name: &str, email: &str, referral: &str, message: &str) -> SearchDocument {
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
