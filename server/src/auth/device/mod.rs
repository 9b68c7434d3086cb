//! Device cookies, as OWASP describes them.
//!
//! After a login, the browser keeps a signed cookie of the account. Its failed logins count apart from those of strangers,
//! and it has permits of its own to hash passwords, so that a flood of wrong passwords never locks out the owner. The
//! cookie authorizes nothing, and is not needed to log in. It ends when the password or the second factor changes.

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

const PURPOSE: &[u8] = b"agency: device cookies";

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
    pub(crate) fn cookie_of(&self, credentials: &Credentials) -> Option<&DeviceCookie> {
        self.cookies.iter().find(|cookie| cookie.is_of(credentials))
    }

    /// Adds a cookie after a login. Those of other accounts stay.
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
