//! Receives the application form: texts and the CV in any order.

use agency_core::{
    application::{self, ApplicationForm},
    spam::HONEYPOT,
};
use axum::{extract::Request, http::HeaderMap};
use serde_json::{Map, Value};
use tokio::sync::SemaphorePermit;

use crate::{
    http::{
        error::ApiError,
        multipart::{Incoming, Parts, malformed},
    },
    intake::{
        create::{Counted, SubmittedForm},
        form::Received,
    },
    resources::applications::{
        cv::{ArrivingCv, Cv},
        queries::NewApplication,
        record::ApplicationResources,
        uploads::Uploads,
    },
};

/// Form with the result of its CV.
pub(crate) struct ReceivedForm {
    /// Texts as received.
    pub(crate) texts: ApplicationForm<'static>,
    /// CV, or its error message.
    pub(crate) cv: Result<Cv, &'static str>,
}

impl SubmittedForm for ReceivedForm {
    const COUNTED: Counted = Counted::BeforeReading;
    type Resources = ApplicationResources;
    type Accepted<'a> = NewApplication<'a>;

    async fn read(request: Request, resources: &ApplicationResources) -> Result<Received<Self>, ApiError> {
        let (head, body) = request.into_parts();
        receive(&resources.uploads, &head.headers, &mut Incoming::new(body)).await
    }

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

    fn receive_permit(resources: &ApplicationResources) -> Result<Option<SemaphorePermit<'_>>, ApiError> {
        resources.uploads.receive().map(Some)
    }

    async fn store_permit(resources: &ApplicationResources) -> Result<Option<SemaphorePermit<'_>>, ApiError> {
        resources.uploads.store().await.map(Some)
    }
}

/// Reads the whole form, so that the response has the errors of all fields.
async fn receive(
    uploads: &Uploads,
    headers: &HeaderMap,
    incoming: &mut Incoming,
) -> Result<Received<ReceivedForm>, ApiError> {
    let mut parts = Parts::from_headers(headers, incoming)?;
    let mut texts = Map::new();
    let mut cv = None;
    let mut is_honeypot_filled = false;
    while let Some(mut part) = parts.next().await? {
        let name = part.name().to_owned();
        if name == application::RULES.cv.name {
            if cv.is_some() {
                return Err(malformed());
            }
            let mut arriving = ArrivingCv::new(uploads, part.file_name());
            while let Some(bytes) = part.chunk().await? {
                arriving.push(&bytes).await?;
            }
            cv = Some(arriving.finish().await?);
        } else if application::FORM.text_rule(&name).is_some() {
            if texts.insert(name, Value::from(part.read_text().await?)).is_some() {
                return Err(malformed());
            }
        } else if name == HONEYPOT {
            is_honeypot_filled |= part.has_text().await?;
        } else {
            part.skip().await?;
        }
    }
    let texts = serde_json::from_value(Value::Object(texts)).map_err(|_| malformed())?;
    let form = ReceivedForm { texts, cv: cv.unwrap_or(Err(application::RULES.cv.required)) };
    Ok(Received { form, is_honeypot_filled })
}
