//! Signed tokens: access, refresh and challenge.

use std::time::Duration;

use base64ct::{Base64UrlUnpadded, Encoding as _};
use chrono::{
    DateTime, Utc,
    serde::{ts_microseconds_option, ts_seconds},
};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use secrecy::ExposeSecret as _;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::{
    auth::hs256,
    config::{Secrets, Signing},
    http::error::ApiError,
    storage::slug,
};

pub(crate) const ACCESS_LIFETIME: Duration = Duration::from_mins(15);

pub(crate) const REFRESH_LIFETIME: Duration = Duration::from_hours(14 * 24);

/// How long the code of a second factor is accepted after the password.
const CHALLENGE_LIFETIME: Duration = Duration::from_mins(5);

/// How long a session lasts, however often it is refreshed.
pub(crate) const SESSION_LIFETIME: Duration = Duration::from_hours(30 * 24);

/// The purpose of a token, which accepts no other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TokenType {
    /// Authorizes private calls.
    Access,
    /// Is exchanged for a new pair, once.
    Refresh,
    Challenge,
}

#[derive(Clone, Debug)]
pub(crate) struct SignIn {
    pub(crate) admin_id: i64,
    pub(crate) family: Vec<u8>,
    pub(crate) since: DateTime<Utc>,
}

impl SignIn {
    /// Returns the expiry of a new token, which is not later than the session's end.
    pub(crate) fn end_of(&self, typ: TokenType, now: DateTime<Utc>) -> DateTime<Utc> {
        let lifetime = match typ {
            TokenType::Access => ACCESS_LIFETIME,
            TokenType::Refresh => REFRESH_LIFETIME,
            TokenType::Challenge => CHALLENGE_LIFETIME,
        };
        (now + lifetime).min(self.since + SESSION_LIFETIME)
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Claims {
    sub: String,
    typ: TokenType,
    jti: String,
    #[serde(with = "ts_seconds")]
    iat: DateTime<Utc>,
    #[serde(with = "ts_seconds")]
    exp: DateTime<Utc>,
    sid: String,
    #[serde(with = "ts_seconds")]
    auth_time: DateTime<Utc>,
    /// The time of a challenge's counted attempt.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "ts_microseconds_option")]
    pub(crate) counted_at: Option<DateTime<Utc>>,
}

impl Claims {
    /// Returns the session of the token; none if a claim is malformed.
    pub(crate) fn sign_in(&self) -> Option<SignIn> {
        let family = Base64UrlUnpadded::decode_vec(&self.sid).ok()?;
        Some(SignIn { admin_id: self.sub.parse().ok()?, family, since: self.auth_time })
    }

    fn has_ended(&self, now: DateTime<Utc>) -> bool {
        self.exp <= now || self.auth_time + SESSION_LIFETIME <= now
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
        // A token expires at its second, as `core` has it too.
        validation.leeway = 0;
        validation.validate_nbf = true;
        validation.set_required_spec_claims(&["exp", "sub"]);
        Self { keys, validation }
    }

    /// Signs a token of a session; that of a challenge has the time of the counted attempt.
    pub(crate) fn sign(
        &self,
        typ: TokenType,
        sign_in: &SignIn,
        now: DateTime<Utc>,
        counted_at: Option<DateTime<Utc>>,
    ) -> Result<String, ApiError> {
        let claims = Claims {
            sub: sign_in.admin_id.to_string(),
            typ,
            jti: slug::random(),
            iat: now,
            exp: sign_in.end_of(typ, now),
            sid: Base64UrlUnpadded::encode_string(&sign_in.family),
            auth_time: sign_in.since,
            counted_at,
        };
        encode(&Header::new(Algorithm::HS256), &claims, &self.keys.current.0).map_err(|error| {
            tracing::error!(%error, "a token could not be signed");
            ApiError::internal()
        })
    }

    /// Returns the claims of a valid token of a type.
    pub(crate) fn verify(&self, token: &str, typ: TokenType) -> Option<Claims> {
        let mut keys = self.keys.verifying();
        let token = keys.find_map(|(_, key)| decode::<Claims>(token, key, &self.validation).ok())?;
        let claims = token.claims;
        (claims.typ == typ && !claims.has_ended(Utc::now())).then_some(claims)
    }
}

/// Returns the hash that is stored of a refresh token.
pub(crate) fn fingerprint(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}
