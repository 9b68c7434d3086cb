//! Consultations: requests for an estimate.

use std::sync::Arc;

use agency_core::{
    contact::{self, ContactForm},
    form::{Form, Stored},
    keys::RecordKey,
    sort::SortOrder,
};
use axum::{
    extract::{Request, State},
    response::Response,
};
use diesel::{dsl::auto_type, pg::Pg, prelude::*};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    background::mail::notice::SubmissionNotice,
    http::{
        client::ClientAddress,
        error::{ApiError, ErrorResponse},
    },
    inbox::{
        endpoints::endpoints,
        filtered::sorted,
        model::{
            params::KeyParams,
            submission::{Row, Submission},
        },
        page::Page,
        resource::Resource,
    },
    intake::{
        create::{SubmittedForm, create, describe_create},
        form::{CreatedResponse, Received, read_form},
        spam::SpamInput,
        state::IntakeState,
        store::NewSubmission,
    },
    storage::{
        list_counts::ListCount,
        schema::{admins, consultations, submissions},
    },
};

#[cfg(test)]
mod tests;

endpoints!(Consultation, list: "consultations", record: "consultation");

/// Stores a request for an estimate. Open to visitors.
#[utoipa::path(
    post,
    path = "/consultations/create",
    tag = "consultations",
    description = describe_create(),
    params(KeyParams),
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
    request: Request,
) -> Response {
    create::<ContactForm<'static>>(&intake, &(), address, request).await
}

impl SubmittedForm for ContactForm<'static> {
    const FORM: &'static Form = &contact::FORM;
    const STORED: Stored = contact::STORED;
    type Resources = ();
    type Accepted<'a> = ContactForm<'a>;

    async fn read(request: Request, (): &()) -> Received<Self> {
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

/// Consultation for the dashboard.
#[derive(Debug, Queryable, Selectable, Serialize, ToSchema)]
#[diesel(table_name = consultations, check_for_backend(Pg))]
#[schema(as = ConsultationResponse)]
pub(crate) struct Consultation {
    #[diesel(select_expression = submissions::full_name)]
    full_name: String,
    #[schema(required = true)]
    referral: Option<String>,
    message: String,
}

/// Selects from the submissions with a consultation, and the accounts that they are assigned to.
#[auto_type]
fn rows() -> _ {
    submissions::table.inner_join(consultations::table).left_join(admins::table)
}

impl Resource for Consultation {
    const STORED: Stored = contact::STORED;
    const TEXTS: &'static [&'static str] = &["full_name", "email", "referral", "message"];

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
        let referral = self.referral.as_deref().unwrap_or_default();
        vec![&self.full_name, &submission.email, referral, &self.message]
    }
}
