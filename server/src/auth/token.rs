//! Access and refresh tokens: what they say, how they are signed.

use std::time::Duration;

use base64ct::{Base64UrlUnpadded, Encoding as _};
use chrono::{DateTime, Utc};
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

/// How long an access token lives.
pub(crate) const ACCESS_LIFETIME: Duration = Duration::from_mins(15);

/// How long a refresh token lives.
pub(crate) const REFRESH_LIFETIME: Duration = Duration::from_hours(14 * 24);

/// How long after the password the code of a second factor is taken.
const CHALLENGE_LIFETIME: Duration = Duration::from_mins(5);

/// How long a sign-in lives, however often it is refreshed.
pub(crate) const LONGEST: Duration = Duration::from_hours(30 * 24);

/// What a token is for; one kind is refused where the other is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TokenType {
    /// Opens the private calls.
    Access,
    /// Is changed for a new pair, once.
    Refresh,
    /// Is sent with the code of a second factor.
    Challenge,
}

/// Whose tokens they are, from one password to the sign-in's end.
#[derive(Clone, Debug)]
pub(crate) struct SignIn {
    /// The admin's number.
    pub(crate) admin_id: i64,
    /// Shared by all tokens of the sign-in.
    pub(crate) family: Vec<u8>,
    /// When the password was given.
    pub(crate) since: DateTime<Utc>,
}

impl SignIn {
    /// When a token ends that is made now: in its time, but not after the sign-in.
    pub(crate) fn end_of(&self, typ: TokenType, now: DateTime<Utc>) -> DateTime<Utc> {
        let lifetime = match typ {
            TokenType::Access => ACCESS_LIFETIME,
            TokenType::Refresh => REFRESH_LIFETIME,
            TokenType::Challenge => CHALLENGE_LIFETIME,
        };
        (now + lifetime).min(self.since + LONGEST)
    }
}

/// What a token says.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Claims {
    sub: String,
    typ: TokenType,
    jti: String,
    iat: i64,
    exp: i64,
    sid: String,
    auth_time: i64,
    /// When the attempt of a challenge's password was counted, in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    counted_at: Option<i64>,
}

impl Claims {
    /// Returns the session that the token belongs to; none where a claim is malformed.
    pub(crate) fn sign_in(&self) -> Option<SignIn> {
        let family = Base64UrlUnpadded::decode_vec(&self.sid).ok()?;
        Some(SignIn { admin_id: self.admin_id()?, family, since: self.since()? })
    }

    /// Whose token it is.
    pub(crate) fn admin_id(&self) -> Option<i64> {
        self.sub.parse().ok()
    }

    /// Returns when the password was given, to the second.
    fn since(&self) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp(self.auth_time, 0)
    }

    /// When the attempt of a challenge's password was counted.
    pub(crate) fn counted_at(&self) -> Option<DateTime<Utc>> {
        self.counted_at.and_then(DateTime::from_timestamp_micros)
    }

    fn has_ended(&self, now: DateTime<Utc>) -> bool {
        self.exp <= now.timestamp() || self.since().is_none_or(|since| since + LONGEST <= now)
    }
}

/// Signs and verifies tokens.
pub(crate) struct TokenKeys {
    keys: Signing<(EncodingKey, DecodingKey)>,
    validation: Validation,
}

impl TokenKeys {
    /// The keys of the secrets.
    pub(crate) fn new(secrets: &Secrets) -> Self {
        hs256::install();
        let keys = secrets.map(|secret| {
            let secret = secret.expose_secret().as_bytes();
            (EncodingKey::from_secret(secret), DecodingKey::from_secret(secret))
        });
        let mut validation = Validation::new(Algorithm::HS256);
        // A token has expired at its second, for the server as for the rules.
        validation.leeway = 0;
        validation.validate_nbf = true;
        validation.set_required_spec_claims(&["exp", "sub"]);
        Self { keys, validation }
    }

    /// A signed token of a sign-in.
    pub(crate) fn sign(
        &self,
        typ: TokenType,
        sign_in: &SignIn,
        now: DateTime<Utc>,
    ) -> Result<String, ApiError> {
        self.sign_counted(typ, sign_in, now, None)
    }

    /// Returns a signed token that also says when an attempt was counted.
    pub(crate) fn sign_counted(
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
            iat: now.timestamp(),
            exp: sign_in.end_of(typ, now).timestamp(),
            sid: Base64UrlUnpadded::encode_string(&sign_in.family),
            auth_time: sign_in.since.timestamp(),
            counted_at: counted_at.map(|at| at.timestamp_micros()),
        };
        encode(&Header::new(Algorithm::HS256), &claims, &self.keys.current.0).map_err(|error| {
            tracing::error!(%error, "a token could not be signed");
            ApiError::internal()
        })
    }

    /// What a token of that type says; none when the token is not ours, of another type, or expired.
    pub(crate) fn verify(&self, token: &str, typ: TokenType) -> Option<Claims> {
        let mut keys = self.keys.verifying();
        let token = keys.find_map(|(_, key)| decode::<Claims>(token, key, &self.validation).ok())?;
        let claims = token.claims;
        (claims.typ == typ && !claims.has_ended(Utc::now())).then_some(claims)
    }
}

/// What is stored of a refresh token.
pub(crate) fn fingerprint(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}
