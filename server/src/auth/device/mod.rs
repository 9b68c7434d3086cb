//! Device cookies, as OWASP describes them.
//!
//! After a login, the browser keeps a signed cookie of the account. Its failed logins count apart from those of strangers,
//! and it has permits of its own to hash passwords, so that a flood of wrong passwords never locks out the owner. The
//! cookie authorizes nothing, and is not needed to log in. It ends when the password or the second factor changes.

#[cfg(test)]
mod tests;

use std::{convert::Infallible, sync::Arc};

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{HeaderName, HeaderValue, header, request::Parts},
};
use chrono::Utc;
use cookie::{Cookie, SameSite, time::Duration};

use crate::{
    auth::{
        browser::name_browser,
        queries::Account,
        state::AuthState,
        token::{Credentials, TokenKeys, TokenType},
    },
    config::PublicUrl,
    limits::KnownDevice,
};

/// Separates the tokens of several accounts.
const SEPARATOR: &str = "~";

/// Maximum accounts with a cookie on one device. The latest logins are kept.
const MAX_ACCOUNTS: usize = 5;

/// The fewest bytes of a cookie's token.
const MIN_TOKEN_LENGTH: usize = 100;

/// The header that gives a browser its device cookies.
pub(crate) type SetDeviceCookie = [(HeaderName, HeaderValue); 1];

/// A device, with the valid cookies that it sends.
pub(crate) struct Device {
    /// The browser in words; empty if unknown.
    pub(crate) browser: String,
    state: Arc<AuthState>,
    /// Whether visitors use HTTPS, so that browsers send the cookie over HTTPS alone.
    is_secure: bool,
    cookies: Vec<DeviceCookie>,
}

/// A valid device cookie.
struct DeviceCookie {
    token: String,
    /// The id of the account. A username may later be another account's, an id never is.
    admin_id: i64,
    /// The device as rate limits count it.
    known: KnownDevice,
}

impl Device {
    /// Returns whether someone has logged in from this device.
    pub(crate) const fn has_cookies(&self) -> bool {
        !self.cookies.is_empty()
    }

    /// Returns the device as one that is known to an account, if its cookie was created for these credentials.
    pub(crate) fn known_to(&self, account: &Account) -> Option<&KnownDevice> {
        let Credentials { admin_id, id, .. } = account.credentials();
        let is_of = |cookie: &&DeviceCookie| cookie.admin_id == admin_id && cookie.known.credentials == id.0;
        self.cookies.iter().find(is_of).map(|cookie| &cookie.known)
    }

    /// Adds a cookie after a login. Those of other accounts stay.
    pub(crate) fn cookie_for(&self, account: &Account) -> Option<SetDeviceCookie> {
        let new = self.state.keys.sign(TokenType::Device, &account.credentials(), Utc::now(), None);
        // Losing the cookie is better than losing the session.
        let new = new.inspect_err(|error| tracing::error!(%error, "no device cookie was set")).ok()?;
        let others = self.cookies.iter().filter(|cookie| cookie.admin_id != account.id);
        let tokens = std::iter::once(&new).chain(others.map(|cookie| &cookie.token)).take(MAX_ACCOUNTS);
        let tokens = tokens.map(String::as_str).collect::<Vec<_>>().join(SEPARATOR);
        let lifetime = Duration::try_from(TokenType::Device.lifetime()).ok()?;
        let cookie = Cookie::build((name(self.is_secure), tokens))
            .path("/api/token")
            .max_age(lifetime)
            .http_only(true)
            .same_site(SameSite::Strict)
            .secure(self.is_secure);
        HeaderValue::try_from(cookie.to_string()).ok().map(|cookie| [(header::SET_COOKIE, cookie)])
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Device
where
    Arc<AuthState>: FromRef<S>,
    Option<Arc<PublicUrl>>: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let is_secure = Option::<Arc<PublicUrl>>::from_ref(state).is_some_and(|url| url.is_https());
        let state = Arc::<AuthState>::from_ref(state);
        let mut cookies = Vec::new();
        // A `CookieJar` keeps one cookie of a name, so another host of the domain could hide this one. It can add any number
        // that fits in the head of a request, of any bytes.
        for line in parts.headers.get_all(header::COOKIE) {
            for cookie in Cookie::split_parse(String::from_utf8_lossy(line.as_bytes())).flatten() {
                if cookie.name() == name(is_secure) {
                    let tokens = cookie.value().split(SEPARATOR).filter(|token| is_plausible(token));
                    cookies.extend(tokens.filter_map(|token| verify(&state.keys, token)));
                }
            }
        }
        Ok(Self { browser: name_browser(&parts.headers), cookies, state, is_secure })
    }
}

/// Returns the cookie's name. Browsers keep one with this prefix only when it came over HTTPS.
const fn name(is_secure: bool) -> &'static str {
    if is_secure { "__Secure-device" } else { "device" }
}

/// Returns whether a text can be a token, before its signature is computed.
fn is_plausible(token: &str) -> bool {
    token.len() >= MIN_TOKEN_LENGTH && token.split('.').count() == 3
}

fn verify(keys: &TokenKeys, token: &str) -> Option<DeviceCookie> {
    let claims = keys.verify(token, TokenType::Device)?;
    let Credentials { admin_id, id, .. } = claims.credentials()?;
    let known = KnownDevice { nonce: claims.jti, credentials: id.0 };
    Some(DeviceCookie { token: token.to_owned(), admin_id, known })
}
