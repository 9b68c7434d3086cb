//! Signed tokens of sessions, logins, devices, setups and export links.

use std::time::Duration;

use agency_core::token::has_expired;
use anyhow::Context as _;
use base64ct::{Base64UrlUnpadded, Encoding as _};
use chrono::{DateTime, Utc, serde::ts_seconds};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use secrecy::ExposeSecret as _;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::{
    auth::hs256,
    config::{Secrets, Signing},
    http::error::ApiError,
    storage::random,
};

/// How long a session lasts, however often it is refreshed.
const SESSION_LIFETIME: Duration = Duration::from_hours(30 * 24);

/// The purpose of a token, which accepts no other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TokenType {
    /// Authorizes private calls.
    Access,
    /// Is exchanged for a new pair.
    Refresh,
    /// Is exchanged for a pair by the code of a second factor.
    Challenge,
    /// Carries the secret of a second factor until its first code confirms it.
    Setup,
    /// Is a device's cookie of an account.
    Device,
    /// Is a link to an export.
    Export,
}

impl TokenType {
    /// Returns how long a token is valid.
    pub(crate) const fn lifetime(self) -> Duration {
        match self {
            Self::Access => Duration::from_mins(15),
            Self::Refresh => Duration::from_hours(14 * 24),
            Self::Challenge => Duration::from_mins(5),
            Self::Setup => Duration::from_mins(30),
            Self::Device => Duration::from_hours(365 * 24),
            Self::Export => Duration::from_mins(1),
        }
    }

    /// Returns when a new token expires that begins with a login at `since`.
    fn end(self, since: DateTime<Utc>, now: DateTime<Utc>) -> DateTime<Utc> {
        (now + self.lifetime()).min(self.last_end(since))
    }

    /// Returns the time when the last token ends that begins with a login at `since`.
    fn last_end(self, since: DateTime<Utc>) -> DateTime<Utc> {
        since + SESSION_LIFETIME.max(self.lifetime())
    }
}

/// A session of an admin.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) admin_id: i64,
    /// Its id, which all its refresh tokens have as their `family`.
    pub(crate) id: Vec<u8>,
    /// When it started.
    pub(crate) since: DateTime<Utc>,
}

/// Identifies the credentials of an account: it changes with the password and the second factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CredentialsId(pub(crate) Vec<u8>);

/// The credentials of an admin, which challenges and device cookies are valid for.
#[derive(Clone, Debug)]
pub(crate) struct Credentials {
    pub(crate) admin_id: i64,
    pub(crate) id: CredentialsId,
    /// When they were checked.
    pub(crate) since: DateTime<Utc>,
}

/// What a token is signed for.
pub(crate) struct Subject<'a> {
    admin_id: i64,
    id: &'a [u8],
    since: DateTime<Utc>,
}

impl<'a> From<&'a Session> for Subject<'a> {
    fn from(Session { admin_id, id, since }: &'a Session) -> Self {
        Self { admin_id: *admin_id, id, since: *since }
    }
}

impl<'a> From<&'a Credentials> for Subject<'a> {
    fn from(Credentials { admin_id, id, since }: &'a Credentials) -> Self {
        Self { admin_id: *admin_id, id: &id.0, since: *since }
    }
}

impl Session {
    /// Returns the expiry of a new token, which is not later than the session's end.
    pub(crate) fn end_of(&self, typ: TokenType, now: DateTime<Utc>) -> DateTime<Utc> {
        typ.end(self.since, now)
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Claims {
    sub: String,
    typ: TokenType,
    pub(crate) jti: String,
    #[serde(with = "ts_seconds")]
    iat: DateTime<Utc>,
    #[serde(with = "ts_seconds")]
    exp: DateTime<Utc>,
    sid: String,
    #[serde(with = "ts_seconds")]
    auth_time: DateTime<Utc>,
    /// The time of a challenge's counted attempt, the secret of a setup, or the target of a link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    extra: Option<Value>,
}

impl Claims {
    /// Returns the session of the token; none if a claim is malformed.
    pub(crate) fn session(&self) -> Option<Session> {
        let (admin_id, id) = self.subject()?;
        Some(Session { admin_id, id, since: self.auth_time })
    }

    /// Returns the credentials of the token; none if a claim is malformed.
    pub(crate) fn credentials(&self) -> Option<Credentials> {
        let (admin_id, id) = self.subject()?;
        Some(Credentials { admin_id, id: CredentialsId(id), since: self.auth_time })
    }

    fn subject(&self) -> Option<(i64, Vec<u8>)> {
        Some((self.sub.parse().ok()?, Base64UrlUnpadded::decode_vec(&self.sid).ok()?))
    }

    /// Returns what the token carries; none if there is nothing of this type.
    pub(crate) fn extra<T: DeserializeOwned>(self) -> Option<T> {
        self.extra.and_then(|extra| serde_json::from_value(extra).ok())
    }

    fn has_ended(&self, now: DateTime<Utc>) -> bool {
        let end = self.exp.min(self.typ.last_end(self.auth_time));
        let [end, now] = [end, now].map(|at| at.timestamp().try_into().unwrap_or_default());
        has_expired(end, now)
    }
}

pub(crate) struct TokenKeys {
    keys: Signing<(EncodingKey, DecodingKey)>,
    validation: Validation,
}

impl TokenKeys {
    pub(crate) fn new(secrets: &Secrets) -> Self {
        hs256::install();
        let keys = secrets.map(|secret| {
            let secret = secret.expose_secret().as_bytes();
            (EncodingKey::from_secret(secret), DecodingKey::from_secret(secret))
        });
        let mut validation = Validation::new(Algorithm::HS256);
        // A token must have an expiry. The rules say when that is over, to the server as to the page.
        validation.validate_exp = false;
        validation.leeway = 0;
        validation.validate_nbf = true;
        Self { keys, validation }
    }

    /// Signs a token of a session or of credentials, which can carry something else.
    pub(crate) fn sign<'a>(
        &self,
        typ: TokenType,
        subject: impl Into<Subject<'a>>,
        now: DateTime<Utc>,
        extra: Option<Value>,
    ) -> Result<String, ApiError> {
        let Subject { admin_id, id, since } = subject.into();
        let claims = Claims {
            sub: admin_id.to_string(),
            typ,
            jti: random::hex(),
            iat: now,
            exp: typ.end(since, now),
            sid: Base64UrlUnpadded::encode_string(id),
            auth_time: since,
            extra,
        };
        encode(&Header::new(Algorithm::HS256), &claims, &self.keys.current.0)
            .context("a token could not be signed")
            .map_err(ApiError::internal)
    }

    /// Returns the claims of a valid token of a type. Whatever is signed is verified here.
    pub(crate) fn verify(&self, token: &str, typ: TokenType) -> Option<Claims> {
        self.verify_at(token, typ, Utc::now())
    }

    fn verify_at(&self, token: &str, typ: TokenType, now: DateTime<Utc>) -> Option<Claims> {
        let mut keys = self.keys.verifying();
        let token = keys.find_map(|(_, key)| decode::<Claims>(token, key, &self.validation).ok())?;
        let claims = token.claims;
        (claims.typ == typ && !claims.has_ended(now)).then_some(claims)
    }
}

/// Returns the hash that is stored of a refresh token.
pub(crate) fn hash_refresh_token(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}

#[cfg(test)]
mod tests;
