//! Reads forms, whether a script sent them or the browser posted them without a script.

use agency_core::{rule::Kind, spam::HONEYPOT, text::normalize};
use axum::{
    extract::{FromRequest as _, RawForm, Request},
    http::{HeaderMap, StatusCode, header},
};
use chrono::{DateTime, Utc};
use diesel::Queryable;
use serde::{
    Serialize,
    de::{DeserializeOwned, value::MapDeserializer},
};
use serde_json::Value;
use url::form_urlencoded;
use utoipa::ToSchema;

use crate::http::{
    error::ApiError,
    instant,
    json::{JsonBody, JsonObject},
};

/// Response to a stored form, the same for every retry.
#[derive(Debug, Queryable, Serialize, ToSchema)]
pub(crate) struct CreatedResponse {
    pub(crate) slug: String,
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    pub(crate) submitted_at: DateTime<Utc>,
}

/// Returns whether the browser posted the form without a script and expects a page. Scripts and tools send the same
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

/// Form as received, with the result of the honeypot field. The honeypot is no part of the form, and clients may omit it.
pub(crate) struct Received<F> {
    pub(crate) form: F,
    pub(crate) is_honeypot_filled: bool,
}

/// Reads a form without files.
pub(crate) async fn read_form<T: DeserializeOwned + 'static>(
    request: Request,
) -> Result<Received<T>, ApiError> {
    if is_plain_form(request.headers()) {
        return read_posted(request).await;
    }
    let JsonObject(mut object) = JsonObject::from_request(request, &()).await?;
    // Bots fill fields with text. Any other value counts as empty.
    let is_honeypot_filled = object.remove(HONEYPOT).as_ref().and_then(Value::as_str).is_some_and(is_filled);
    JsonBody::from_object(object).map(|JsonBody(form)| Received { form, is_honeypot_filled })
}

/// Reads a form that a browser posted without a script.
async fn read_posted<T: DeserializeOwned + 'static>(request: Request) -> Result<Received<T>, ApiError> {
    let raw = RawForm::from_request(request, &()).await;
    let RawForm(bytes) = raw.map_err(|rejection| ApiError::of_status(rejection.status()))?;
    let fields = form_urlencoded::parse(&bytes).into_owned().collect::<Vec<_>>();
    let is_honeypot_filled = fields.iter().any(|(name, text)| name == HONEYPOT && is_filled(text));
    // Without a map, so that a repeated field is an error.
    let fields = fields.into_iter().map(|(name, text)| (name, Value::String(text)));
    let form = T::deserialize(MapDeserializer::<_, serde_json::Error>::new(fields))
        .map_err(|_| ApiError::of_status(StatusCode::BAD_REQUEST))?;
    Ok(Received { form, is_honeypot_filled })
}

fn is_filled(text: &str) -> bool {
    !normalize(text, Kind::Lines).is_empty()
}
