//! Device cookies: what one says, and the signature that proves it was made here.

use std::time::Duration;

use base64ct::{Base64UrlUnpadded, Encoding as _};
use chrono::{DateTime, Utc};
use hmac::{Hmac, Mac as _};
use sha2::{Digest as _, Sha256};

use crate::{auth::queries::Credentials, config::Signing, limits::KnownDevice};

/// How long a device cookie is good after the sign-in that it was made for.
pub(super) const LIFETIME: Duration = Duration::from_hours(365 * 24);

/// Bytes of a fingerprint.
const FINGERPRINT: usize = 16;

/// Bytes that are signed: the account's number, the second at which the cookie ends, the fingerprint of its credentials,
/// and a nonce.
const MESSAGE: usize = 8 + 8 + FINGERPRINT + 16;

/// Proves that someone signed in to an account from the device that has it.
pub(crate) struct DeviceCookie {
    /// The number of the account. A name may be another account's one day, a number never is.
    pub(super) admin_id: i64,
    /// The cookie as the browser keeps it.
    pub(super) text: String,
    /// Tells it from every other one: its failures count by this.
    pub(crate) nonce: String,
    /// The account and its credentials: the failures of all their device cookies count together by this.
    pub(crate) credentials: String,
    fingerprint: [u8; FINGERPRINT],
}

impl DeviceCookie {
    /// Returns the device as rate limits count it.
    pub(crate) fn known_device(&self) -> KnownDevice<'_> {
        KnownDevice { nonce: &self.nonce, credentials: &self.credentials }
    }

    /// Creates a device cookie of an account that someone has just signed in to with these credentials.
    pub(super) fn new(macs: &Signing<Hmac<Sha256>>, credentials: &Credentials, now: DateTime<Utc>) -> Self {
        let (admin_id, fingerprint) = (credentials.id, fingerprint(credentials));
        let nonce: [u8; 16] = rand::random();
        let expires = (now + LIFETIME).timestamp();
        let message = [&admin_id.to_be_bytes()[..], &expires.to_be_bytes(), &fingerprint, &nonce].concat();
        let tag = macs.current.clone().chain_update(&message).finalize().into_bytes();
        let text = Base64UrlUnpadded::encode_string(&[&message[..], &tag].concat());
        Self::of(admin_id, text, &nonce, fingerprint)
    }

    /// Reads a device cookie. Returns none when it was not made here or has expired.
    pub(super) fn read(macs: &Signing<Hmac<Sha256>>, text: &str, now: DateTime<Utc>) -> Option<Self> {
        let bytes = Base64UrlUnpadded::decode_vec(text).ok()?;
        let (message, tag) = bytes.split_at_checked(MESSAGE)?;
        let mut macs = macs.verifying();
        macs.find(|mac| (*mac).clone().chain_update(message).verify_slice(tag).is_ok())?;
        let (admin_id, message) = message.split_first_chunk()?;
        let (expires, message) = message.split_first_chunk()?;
        let (fingerprint, nonce) = message.split_first_chunk()?;
        let (admin_id, expires) = (i64::from_be_bytes(*admin_id), i64::from_be_bytes(*expires));
        (now.timestamp() < expires).then(|| Self::of(admin_id, text.to_owned(), nonce, *fingerprint))
    }

    fn of(admin_id: i64, text: String, nonce: &[u8], fingerprint: [u8; FINGERPRINT]) -> Self {
        let nonce = Base64UrlUnpadded::encode_string(nonce);
        let credentials = format!("{admin_id} {}", Base64UrlUnpadded::encode_string(&fingerprint));
        Self { admin_id, text, nonce, credentials, fingerprint }
    }

    /// Returns whether these are the credentials that it was given for.
    pub(super) fn is_of(&self, credentials: &Credentials) -> bool {
        self.admin_id == credentials.id && self.fingerprint == fingerprint(credentials)
    }
}

/// Returns what changes with the password and with the second factor. The hash has a random salt, so it reveals nothing.
fn fingerprint(credentials: &Credentials) -> [u8; FINGERPRINT] {
    let second_factor = credentials.second_factor_at.map_or(0, |at| at.timestamp_micros());
    let hash =
        Sha256::new().chain_update(second_factor.to_be_bytes()).chain_update(&credentials.password_hash);
    let mut fingerprint = [0; FINGERPRINT];
    fingerprint.iter_mut().zip(hash.finalize()).for_each(|(to, byte)| *to = byte);
    fingerprint
}
