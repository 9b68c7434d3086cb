//! Receives and stores the contact form.

use agency_core::{
    contact::{self, ContactForm},
    form::Stored,
    mail::SubmissionNotice,
};
use axum::extract::Request;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    http::error::ApiError,
    intake::{
        create::{Counted, SubmittedForm},
        form::{self, Received},
        search_document::SearchDocument,
        spam::SpamInput,
        store::NewSubmission,
    },
    resources::consultations::record,
    storage::schema::consultations,
};

/// Form as received.
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
        record::search_document(&self.full_name, &self.email, &self.referral, &self.message)
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
            message: ("Message", &self.message),
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
