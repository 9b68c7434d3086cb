//! Receives and stores the application form: texts and the CV in any order.

use std::sync::Arc;

use agency_core::{
    application::{self, ApplicationForm},
    attachment::CvType,
    metadata::PLAIN_FORM,
    spam::HONEYPOT,
};
use axum::{
    extract::{Request, State},
    response::Response,
};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde_json::{Map, Value};

use crate::{
    background::mail::notice::SubmissionNotice,
    http::{
        client::ClientAddress,
        error::{ApiError, ErrorResponse},
        multipart::{Parts, malformed},
        permit::{Handling, LargeBody, receive},
    },
    intake::{
        create::{FormRequest, describe_create},
        form::{CHARSET, CreatedResponse, HiddenFields, is_filled},
        idempotency::SentKey,
        source::{self, SentSource},
        spam::SpamInput,
        state::IntakeState,
        store::NewSubmission,
    },
    resources::applications::{
        cv::{Cv, receive_cv},
        uploads::Uploads,
    },
    storage::schema::{applications, cv_chunks},
};

/// Stores a job application. Open to visitors.
#[utoipa::path(
    post,
    path = "/applications/create",
    tag = "applications",
    description = describe_create(),
    params(SentKey),
    request_body(
        content = ref("#/components/schemas/ApplicationForm"),
        content_type = "multipart/form-data",
        encoding(("cv" = (content_type = content_types())))
    ),
    responses(
        (status = 201, description = "Stored", body = CreatedResponse),
        (status = 303, description = "Stored; a browser that posted the form itself is redirected to the thanks page"),
        (status = 409, description = "The key was used with other content", body = ErrorResponse),
        (status = 422, description = "Invalid fields", body = ErrorResponse),
        (status = 429, description = "Too many attempts", body = ErrorResponse)
    )
)]
pub(crate) async fn create_application(
    State(intake): State<Arc<IntakeState>>,
    State(uploads): State<Arc<Uploads>>,
    ClientAddress(address): ClientAddress,
    key: Result<SentKey, ApiError>,
    request: Request,
) -> Response {
    let mut sent =
        FormRequest::new(&intake, &application::FORM, application::STORED, address, key, request.headers());
    let created = store_application(&mut sent, &uploads, request).await;
    sent.respond(created).await
}

async fn store_application(
    sent: &mut FormRequest<'_>,
    uploads: &Uploads,
    request: Request,
) -> Result<CreatedResponse, ApiError> {
    sent.count().await?;
    let handling = request.extensions().get::<Handling>().cloned();
    let _large = LargeBody::admit(handling.as_ref())?;
    let form = receive(handling, ReceivedForm::read(request, uploads, &mut sent.hidden)).await?;
    let key = sent.key()?;
    sent.store(key, &form.accept()?).await
}

/// Returns the content types that a CV can have.
fn content_types() -> String {
    CvType::ALL.map(CvType::content_type).join(", ")
}

/// Form with the result of its CV.
struct ReceivedForm {
    /// Texts as received.
    texts: ApplicationForm<'static>,
    /// CV, or its error message.
    cv: Result<Cv, &'static str>,
}

impl ReceivedForm {
    /// Returns the valid form, or the errors of all fields, including the CV.
    fn accept(&self) -> Result<NewApplication<'_>, ApiError> {
        match &self.cv {
            Ok(cv) => {
                let form = self.texts.accept(Ok(())).map_err(ApiError::refused)?;
                Ok(NewApplication { form, cv })
            }
            Err(message) => Err(ApiError::refused(self.texts.check(Err(message)))),
        }
    }

    /// Reads the whole form, so that the response has the errors of all fields.
    async fn read(request: Request, uploads: &Uploads, hidden: &mut HiddenFields) -> Result<Self, ApiError> {
        let (head, body) = request.into_parts();
        let mut parts = Parts::new(&head.headers, body)?;
        let mut texts = Map::new();
        let mut cv = None;
        while let Some(part) = parts.next().await? {
            let name = part.name();
            if name == application::RULES.cv.name {
                if cv.is_some() {
                    return Err(ApiError::field_twice());
                }
                cv = Some(receive_cv(part, uploads).await?);
            } else if application::FORM.text_rule(&name).is_some() {
                if texts.insert(name, Value::from(part.read_text().await?)).is_some() {
                    return Err(ApiError::field_twice());
                }
            } else if name == HONEYPOT {
                let text = part.read_or_skip().await?;
                hidden.is_honeypot_filled |=
                    text.is_none_or(|text| is_filled(&String::from_utf8_lossy(&text)));
            } else if name == source::FIELD {
                let json = part.read_or_skip().await?;
                hidden.source = json.and_then(|json| SentSource::parse(&json));
            } else if name == CHARSET {
                parts.set_charset(part.read_text().await?);
            } else {
                hidden.is_plain_form |= name == PLAIN_FORM;
                part.skip().await?;
            }
        }
        let texts = serde_json::from_value(Value::Object(texts)).map_err(|_| malformed())?;
        let cv = cv.unwrap_or(Err(application::RULES.cv.required));
        Ok(Self { texts, cv })
    }
}

/// Valid form with its CV.
struct NewApplication<'a> {
    form: ApplicationForm<'a>,
    cv: &'a Cv,
}

impl NewSubmission for NewApplication<'_> {
    fn full_name(&self) -> &str {
        &self.form.full_name
    }

    fn email(&self) -> &str {
        &self.form.email
    }

    fn content(&self) -> impl Iterator<Item = &[u8]> + Send {
        let texts = self.fields().into_iter().map(|(_, text)| text.as_bytes());
        texts.chain([&*self.cv.hash])
    }

    fn fields(&self) -> Vec<(&'static str, &str)> {
        let Self { form, cv } = self;
        vec![
            ("job_title", &form.job_title),
            ("full_name", &form.full_name),
            ("email", &form.email),
            ("cover_letter", &form.cover_letter),
            ("cv_file_name", &cv.name),
        ]
    }

    fn spam_input(&self) -> SpamInput<'_> {
        let Self { form, cv } = self;
        SpamInput { name: &form.full_name, texts: vec![&form.cover_letter, &form.job_title, &cv.name] }
    }

    fn notice(&self) -> SubmissionNotice<'_> {
        let Self { form, cv } = self;
        SubmissionNotice {
            record: application::STORED.record,
            full_name: &form.full_name,
            email: &form.email,
            topic: Some(&form.job_title),
            fields: vec![("Job Title", &form.job_title), ("CV", &cv.name)],
            message: Some(("Cover Letter", &form.cover_letter)),
        }
    }

    /// Inserts the application, and its CV in chunks.
    async fn insert_details(&self, mut connection: &AsyncPgConnection, id: i64) -> Result<(), ApiError> {
        let Self { form, cv } = self;
        diesel::insert_into(applications::table)
            .values((
                applications::id.eq(id),
                applications::job_title.eq(form.job_title.as_ref()),
                applications::cover_letter.eq(form.cover_letter.as_ref()),
                applications::cv_name.eq(&cv.name),
                applications::cv_type.eq(cv.kind.name()),
                applications::cv_size.eq(i32::try_from(cv.size).unwrap_or(i32::MAX)),
            ))
            .execute(&mut connection)
            .await?;
        let mut position = 0;
        while let Some(bytes) = cv.chunk(position).await? {
            diesel::insert_into(cv_chunks::table)
                .values((
                    cv_chunks::submission_id.eq(id),
                    cv_chunks::position.eq(position),
                    cv_chunks::bytes.eq(bytes),
                ))
                .execute(&mut connection)
                .await?;
            position = position.saturating_add(1);
        }
        Ok(())
    }
}
