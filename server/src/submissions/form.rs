//! A form as it comes, from a script or posted by the browser itself where no script runs, and its answer.

use axum::{
    Form, Json, RequestExt as _,
    extract::{FromRequest as _, Request},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use chrono::{DateTime, Utc};
use serde::{Serialize, de::DeserializeOwned};
use utoipa::ToSchema;

use crate::{
    http::{error::ApiError, instant, json::JsonBody},
    pages::Pages,
    submissions::idempotency::FirstAnswer,
};

/// What a visitor learns of a stored form.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CreatedResponse {
    slug: String,
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    submitted_at: DateTime<Utc>,
}

impl From<FirstAnswer> for CreatedResponse {
    fn from(answer: FirstAnswer) -> Self {
        Self { slug: answer.slug, submitted_at: answer.created_at }
    }
}

/// Whether the browser posted the form itself: a person waits for a page, not for JSON. Scripts and tools send the same
/// types of bodies, but accept anything, or JSON.
pub(crate) fn is_plain_form(headers: &HeaderMap) -> bool {
    let begins = |value: &[u8], beginning: &str| {
        value.get(..beginning.len()).is_some_and(|value| value.eq_ignore_ascii_case(beginning.as_bytes()))
    };
    let is_form = headers.get(header::CONTENT_TYPE).is_some_and(|value| {
        ["application/x-www-form-urlencoded", "multipart/form-data"]
            .iter()
            .any(|kind| begins(value.as_bytes(), kind))
    });
    let accepted = headers.get_all(header::ACCEPT).iter();
    let mut accepted = accepted.flat_map(|line| line.as_bytes().split(|&byte| byte == b','));
    is_form && accepted.any(|kind| begins(kind.trim_ascii(), "text/html"))
}

/// Reads a form without files.
pub(crate) async fn read<T: DeserializeOwned + 'static>(request: Request) -> Result<T, ApiError> {
    if is_plain_form(request.headers()) {
        let form = request.extract::<Form<T>, _>().await;
        return form.map(|Form(form)| form).map_err(|rejection| match rejection.status() {
            StatusCode::UNPROCESSABLE_ENTITY => ApiError::of_status(StatusCode::BAD_REQUEST),
            status => ApiError::of_status(status),
        });
    }
    JsonBody::from_request(request, &()).await.map(|JsonBody(form)| form)
}

/// Answers a form: where the browser posted it itself, by leading it to the page of thanks, or with the sentences that
/// refuse it.
pub(crate) fn answer(
    pages: &Pages,
    thanks: Option<&'static str>,
    created: Result<FirstAnswer, ApiError>,
) -> Response {
    if let Some(thanks) = thanks
        && let Some(page) = pages.answer(thanks, created.as_ref().err())
    {
        return page;
    }
    created.map(|answer| (StatusCode::CREATED, Json(CreatedResponse::from(answer)))).into_response()
}
