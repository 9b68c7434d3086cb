//! The tag of an answer, by which a page that asks again learns that nothing has changed.

use std::fmt::{self, Debug, Write as _};

use axum::{
    Json,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

/// How many bytes of the hash a tag has.
const LENGTH: usize = 16;

/// An answer with its tag, or 304 to a client that has it.
pub(crate) fn answer(headers: &HeaderMap, answer: impl Serialize + Debug) -> Response {
    let tag = tag_of(&answer);
    let tagged = [(header::ETAG, tag.clone())];
    if is_known(headers, &tag) {
        return (StatusCode::NOT_MODIFIED, tagged).into_response();
    }
    (tagged, Json(answer)).into_response()
}

/// The tag of what was read from the database: of a list of all that is answered but links, whose signatures change.
pub(crate) fn tag_of(read: &impl Debug) -> String {
    let mut hash = Hash(Sha256::new());
    // Hashing never fails.
    let _ = write!(hash, "{read:?}");
    let hash = hash.0.finalize();
    format!("\"{}\"", Base64UrlUnpadded::encode_string(hash.get(..LENGTH).unwrap_or_default()))
}

/// Whether a client has the answer of this tag.
pub(crate) fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    known.flat_map(|tags| tags.split(',')).map(str::trim).any(|known| {
        // A proxy that compresses an answer calls its tag weak.
        known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag
    })
}

/// What is written into a hash.
struct Hash(Sha256);

impl fmt::Write for Hash {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text);
        Ok(())
    }
}
