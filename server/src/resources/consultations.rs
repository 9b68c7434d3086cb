//! Consultations: requests for an estimate.

use std::sync::Arc;

use agency_core::contact::{self, ContactForm};
use axum::{
    extract::{Request, State},
    response::Response,
};
use diesel::{pg::Pg, prelude::*};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    background::mail::notice::SubmissionNotice,
    http::{
        client::ClientAddress,
        error::{ApiError, ErrorResponse},
    },
    intake::{
        create::{FormRequest, describe_create},
        form::{CreatedResponse, read_form},
        idempotency::SentKey,
        spam::SpamInput,
        state::IntakeState,
        store::NewSubmission,
    },
    storage::schema::consultations,
};

#[cfg(test)]
mod tests;

/// Stores a request for an estimate. Open to visitors.
#[utoipa::path(
    post,
    path = "/consultations/create",
    tag = "consultations",
    description = describe_create(),
    params(SentKey),
    request_body = ref("#/components/schemas/ContactForm"),
    responses(
        (status = 201, description = "Stored", body = CreatedResponse),
        (status = 303, description = "Stored; a browser that posted the form itself is redirected to the thanks page"),
        (status = 409, description = "The key was used with other content", body = ErrorResponse),
        (status = 422, description = "Invalid fields", body = ErrorResponse),
        (status = 429, description = "Too many attempts", body = ErrorResponse)
    )
)]
pub(crate) async fn create_consultation(
    State(intake): State<Arc<IntakeState>>,
    ClientAddress(address): ClientAddress,
    key: Result<SentKey, ApiError>,
    request: Request,
) -> Response {
    let mut sent =
        FormRequest::new(&intake, &contact::FORM, contact::STORED, address, key, request.headers());
    let created = store_consultation(&mut sent, request).await;
    sent.respond(created).await
}

async fn store_consultation(
    sent: &mut FormRequest<'_>,
    request: Request,
) -> Result<CreatedResponse, ApiError> {
    let form: ContactForm<'static> = read_form(request, &mut sent.hidden).await?;
    let key = sent.key()?;
    sent.store(key, &form.accept().map_err(ApiError::refused)?).await
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

    fn fields(&self) -> Vec<(&'static str, &str)> {
        vec![
            ("full_name", &self.full_name),
            ("email", &self.email),
            ("referral", &self.referral),
            ("message", &self.message),
        ]
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

/// The fields that only consultations have, for the dashboard.
#[derive(Debug, Queryable, Selectable, Serialize, ToSchema)]
#[diesel(table_name = consultations, check_for_backend(Pg))]
#[schema(as = ConsultationResponse)]
pub(crate) struct Consultation {
    #[schema(required = true)]
    referral: Option<String>,
    message: String,
}

impl Consultation {
    /// The names of its texts in an export.
    pub(crate) const TEXTS: &'static [&'static str] = &["full_name", "email", "referral", "message"];

    /// Returns the texts that a search finds and an export has.
    pub(crate) fn texts<'a>(&'a self, full_name: &'a str, email: &'a str) -> Vec<&'a str> {
        vec![full_name, email, self.referral.as_deref().unwrap_or_default(), &self.message]
    }
}
