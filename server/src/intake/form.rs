//! Reads forms, whether a script sent them or the browser posted them without a script.

use std::{borrow::Cow, collections::HashMap};

use agency_core::{metadata::PLAIN_FORM, rule::Kind, spam::HONEYPOT, text::normalize};
use axum::{
    extract::{DefaultBodyLimit, Request},
    http::{HeaderMap, StatusCode, header},
};
use chrono::{DateTime, Utc};
use diesel::Queryable;
use percent_encoding::percent_decode;
use serde::{
    Serialize,
    de::{DeserializeOwned, value::MapDeserializer},
};
use serde_json::{Value, value::RawValue};
use utoipa::ToSchema;

use crate::{
    http::{
        body::{charset, content_type, decode, read_body},
        error::ApiError,
        instant,
        json::{parse, read_json, refused_fields},
    },
    intake::source::{self, SentSource},
};

/// Name of the field in which browsers name the encoding of a form.
pub(crate) const CHARSET: &str = "_charset_";

/// Maximum bytes of a form without files: the longest texts with every character escaped.
const BODY_LIMIT: usize = 128 * 1_024;

const URLENCODED: &str = "application/x-www-form-urlencoded";

/// Response to a stored form, the same for every retry.
#[derive(Debug, Queryable, Serialize, ToSchema)]
pub(crate) struct CreatedResponse {
    pub(crate) slug: String,
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    pub(crate) submitted_at: DateTime<Utc>,
}

/// Returns whether a browser posted the form without a script and says that it expects a page. Scripts and tools send the
/// same types of bodies, but accept anything, or JSON. Some browsers do so too: the hidden field shows those.
pub(crate) fn accepts_page(headers: &HeaderMap) -> bool {
    let is_form = is_kind(headers, URLENCODED) || is_kind(headers, "multipart/form-data");
    let accepted = headers.get_all(header::ACCEPT).iter();
    let mut accepted = accepted.flat_map(|line| line.as_bytes().split(|&byte| byte == b','));
    is_form && accepted.any(|kind| begins(kind.trim_ascii(), "text/html"))
}

/// Returns whether a body has this content type, even if its parameters are malformed.
fn is_kind(headers: &HeaderMap, kind: &str) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|value| begins(value.as_bytes(), kind))
}

fn begins(value: &[u8], beginning: &str) -> bool {
    value.get(..beginning.len()).is_some_and(|value| value.eq_ignore_ascii_case(beginning.as_bytes()))
}

/// What the hidden fields say. They are no part of the form, and clients may omit them.
pub(crate) struct HiddenFields {
    pub(crate) is_honeypot_filled: bool,
    /// Whether a browser posted it without a script, and expects a page.
    pub(crate) is_plain_form: bool,
    /// Where the visitor came from, as far as the page noted it.
    pub(crate) source: Option<SentSource>,
}

/// Reads a form without files.
pub(crate) async fn read_form<T: DeserializeOwned>(
    mut request: Request,
    hidden: &mut HiddenFields,
) -> Result<T, ApiError> {
    DefaultBodyLimit::max(BODY_LIMIT).apply(&mut request);
    if is_kind(request.headers(), URLENCODED) {
        read_posted(request, hidden).await
    } else {
        read_sent(request, hidden).await
    }
}

/// Reads a form that a script sent.
async fn read_sent<T: DeserializeOwned>(request: Request, hidden: &mut HiddenFields) -> Result<T, ApiError> {
    let text = read_json(request).await?;
    let form = parse(&text)?;
    // Values that are not parsed, so that none of them rejects a form.
    let fields: HashMap<String, &RawValue> = parse(&text)?;
    let value_of = |name| fields.get(name).map(|value| value.get());
    // Bots fill fields with text. Any other value counts as empty.
    let honeypot = value_of(HONEYPOT).and_then(|value| serde_json::from_str::<String>(value).ok());
    hidden.is_honeypot_filled = honeypot.is_some_and(|text| is_filled(&text));
    hidden.source = value_of(source::FIELD).and_then(|value| SentSource::parse(value.as_bytes()));
    Ok(form)
}

/// Reads a form that a browser posted without a script.
async fn read_posted<T: DeserializeOwned>(
    request: Request,
    hidden: &mut HiddenFields,
) -> Result<T, ApiError> {
    let declared = charset(content_type(request.headers()).as_ref());
    let body = read_body(request).await?;
    let fields = decode_pairs(&body);
    let value_of = |wanted: &str| {
        let mut named = fields.iter().filter(|(name, _)| *name == wanted.as_bytes());
        named.next().map(|(_, value)| value)
    };
    hidden.is_plain_form |= value_of(PLAIN_FORM).is_some();
    if !hidden.is_plain_form {
        return Err(ApiError::of_status(StatusCode::UNSUPPORTED_MEDIA_TYPE));
    }
    let named = value_of(CHARSET).and_then(|name| String::from_utf8(name.clone()).ok());
    let charset = named.filter(|name| !name.is_empty()).or(declared);
    let mut texts = Vec::new();
    for (name, value) in fields {
        let (name, value) = (decode(name, charset.as_deref())?, decode(value, charset.as_deref())?);
        hidden.is_honeypot_filled |= name == HONEYPOT && is_filled(&value);
        texts.push((name, Value::String(value)));
    }
    // Without a map, so that a repeated field is an error.
    T::deserialize(MapDeserializer::<_, serde_json::Error>::new(texts.into_iter()))
        .map_err(|error| refused_fields(&error))
}

/// Returns the names and values of a body of `application/x-www-form-urlencoded`, in whatever encoding they are.
/// `form_urlencoded` would replace what is not UTF-8.
fn decode_pairs(body: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let decode = |text: &[u8]| {
        let spaced = text.iter().map(|&byte| if byte == b'+' { b' ' } else { byte }).collect::<Vec<_>>();
        Cow::from(percent_decode(&spaced)).into_owned()
    };
    let pairs = body.split(|&byte| byte == b'&').filter(|pair| !pair.is_empty());
    let halves = pairs.map(|pair| pair.splitn(2, |&byte| byte == b'='));
    let mut pairs = Vec::new();
    for mut pair in halves {
        let mut next = || decode(pair.next().unwrap_or_default());
        pairs.push((next(), next()));
    }
    pairs
}

/// Returns whether a text has more than white space.
pub(crate) fn is_filled(text: &str) -> bool {
    !normalize(text, Kind::Lines).is_empty()
}

#[cfg(test)]
mod tests;
