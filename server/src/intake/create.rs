//! Receives every form: reads it, validates it, counts it for the rate limit, stores it once and responds. The code of
//! each form is in `resources/`.

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

/// Time at which a form is counted for the rate limit of its sender.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counted {
    /// Before its body is read, so that a sender over the limit is refused before the upload.
    BeforeReading,
    /// In the transaction that stores it, or by itself when it is refused.
    WithStoring,
}

/// Form that visitors send and the server stores.
pub(crate) trait SubmittedForm: Send + Sync + Sized {
    /// Time at which the form is counted.
    const COUNTED: Counted;

    /// State that this form needs in addition to the shared state.
    type Resources: Clone + Send + Sync + 'static;

    /// The valid form.
    type Accepted<'a>: NewSubmission
    where
        Self: 'a;

    /// Reads the form from a request.
    fn read(
        request: Request,
        resources: &Self::Resources,
    ) -> impl Future<Output = Result<Received<Self>, ApiError>> + Send;

    /// Validates the form.
    fn accept(&self) -> Result<Self::Accepted<'_>, ApiError>;

    /// Takes a permit that is held while the body is read and stored. Fails with 503 when all are taken.
    fn receive_permit(_: &Self::Resources) -> Result<Option<SemaphorePermit<'_>>, ApiError> {
        Ok(None)
    }

    /// Waits for a permit to write to the database, without holding a connection.
    fn store_permit(
        _: &Self::Resources,
    ) -> impl Future<Output = Result<Option<SemaphorePermit<'_>>, ApiError>> + Send {
        async { Ok(None) }
    }
}

/// Stores a valid form and responds.
///
/// A form that the browser posted without a script is redirected to its thanks page, or gets a page of errors.
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
        state.limits.create(address).await?;
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
        state.limits.create(address).await?;
    }
    Err(refused)
}
