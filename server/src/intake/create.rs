//! Receives every form: reads it, validates it, counts it for the rate limit, stores it once and responds. The code of
//! each form is in `resources/`.

use std::net::IpAddr;

use agency_core::{
    form::{Form, Stored},
    spam::HONEYPOT,
};
use axum::{
    Json,
    extract::Request,
    http::StatusCode,
    response::{IntoResponse as _, Response},
};

use crate::{
    http::error::ApiError,
    intake::{
        form::{CreatedResponse, Received, accepts_page},
        idempotency::{IdempotencyKey, key_of},
        state::IntakeState,
        store::{self, NewSubmission, store},
    },
    storage::retrying::retrying,
};

/// Form that visitors send and the server stores.
pub(crate) trait SubmittedForm: Send + Sync + Sized {
    /// The form's declaration.
    const FORM: &'static Form;

    /// Its table, and the name of one record.
    const STORED: Stored;

    /// State that this form needs in addition to the shared state.
    type Resources: Sync;

    /// The valid form.
    type Accepted<'a>: NewSubmission
    where
        Self: 'a;

    /// Reads the form from a request.
    fn read(request: Request, resources: &Self::Resources) -> impl Future<Output = Received<Self>> + Send;

    /// Validates the form.
    fn accept(&self) -> Result<Self::Accepted<'_>, ApiError>;
}

/// Returns what the documentation of an endpoint that stores a form says about it.
pub(crate) fn describe_create() -> String {
    format!(
        "A form that the browser posted itself, where no script runs, is redirected to the thanks page, or gets a page with \
         the errors. It has no key, so identical forms within an hour are stored once.\n\n\
         The field `{HONEYPOT}` is reserved: pages hide it, and bots fill it in. Leave it out: a form with text in it is \
         stored as spam. Any value other than text counts as empty."
    )
}

/// Stores a valid form and responds.
///
/// A form that the browser posted without a script is redirected to its thanks page, or gets a page of errors.
#[expect(
    clippy::manual_async_fn,
    reason = "callers name a form with a lifetime, which hides that it is `Send`"
)]
pub(crate) fn create<F: SubmittedForm>(
    state: &IntakeState,
    resources: &F::Resources,
    address: IpAddr,
    request: Request,
) -> impl Future<Output = Response> + Send {
    async move {
        let mut is_plain_form = accepts_page(request.headers());
        let created = store_accepted::<F>(state, resources, address, request, &mut is_plain_form).await;
        if is_plain_form
            && let Some(page) = state.pages.form_response(F::STORED.thanks, created.as_ref().err())
        {
            return page;
        }
        created.map(|created| (StatusCode::CREATED, Json(created))).into_response()
    }
}

async fn store_accepted<F: SubmittedForm>(
    state: &IntakeState,
    resources: &F::Resources,
    address: IpAddr,
    request: Request,
    is_plain_form: &mut bool,
) -> Result<CreatedResponse, ApiError> {
    let key = key_of(request.headers());
    // A form with a file is counted before the upload. Others are counted in the transaction that stores them, or by
    // themselves when they are refused.
    let has_file = F::FORM.file.is_some();
    if has_file {
        state.limits.create(address).await?;
    }
    let received = F::read(request, resources).await;
    let Received { form, is_honeypot_filled, .. } = &received;
    *is_plain_form = received.is_plain_form;
    let refused = match form {
        Ok(form) => match key.and_then(|key| Ok((key, form.accept()?))) {
            Ok((key, accepted)) => {
                let kind = F::STORED.table;
                let request = store::Request {
                    attempt: if has_file { None } else { state.limits.form(address) },
                    idempotency_key: IdempotencyKey::of_form(key, *is_plain_form, kind, accepted.content()),
                    is_honeypot_filled: *is_honeypot_filled,
                    client: address,
                };
                let try_once = async || {
                    // Writing a file takes long.
                    let _permit = if has_file { Some(state.long_work.permit().await?) } else { None };
                    store(state, F::STORED, &request, &accepted).await
                };
                return retrying(try_once).await;
            }
            Err(error) => error,
        },
        Err(error) => error.clone(),
    };
    if !has_file {
        state.limits.create(address).await?;
    }
    Err(refused)
}
