//! The one way of every stored form: read, judged, counted, stored once and answered. What differs between forms stands
//! in their own folders.

use std::net::IpAddr;

use axum::{extract::Request, response::Response};
use tokio::sync::SemaphorePermit;

use crate::{
    http::error::ApiError,
    storage,
    submissions::{
        form::{Received, answer, is_plain_form},
        idempotency::{FirstAnswer, Repeats, key_of},
        state::SubmissionState,
        store::{NewRecord, store},
    },
};

/// When a form is counted for its sender's limit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counted {
    /// Before its body is read, so that whoever sends too many is refused before the upload.
    BeforeReading,
    /// By the statement that stores it, and by itself when it is refused.
    WithStoring,
}

/// A form that visitors send and that is kept.
pub(crate) trait StoredForm: Send + Sync + Sized {
    /// When it is counted.
    const COUNTED: Counted;

    /// What it takes beside what all forms share.
    type Resources: Clone + Send + Sync + 'static;

    /// The form as the rules accept it.
    type Record<'a>: NewRecord
    where
        Self: 'a;

    /// Reads it from a request.
    fn read(
        request: Request,
        resources: &Self::Resources,
    ) -> impl Future<Output = Result<Received<Self>, ApiError>> + Send;

    /// Judges it by the rules.
    fn accept(&self) -> Result<Self::Record<'_>, ApiError>;

    /// The place that it holds from before it is read until it is stored; 503 when all are taken.
    fn place(_: &Self::Resources) -> Result<Option<SemaphorePermit<'_>>, ApiError> {
        Ok(None)
    }

    /// Its turn to be stored, which it waits for without a connection to the database.
    fn turn(
        _: &Self::Resources,
    ) -> impl Future<Output = Result<Option<SemaphorePermit<'_>>, ApiError>> + Send {
        async { Ok(None) }
    }
}

/// Stores a form that the rules accept, and answers it.
///
/// A form that the browser posted itself, where no script runs, is led to the thanks or answered with a page. It has no
/// key, so the same one is stored once in an hour.
pub(crate) async fn create<F: StoredForm>(
    state: &SubmissionState,
    resources: &F::Resources,
    address: IpAddr,
    request: Request,
    thanks: &'static str,
) -> Response {
    let thanks = is_plain_form(request.headers()).then_some(thanks);
    let created = store_accepted::<F>(state, resources, address, request, thanks.is_some()).await;
    answer(&state.pages, thanks, created)
}

async fn store_accepted<F: StoredForm>(
    state: &SubmissionState,
    resources: &F::Resources,
    address: IpAddr,
    request: Request,
    is_plain_form: bool,
) -> Result<FirstAnswer, ApiError> {
    let repeats = Repeats::of(key_of(request.headers())?, is_plain_form);
    let attempt = match F::COUNTED {
        Counted::BeforeReading => {
            state.limits.create(&state.pool, address).await?;
            None
        }
        Counted::WithStoring => state.limits.form(address),
    };
    let _place = F::place(resources)?;
    let refused = match F::read(request, resources).await {
        Ok(Received { form, is_honeypot_filled }) => match form.accept() {
            Ok(record) => {
                let store = async || {
                    let _turn = F::turn(resources).await?;
                    store(state, attempt.as_ref(), &repeats, &record, is_honeypot_filled, address).await
                };
                return storage::retrying(&state.pool, store).await;
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
