//! The one way of every stored form: read, judged, counted, stored once and answered. What differs between forms is in
//! `resources/`.

use std::net::IpAddr;

use axum::{extract::Request, response::Response};
use tokio::sync::SemaphorePermit;

use crate::{
    http::error::ApiError,
    intake::{
        form::{CreatedResponse, Received, answer, is_plain_form},
        idempotency::{IdempotencyKey, key_of},
        state::IntakeState,
        store::{self, NewSubmission, store},
    },
    storage,
};

/// When a form is counted for its sender's limit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counted {
    /// Before its body is read, so that a sender over the limit is refused before the upload.
    BeforeReading,
    /// In the transaction that stores it, or by itself when it is refused.
    WithStoring,
}

/// A form that visitors send and that is stored.
pub(crate) trait SubmittedForm: Send + Sync + Sized {
    /// When it is counted.
    const COUNTED: Counted;

    /// What this form needs besides the shared state.
    type Resources: Clone + Send + Sync + 'static;

    /// The form as the rules accept it.
    type Accepted<'a>: NewSubmission
    where
        Self: 'a;

    /// Reads it from a request.
    fn read(
        request: Request,
        resources: &Self::Resources,
    ) -> impl Future<Output = Result<Received<Self>, ApiError>> + Send;

    /// Judges it by the rules.
    fn accept(&self) -> Result<Self::Accepted<'_>, ApiError>;

    /// A permit held from before the body is read until the form is stored; 503 when all are taken.
    fn receive_permit(_: &Self::Resources) -> Result<Option<SemaphorePermit<'_>>, ApiError> {
        Ok(None)
    }

    /// A permit to write to the database, waited for without a connection.
    fn store_permit(
        _: &Self::Resources,
    ) -> impl Future<Output = Result<Option<SemaphorePermit<'_>>, ApiError>> + Send {
        async { Ok(None) }
    }
}

/// Stores a form that the rules accept, and answers it.
///
/// A form that the browser posted without a script is redirected to its thanks page or answered with a page of errors.
pub(crate) async fn create<F: SubmittedForm>(
    state: &IntakeState,
    resources: &F::Resources,
    address: IpAddr,
    request: Request,
    thanks: &'static str,
) -> Response {
    let thanks = is_plain_form(request.headers()).then_some(thanks);
    let created = store_accepted::<F>(state, resources, address, request, thanks.is_some()).await;
    answer(&state.pages, thanks, created)
}

async fn store_accepted<F: SubmittedForm>(
    state: &IntakeState,
    resources: &F::Resources,
    address: IpAddr,
    request: Request,
    is_plain_form: bool,
) -> Result<CreatedResponse, ApiError> {
    let key = key_of(request.headers())?;
    if F::COUNTED == Counted::BeforeReading {
        state.limits.create(&state.pool, address).await?;
    }
    let _receiving = F::receive_permit(resources)?;
    let refused = match F::read(request, resources).await {
        Ok(Received { form, is_honeypot_filled }) => match form.accept() {
            Ok(accepted) => {
                let kind = <F::Accepted<'_> as NewSubmission>::STORED.table;
                let request = store::Request {
                    attempt: (F::COUNTED == Counted::WithStoring)
                        .then(|| state.limits.form(address))
                        .flatten(),
                    idempotency_key: IdempotencyKey::of_form(key, is_plain_form, kind, accepted.content()),
                    is_honeypot_filled,
                    client: address,
                };
                let try_once = async || {
                    let _storing = F::store_permit(resources).await?;
                    store(state, &request, &accepted).await
                };
                return storage::retrying(&state.pool, try_once).await;
            }
            Err(error) => error,
        },
        Err(error) => error,
    };
    if F::COUNTED == Counted::WithStoring {
        state.limits.create(&state.pool, address).await?;
    }
    Err(refused)
}
