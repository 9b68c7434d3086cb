//! A form as it comes: JSON from a script, or posted by the browser itself where no script runs.

use axum::{
    Form, RequestExt as _,
    extract::{FromRequest as _, Request},
    http::{StatusCode, header},
};
use serde::de::DeserializeOwned;

use crate::{error::ApiError, json::JsonBody};

/// Whether the browser posted the form itself: a person waits for a page, not for JSON.
pub(crate) fn is_plain_form(request: &Request) -> bool {
    request
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|value| value.as_bytes().starts_with(b"application/x-www-form-urlencoded"))
}

/// Reads a form of either kind.
pub(crate) async fn read<T: DeserializeOwned + 'static>(request: Request) -> Result<T, ApiError> {
    if is_plain_form(&request) {
        let form = request.extract::<Form<T>, _>().await;
        return form.map(|Form(form)| form).map_err(|rejection| match rejection.status() {
            StatusCode::UNPROCESSABLE_ENTITY => ApiError::of_status(StatusCode::BAD_REQUEST),
            status => ApiError::of_status(status),
        });
    }
    JsonBody::from_request(request, &()).await.map(|JsonBody(form)| form)
}
