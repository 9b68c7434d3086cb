//! Consultations: requests for an estimate.

use agency_core::{
    contact::{self, ContactForm},
    form::{Form, Stored},
    mail::SubmissionNotice,
};
use axum::extract::Request;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    http::error::ApiError,
    inbox::{resource::Resource, submission::Submission},
    intake::{
        create::SubmittedForm,
        form::{Received, read_form},
        spam::SpamInput,
        store::NewSubmission,
    },
    storage::schema::consultations,
};

#[cfg(test)]
mod tests;

impl SubmittedForm for ContactForm<'static> {
    const FORM: &'static Form = &contact::FORM;
    const STORED: Stored = contact::STORED;
    type Resources = ();
    type Accepted<'a> = ContactForm<'a>;

    async fn read(request: Request, (): &()) -> Result<Received<Self>, ApiError> {
        read_form(request).await
    }

    fn accept(&self) -> Result<ContactForm<'_>, ApiError> {
        ContactForm::accept(self).map_err(ApiError::refused)
    }
}

impl NewSubmission for ContactForm<'_> {
    fn full_name(&self) -> &str {
        &self.full_name
    }

    fn email(&self) -> &str {
        &self.email
    }

    fn content(&self) -> impl Iterator<Item = &[u8]> + Send {
        [&*self.message, &self.full_name, &self.email, &self.referral].into_iter().map(str::as_bytes)
    }

    fn texts(&self) -> Vec<&str> {
        vec![&self.full_name, &self.email, &self.referral, &self.message]
    }

    fn spam_input(&self) -> SpamInput<'_> {
        SpamInput { name: &self.full_name, texts: vec![&self.message, &self.referral] }
    }

    fn notice(&self) -> SubmissionNotice<'_> {
        SubmissionNotice {
            record: contact::STORED.record,
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

/// Consultation for the dashboard.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ConsultationResponse {
    full_name: String,
    referral: Option<String>,
    message: String,
}

impl Resource for Consultation {
    const DETAIL_COLUMNS: &'static str = "d.referral, d.message";
    const TEXTS: &'static [&'static str] = &["full_name", "email", "referral", "message"];
    type Form = ContactForm<'static>;
    type Response = ConsultationResponse;

    fn texts<'a>(&'a self, submission: &'a Submission) -> Vec<&'a str> {
        let referral = self.referral.as_deref().unwrap_or_default();
        vec![&submission.full_name, &submission.email, referral, &self.message]
    }

    fn response(self, submission: &Submission, (): &()) -> ConsultationResponse {
        let Self { referral, message } = self;
        ConsultationResponse { full_name: submission.full_name.clone(), referral, message }
    }
}
