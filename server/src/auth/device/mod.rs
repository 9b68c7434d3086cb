//! Device cookies, as OWASP describes them.
//!
//! After a login, the browser keeps a signed cookie of the account. Its failed logins count apart from those of strangers,
//! and it has permits of its own to hash passwords, so that a flood of wrong passwords never locks out the owner. The
//! cookie authorizes nothing, and is not needed to log in. It ends when the password or the second factor changes.

#[cfg(test)]
mod ending_tests;
#[cfg(test)]
mod tests;

use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{HeaderMap, HeaderName, HeaderValue, header, request::Parts},
};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use chrono::{DateTime, Utc};
use hmac::{Hmac, Mac as _};
use sha2::{Digest as _, Sha256};

use crate::{
    auth::queries::Account,
    config::{PublicUrl, Secrets, Signing},
    limits::KnownDevice,
};

const PURPOSE: &[u8] = b"agency: device cookies";

const LIFETIME: Duration = Duration::from_hours(365 * 24);

const FINGERPRINT: usize = 16;

/// Bytes that are signed: account id, expiry in seconds, fingerprint of the credentials, nonce.
const MESSAGE: usize = 8 + 8 + FINGERPRINT + 16;

/// Maximum accounts with a cookie on one device. The latest logins are kept.
const MAX_ACCOUNTS: usize = 5;

/// The most cookies of a request that are verified. Another host of the domain can add invalid ones.
const MAX_PIECES: usize = 20;

/// The header that gives a browser its device cookies.
pub(crate) type SetDeviceCookie = [(HeaderName, HeaderValue); 1];

pub(crate) struct DeviceCookies {
    macs: Signing<Hmac<Sha256>>,
    /// Whether visitors use HTTPS, so that browsers send the cookie over HTTPS alone.
    is_secure: bool,
}

impl DeviceCookies {
    /// Derives the keys from the server's secrets.
    pub(crate) fn new(secrets: &Secrets, public_url: Option<&PublicUrl>) -> Self {
        Self { macs: secrets.macs(PURPOSE), is_secure: public_url.is_some_and(PublicUrl::is_https) }
    }

    /// Returns the cookie's name. Browsers keep one with this prefix only when it came over HTTPS.
    const fn name(&self) -> &'static str {
        if self.is_secure { "__Secure-device" } else { "device" }
    }

    fn read(&self, headers: &HeaderMap) -> Vec<DeviceCookie> {
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let cookies =
            lines.flat_map(|line| line.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
        let pieces =
            cookies.filter(|(name, _)| *name == self.name()).flat_map(|(_, pieces)| pieces.split('.'));
        let now = Utc::now();
        let valid = pieces.take(MAX_PIECES).filter_map(|piece| DeviceCookie::verify(&self.macs, piece, now));
        valid.take(MAX_ACCOUNTS).collect()
    }
}

/// A device, with the valid cookies that it sends.
pub(crate) struct Device {
    signer: Arc<DeviceCookies>,
    cookies: Vec<DeviceCookie>,
}

impl Device {
    /// Returns whether someone has logged in from this device.
    pub(crate) const fn has_cookies(&self) -> bool {
        !self.cookies.is_empty()
    }

    /// Returns the device's cookie of an account, if it was created for these credentials.
    pub(crate) fn cookie_of(&self, account: &Account) -> Option<&DeviceCookie> {
        self.cookies.iter().find(|cookie| cookie.is_of(account))
    }

    /// Adds a cookie after a login. Those of other accounts stay.
    pub(crate) fn signed_in(&self, account: &Account) -> Option<SetDeviceCookie> {
        let new = DeviceCookie::new(&self.signer.macs, account, Utc::now());
        let others = self.cookies.iter().filter(|cookie| cookie.admin_id != account.id);
        let cookies = std::iter::once(&new).chain(others).take(MAX_ACCOUNTS);
        let cookies = cookies.map(|cookie| cookie.text.as_str()).collect::<Vec<_>>().join(".");
        let cookie = format!(
            "{}={cookies}; Path=/api/token; Max-Age={}; HttpOnly; SameSite=Strict{}",
            self.signer.name(),
            LIFETIME.as_secs(),
            if self.signer.is_secure { "; Secure" } else { "" },
        );
        HeaderValue::try_from(cookie).ok().map(|cookie| [(header::SET_COOKIE, cookie)])
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Device
where
    Arc<DeviceCookies>: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let signer = Arc::<DeviceCookies>::from_ref(state);
        let cookies = signer.read(&parts.headers);
        Ok(Self { signer, cookies })
    }
}

/// A valid device cookie.
pub(crate) struct DeviceCookie {
    /// The id of the account. A username may later be another account's, an id never is.
    admin_id: i64,
    text: String,
    /// The device as rate limits count it.
    pub(crate) known: KnownDevice,
    fingerprint: [u8; FINGERPRINT],
}

impl DeviceCookie {
    /// Creates a cookie after a login with these credentials.
    fn new(macs: &Signing<Hmac<Sha256>>, account: &Account, now: DateTime<Utc>) -> Self {
        let (admin_id, fingerprint) = (account.id, fingerprint(account));
        let nonce: [u8; 16] = rand::random();
        let expires = (now + LIFETIME).timestamp();
        let message = [&admin_id.to_be_bytes()[..], &expires.to_be_bytes(), &fingerprint, &nonce].concat();
        let tag = macs.current.clone().chain_update(&message).finalize().into_bytes();
        let text = Base64UrlUnpadded::encode_string(&[&message[..], &tag].concat());
        Self::from_parts(admin_id, text, &nonce, fingerprint)
    }

    /// Verifies a cookie; none if it is invalid or expired.
    fn verify(macs: &Signing<Hmac<Sha256>>, text: &str, now: DateTime<Utc>) -> Option<Self> {
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
        Self { admin_id, text, known: KnownDevice { nonce, credentials }, fingerprint }
    }

    /// Returns whether the cookie was created for these credentials.
    fn is_of(&self, account: &Account) -> bool {
        self.admin_id == account.id && self.fingerprint == fingerprint(account)
    }
}

/// Returns a hash that changes with the password and the second factor. The password's hash is salted, so it reveals nothing.
fn fingerprint(account: &Account) -> [u8; FINGERPRINT] {
    let second_factor = account.second_factor_at.map_or(0, |at| at.timestamp_micros());
    let hash = Sha256::new().chain_update(second_factor.to_be_bytes()).chain_update(&account.password_hash);
    let mut fingerprint = [0; FINGERPRINT];
    fingerprint.iter_mut().zip(hash.finalize()).for_each(|(to, byte)| *to = byte);
    fingerprint
}
