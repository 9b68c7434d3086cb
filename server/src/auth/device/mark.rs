//! What a mark says, and what proves that it was made here.

use std::time::Duration;

use base64ct::{Base64UrlUnpadded, Encoding as _};
use chrono::{DateTime, Utc};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use crate::config::Signing;

/// How long a mark is good after the sign-in that it was made for.
pub(super) const LIFETIME: Duration = Duration::from_hours(365 * 24);

/// The account's number, the second at which the mark ends, and what tells it from every other mark.
const MESSAGE: usize = 8 + 8 + 16;

/// That somebody signed in to an account from the device that has it.
pub(super) struct Mark {
    /// The number of the account. A name may be another account's one day, a number never is.
    pub(super) admin_id: i64,
    /// The mark as it is kept in the cookie.
    pub(super) text: String,
    /// What its failures count by.
    pub(super) nonce: String,
}

impl Mark {
    /// A new mark of an account.
    pub(super) fn new(macs: &Signing<Hmac<Sha256>>, admin_id: i64, now: DateTime<Utc>) -> Self {
        let nonce: [u8; 16] = rand::random();
        let expires = (now + LIFETIME).timestamp();
        let message = [&admin_id.to_be_bytes()[..], &expires.to_be_bytes(), &nonce].concat();
        let tag = macs.current.clone().chain_update(&message).finalize().into_bytes();
        let text = Base64UrlUnpadded::encode_string(&[&message[..], &tag].concat());
        Self { admin_id, text, nonce: Base64UrlUnpadded::encode_string(&nonce) }
    }

    /// Reads a mark; none when it was not made here, or its time is over.
    pub(super) fn read(macs: &Signing<Hmac<Sha256>>, text: &str, now: DateTime<Utc>) -> Option<Self> {
        let bytes = Base64UrlUnpadded::decode_vec(text).ok()?;
        let (message, tag) = bytes.split_at_checked(MESSAGE)?;
        let mut macs = macs.verifying();
        macs.find(|mac| (*mac).clone().chain_update(message).verify_slice(tag).is_ok())?;
        let (admin_id, message) = message.split_first_chunk()?;
        let (expires, nonce) = message.split_first_chunk()?;
        let (admin_id, expires) = (i64::from_be_bytes(*admin_id), i64::from_be_bytes(*expires));
        let nonce = Base64UrlUnpadded::encode_string(nonce);
        (now.timestamp() < expires).then(|| Self { admin_id, text: text.to_owned(), nonce })
    }
}
