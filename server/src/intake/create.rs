//! What every request with a form goes through: it is counted for the rate limit, stored once and answered. The code of each
//! form is in `resources/`.

use std::net::IpAddr;

use agency_core::{
    form::{Form, StoredForm},
    spam::HONEYPOT,
};
use axum::{
    Json,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse as _, Response},
};

use crate::{
    http::error::ApiError,
    intake::{
        form::{CreatedResponse, HiddenFields, accepts_page},
        idempotency::{IdempotencyKey, SentKey},
        source::FIELD,
        state::IntakeState,
        store::{self, NewSubmission, store},
    },
    storage::{retrying::retrying, source::Source},
};

/// Returns what the documentation of an endpoint that stores a form says about it.
pub(crate) fn describe_create() -> String {
    format!(
        "A form that the browser posted itself, where no script runs, is redirected to the thanks page, or gets a page with \
         the errors. It has no key, so identical forms within an hour are stored once.\n\n\
         The field `{HONEYPOT}` is reserved: pages hide it, and bots fill it in. Leave it out: a form with text in it is \
         stored as spam. Any value other than text counts as empty.\n\n\
         The field `{FIELD}` is optional: a `SourceForm`, in multipart as one part with its JSON. It never rejects a form, \
         and repeats with another one are repeats."
    )
}

/// A request with a form.
pub(crate) struct FormRequest<'s> {
    state: &'s IntakeState,
    stored: StoredForm,
    has_file: bool,
    address: IpAddr,
    key: Result<SentKey, ApiError>,
    /// What the hidden fields say, as far as they were read.
    pub(crate) hidden: HiddenFields,
    /// Whether the attempt is counted, or is counted by the transaction that stores the form.
    is_counted: bool,
}

impl<'s> FormRequest<'s> {
    /// Takes a request whose body is still to be read.
    pub(crate) fn new(
        state: &'s IntakeState,
        form: &Form,
        stored: StoredForm,
        address: IpAddr,
        key: Result<SentKey, ApiError>,
        headers: &HeaderMap,
    ) -> Self {
        let hidden =
            HiddenFields { is_plain_form: accepts_page(headers), is_honeypot_filled: false, source: None };
        Self { state, stored, has_file: form.file.is_some(), address, key, hidden, is_counted: false }
    }

    /// Counts the attempt. Needed only before an upload: other forms are counted in the transaction that stores them, or by
    /// themselves when they are refused.
    pub(crate) async fn count(&mut self) -> Result<(), ApiError> {
        self.is_counted = true;
        self.state.limits.count_form(self.address).await
    }

    /// Returns the idempotency key. Fails with 400 for a malformed one.
    pub(crate) fn key(&self) -> Result<SentKey, ApiError> {
        self.key.clone()
    }

    /// Stores an accepted form.
    pub(crate) async fn store<N: NewSubmission>(
        &mut self,
        SentKey(key): SentKey,
        new: &N,
    ) -> Result<CreatedResponse, ApiError> {
        let Self { state, stored, has_file, address, .. } = *self;
        let HiddenFields { is_plain_form, is_honeypot_filled, .. } = self.hidden;
        let source = self.hidden.source.take().map(|sent| sent.read(&state.pages));
        let request = store::Request {
            attempt: if self.is_counted { None } else { state.limits.form(address) },
            idempotency_key: IdempotencyKey::of_form(key, is_plain_form, stored.table, new.content()),
            is_honeypot_filled,
            client: address,
            source: source.unwrap_or(Source::unknown()),
        };
        self.is_counted = true;
        let try_once = async || {
            // Writing a file takes long.
            let _permit = if has_file { Some(state.long_work.permit().await?) } else { None };
            store(state, stored, &request, new).await
        };
        retrying(try_once).await
    }

    /// Responds. A form that the browser posted without a script is redirected to its thanks page, or gets a page of errors.
    pub(crate) async fn respond(mut self, created: Result<CreatedResponse, ApiError>) -> Response {
        let created = match created {
            Err(refused) if !self.is_counted => self.count().await.and(Err(refused)),
            created => created,
        };
        if self.hidden.is_plain_form
            && let Some(page) = self.state.pages.form_response(self.stored.thanks, created.as_ref().err())
        {
            return page;
        }
        created.map(|created| (StatusCode::CREATED, Json(created))).into_response()
    }
}
