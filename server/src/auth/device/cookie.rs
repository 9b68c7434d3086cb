//! The contents and the signature of a device cookie.

use std::time::Duration;

use base64ct::{Base64UrlUnpadded, Encoding as _};
use chrono::{DateTime, Utc};
use hmac::{Hmac, Mac as _};
use sha2::{Digest as _, Sha256};

use crate::{auth::queries::Credentials, config::Signing, limits::KnownDevice};

pub(super) const LIFETIME: Duration = Duration::from_hours(365 * 24);

const FINGERPRINT: usize = 16;

/// Bytes that are signed: account id, expiry in seconds, fingerprint of the credentials, nonce.
const MESSAGE: usize = 8 + 8 + FINGERPRINT + 16;

/// A valid device cookie.
pub(crate) struct DeviceCookie {
    /// The id of the account. A username may later be another account's, an id never is.
    pub(super) admin_id: i64,
    pub(super) text: String,
    /// Identifies the cookie for rate limits.
    pub(crate) nonce: String,
    /// Identifies all cookies of the same account and credentials for rate limits.
    pub(crate) credentials: String,
    fingerprint: [u8; FINGERPRINT],
}

impl DeviceCookie {
    /// Returns the device as rate limits count it.
    pub(crate) fn known_device(&self) -> KnownDevice<'_> {
        KnownDevice { nonce: &self.nonce, credentials: &self.credentials }
    }

    /// Creates a cookie after a login with these credentials.
    pub(super) fn new(macs: &Signing<Hmac<Sha256>>, credentials: &Credentials, now: DateTime<Utc>) -> Self {
        let (admin_id, fingerprint) = (credentials.id, fingerprint(credentials));
        let nonce: [u8; 16] = rand::random();
        let expires = (now + LIFETIME).timestamp();
        let message = [&admin_id.to_be_bytes()[..], &expires.to_be_bytes(), &fingerprint, &nonce].concat();
        let tag = macs.current.clone().chain_update(&message).finalize().into_bytes();
        let text = Base64UrlUnpadded::encode_string(&[&message[..], &tag].concat());
        Self::from_parts(admin_id, text, &nonce, fingerprint)
    }

    /// Verifies a cookie; none if it is invalid or expired.
    pub(super) fn verify(macs: &Signing<Hmac<Sha256>>, text: &str, now: DateTime<Utc>) -> Option<Self> {
        let bytes = Base64UrlUnpadded::decode_vec(text).ok()?;
        let (message, tag) = bytes.split_at_checked(MESSAGE)?;
        let mut macs = macs.verifying();
        macs.find(|mac| (*mac).clone().chain_update(message).verify_slice(tag).is_ok())?;
        let (admin_id, message) = message.split_first_chunk()?;
        let (expires, message) = message.split_first_chunk()?;
        let (fingerprint, nonce) = message.split_first_chunk()?;
        let (admin_id, expires) = (i64::from_be_bytes(*admin_id), i64::from_be_bytes(*expires));
        (now.timestamp() < expires).then(|| Self::from_parts(admin_id, text.to_owned(), nonce, *fingerprint))
    }

    fn from_parts(admin_id: i64, text: String, nonce: &[u8], fingerprint: [u8; FINGERPRINT]) -> Self {
        let nonce = Base64UrlUnpadded::encode_string(nonce);
        let credentials = format!("{admin_id} {}", Base64UrlUnpadded::encode_string(&fingerprint));
        Self { admin_id, text, nonce, credentials, fingerprint }
    }

    /// Returns whether the cookie was created for these credentials.
    pub(super) fn is_of(&self, credentials: &Credentials) -> bool {
        self.admin_id == credentials.id && self.fingerprint == fingerprint(credentials)
    }
}

/// Returns a hash that changes with the password and the second factor. The password's hash is salted, so it reveals nothing.
fn fingerprint(credentials: &Credentials) -> [u8; FINGERPRINT] {
    let second_factor = credentials.second_factor_at.map_or(0, |at| at.timestamp_micros());
    let hash =
        Sha256::new().chain_update(second_factor.to_be_bytes()).chain_update(&credentials.password_hash);
    let mut fingerprint = [0; FINGERPRINT];
    fingerprint.iter_mut().zip(hash.finalize()).for_each(|(to, byte)| *to = byte);
    fingerprint
}
