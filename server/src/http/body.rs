//! Bodies of requests: collected within limits, and decoded as text.

use std::{error::Error, iter};

use axum::{
    RequestExt as _,
    extract::Request,
    http::{HeaderMap, StatusCode, header},
};
use http_body_util::{BodyExt as _, LengthLimitError};
use mime::Mime;
use tower_http::timeout::TimeoutError;

use crate::http::{
    error::ApiError,
    permit::{Handling, LargeBody, receive},
};

/// Bytes above which a body is large: more than a form usually has.
const SMALL: usize = 16 * 1_024;

/// Collects a body into one buffer. Fails with 413 above the limit of the route, and with 429 or 503 if there are many large
/// ones.
///
/// A list of frames would hold the receive buffers behind them, and a client can send a frame for every byte.
pub(crate) async fn read_body(request: Request) -> Result<Vec<u8>, ApiError> {
    let handling = request.extensions().get::<Handling>().cloned();
    let mut body = request.into_limited_body();
    receive(handling.clone(), async {
        let (mut bytes, mut large) = (Vec::new(), None);
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|error| ApiError::of_status(status_of(&error)))?;
            if let Ok(data) = frame.into_data() {
                bytes.extend_from_slice(&data);
                if bytes.len() > SMALL && large.is_none() {
                    large = Some(LargeBody::admit(handling.as_ref())?);
                }
            }
        }
        Ok(bytes)
    })
    .await
}

/// Returns the status for a body that cannot be read to its end.
pub(super) fn status_of(error: &(dyn Error + 'static)) -> StatusCode {
    let mut causes = iter::successors(Some(error), |&error| error.source());
    let known = causes.find_map(|cause| {
        let is_late = cause.is::<TimeoutError>().then_some(StatusCode::REQUEST_TIMEOUT);
        is_late.or(cause.is::<LengthLimitError>().then_some(StatusCode::PAYLOAD_TOO_LARGE))
    });
    known.unwrap_or(StatusCode::BAD_REQUEST)
}

/// Returns the content type of a request, or of a part.
pub(crate) fn content_type(headers: &HeaderMap) -> Option<Mime> {
    headers.get(header::CONTENT_TYPE)?.to_str().ok()?.parse().ok()
}

/// Returns the encoding of texts that a content type names.
pub(crate) fn charset(content_type: Option<&Mime>) -> Option<String> {
    Some(content_type?.get_param(mime::CHARSET)?.as_str().to_owned())
}

/// Decodes a text, which must be UTF-8. Fails with 400 and a message about it.
///
/// A text in another named encoding is accepted as long as it has only letters that are the same in all of them.
pub(crate) fn decode(bytes: Vec<u8>, charset: Option<&str>) -> Result<String, ApiError> {
    let is_utf8 =
        charset.is_none_or(|name| ["utf-8", "utf8"].iter().any(|utf8| name.eq_ignore_ascii_case(utf8)));
    let is_common = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~');
    if is_utf8 || bytes.iter().all(is_common) {
        String::from_utf8(bytes).map_err(|_| ApiError::not_utf8())
    } else {
        Err(ApiError::not_utf8())
    }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn decodes_only_utf8() {
        for (bytes, charset, text) in [
            (&b"Ada"[..], None, Some("Ada")),
            ("Müller \u{fffd}".as_bytes(), None, Some("Müller \u{fffd}")),
            ("Müller".as_bytes(), Some("UTF-8"), Some("Müller")),
            ("Müller".as_bytes(), Some("utf8"), Some("Müller")),
            (b"M\xfcller", None, None),
            (b"M\xfcller", Some("utf-8"), None),
            (b"M\xfcller", Some("iso-8859-1"), None),
            // Two letters of Windows-1252 that are one in UTF-8.
            ("Ã¼".as_bytes(), Some("windows-1252"), None),
            (b"Ada\r\nKing", Some("iso-8859-1"), Some("Ada\r\nKing")),
            (b"Ada", Some("us-ascii"), Some("Ada")),
            (b"A\0d\0a\0", Some("utf-16le"), None),
            (b"\x1b$B%(%$%@\x1b(B", Some("iso-2022-jp"), None),
            (b"\xff\xfeA\0", None, None),
        ] {
            assert_eq!(decode(bytes.to_vec(), charset).ok().as_deref(), text, "{charset:?} {bytes:?}");
        }
    }
}
