//! Device cookies, as OWASP describes them.
//!
//! A browser from which someone has signed in to an account keeps a signed cookie of that account. Its failures count
//! apart from those of strangers, and it has permits of its own to hash passwords, so a flood of wrong passwords shuts
//! strangers out and never the account's owner. A device cookie opens nothing, and signing in works without one. It ends
//! with the password and with the second factor that it was given for.

mod cookie;

#[cfg(test)]
mod ending_tests;
#[cfg(test)]
mod tests;

use std::{convert::Infallible, sync::Arc};

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{HeaderMap, HeaderName, HeaderValue, header, request::Parts},
};
use chrono::Utc;
use hmac::Hmac;
use sha2::Sha256;

pub(crate) use cookie::DeviceCookie;

use crate::{
    auth::{device::cookie::LIFETIME, queries::Credentials},
    config::{PublicUrl, Secrets, Signing},
};

/// Separates the keys of device cookies from all others.
const PURPOSE: &[u8] = b"agency: device cookies";

/// How many accounts a device keeps cookies of. The one that was signed in to longest ago goes first.
const MAX_ACCOUNTS: usize = 5;

/// How many pieces of a request's cookies are verified. Another host of the domain can add some that were not made here.
const MAX_PIECES: usize = 20;

/// The header that gives a browser its device cookies.
pub(crate) type SetDeviceCookie = [(HeaderName, HeaderValue); 1];

/// Signs and verifies device cookies.
pub(crate) struct DeviceCookies {
    macs: Signing<Hmac<Sha256>>,
    /// Whether visitors use HTTPS, so that browsers send the cookie over HTTPS alone.
    is_secure: bool,
}

impl DeviceCookies {
    /// Creates device cookies under keys that are derived from the secrets.
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
        let valid = pieces.take(MAX_PIECES).filter_map(|piece| DeviceCookie::read(&self.macs, piece, now));
        valid.take(MAX_ACCOUNTS).collect()
    }
}

/// A device, with the valid cookies that it sends.
pub(crate) struct Device {
    signer: Arc<DeviceCookies>,
    cookies: Vec<DeviceCookie>,
}

impl Device {
    /// Returns whether someone has signed in from here.
    pub(crate) const fn has_cookies(&self) -> bool {
        !self.cookies.is_empty()
    }

    /// Returns the device's cookie of an account, if it was given for these credentials.
    pub(crate) fn cookie_of(&self, credentials: &Credentials) -> Option<&DeviceCookie> {
        self.cookies.iter().find(|cookie| cookie.is_of(credentials))
    }

    /// Gives the device a new cookie of the account that someone has just signed in to. Those of other accounts stay.
    pub(crate) fn signed_in(&self, credentials: &Credentials) -> Option<SetDeviceCookie> {
        let new = DeviceCookie::new(&self.signer.macs, credentials, Utc::now());
        let others = self.cookies.iter().filter(|cookie| cookie.admin_id != credentials.id);
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
