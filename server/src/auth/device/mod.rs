//! The device that somebody signs in from. One that has signed in to an account before keeps a mark of it in a cookie, so
//! that its failures count apart: who floods an account with wrong passwords shuts other strangers out, never its owner.
//! This is what OWASP describes as device cookies. A mark opens nothing, and who lacks one signs in all the same.

mod mark;

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

use crate::{
    auth::device::mark::{LIFETIME, Mark},
    config::{PublicUrl, Secrets, Signing},
};

/// What tells this use of the secret from every other.
const PURPOSE: &[u8] = b"agency: marks of devices";

/// How many accounts a device keeps marks of; the one that somebody signed in to longest ago goes first.
const AT_MOST: usize = 5;

/// The header that gives a device its marks.
pub(crate) type SetMark = [(HeaderName, HeaderValue); 1];

/// Makes and reads marks.
pub(crate) struct DeviceMarks {
    macs: Signing<Hmac<Sha256>>,
    /// Whether visitors come by HTTPS, and the cookie with them alone.
    is_secure: bool,
}

impl DeviceMarks {
    /// Marks under keys that are derived from the secrets.
    pub(crate) fn new(secrets: &Secrets, public_url: Option<&PublicUrl>) -> Self {
        Self { macs: secrets.macs(PURPOSE), is_secure: public_url.is_some_and(PublicUrl::is_https) }
    }

    /// The cookie's name. Browsers keep one that begins like this only when it came by HTTPS.
    const fn name(&self) -> &'static str {
        if self.is_secure { "__Secure-device" } else { "device" }
    }

    fn read(&self, headers: &HeaderMap) -> Vec<Mark> {
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let cookies =
            lines.flat_map(|line| line.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
        let marks = cookies.filter(|(name, _)| *name == self.name()).flat_map(|(_, marks)| marks.split('.'));
        let now = Utc::now();
        marks.take(AT_MOST).filter_map(|mark| Mark::read(&self.macs, mark, now)).collect()
    }
}

/// A device, with the marks that it brings.
pub(crate) struct Device {
    made: Arc<DeviceMarks>,
    marks: Vec<Mark>,
}

impl Device {
    /// Whether somebody has signed in from here.
    pub(crate) const fn has_marks(&self) -> bool {
        !self.marks.is_empty()
    }

    /// What its failures at an account count by, where somebody has signed in to that account from here.
    pub(crate) fn mark_of(&self, admin_id: i64) -> Option<&str> {
        self.marks.iter().find(|mark| mark.admin_id == admin_id).map(|mark| mark.nonce.as_str())
    }

    /// Gives it a new mark of the account that somebody has just signed in to. Those of other accounts stay as they are.
    pub(crate) fn signed_in(&self, admin_id: i64) -> Option<SetMark> {
        let new = Mark::new(&self.made.macs, admin_id, Utc::now());
        let others = self.marks.iter().filter(|mark| mark.admin_id != admin_id);
        let marks = std::iter::once(&new).chain(others).take(AT_MOST);
        let marks = marks.map(|mark| mark.text.as_str()).collect::<Vec<_>>().join(".");
        let cookie = format!(
            "{}={marks}; Path=/api/token; Max-Age={}; HttpOnly; SameSite=Strict{}",
            self.made.name(),
            LIFETIME.as_secs(),
            if self.made.is_secure { "; Secure" } else { "" },
        );
        HeaderValue::try_from(cookie).ok().map(|cookie| [(header::SET_COOKIE, cookie)])
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Device
where
    Arc<DeviceMarks>: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let made = Arc::<DeviceMarks>::from_ref(state);
        let marks = made.read(&parts.headers);
        Ok(Self { made, marks })
    }
}
