//! The tag of a list's answer, by which a page that asks again learns that nothing has changed.

use std::fmt::{self, Debug, Write as _};

use axum::http::{HeaderMap, header};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use sha2::{Digest as _, Sha256};

use crate::lists::page::Rows;

/// How many bytes of the hash a tag has.
const LENGTH: usize = 16;

/// The tag of these rows as they are read from the database: of all that is answered but links, whose signatures change.
pub(crate) fn tag_of<Row: Debug>(rows: &Rows<Row>) -> String {
    let mut hash = Hash(Sha256::new());
    // Hashing never fails.
    let _ = write!(hash, "{rows:?}");
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
