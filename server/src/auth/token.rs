//! Access and refresh tokens: what they say, how they are signed.

use std::time::Duration;

use chrono::{DateTime, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use secrecy::{ExposeSecret as _, SecretString};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::{auth::hs256, error::ApiError, slug};

/// How long an access token lives.
pub(crate) const ACCESS_LIFETIME: Duration = Duration::from_mins(15);

/// How long a refresh token lives.
pub(crate) const REFRESH_LIFETIME: Duration = Duration::from_hours(14 * 24);

/// What a token is for; one kind is refused where the other is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TokenType {
    /// Opens the private calls.
    Access,
    /// Is changed for a new pair, once.
    Refresh,
}

#[derive(Debug, Serialize, Deserialize)]
struct Claims {
    sub: String,
    typ: TokenType,
    jti: String,
    iat: i64,
    exp: i64,
}

/// Signs and verifies tokens.
pub(crate) struct TokenKeys {
    signing: EncodingKey,
    verifying: DecodingKey,
    validation: Validation,
}

impl TokenKeys {
    /// The keys of a secret.
    pub(crate) fn new(secret: &SecretString) -> Self {
        hs256::install();
        let secret = secret.expose_secret().as_bytes();
        let mut validation = Validation::new(Algorithm::HS256);
        // A token has expired at its second, for the server as for the rules.
        validation.leeway = 0;
        validation.validate_nbf = true;
        validation.set_required_spec_claims(&["exp", "sub"]);
        Self {
            signing: EncodingKey::from_secret(secret),
            verifying: DecodingKey::from_secret(secret),
            validation,
        }
    }

    /// A signed token of an admin.
    pub(crate) fn sign(&self, typ: TokenType, admin_id: i64, now: DateTime<Utc>) -> Result<String, ApiError> {
        let lifetime = match typ {
            TokenType::Access => ACCESS_LIFETIME,
            TokenType::Refresh => REFRESH_LIFETIME,
        };
        let claims = Claims {
            sub: admin_id.to_string(),
            typ,
            jti: slug::random(),
            iat: now.timestamp(),
            exp: (now + lifetime).timestamp(),
        };
        encode(&Header::new(Algorithm::HS256), &claims, &self.signing).map_err(|error| {
            tracing::error!(%error, "a token could not be signed");
            ApiError::internal()
        })
    }

    /// The admin of a token of that type; none when the token is not ours, of another type, or expired.
    pub(crate) fn verify(&self, token: &str, typ: TokenType) -> Option<i64> {
        let claims = decode::<Claims>(token, &self.verifying, &self.validation).ok()?.claims;
        if claims.typ == typ && claims.exp > Utc::now().timestamp() { claims.sub.parse().ok() } else { None }
    }
}

/// What is stored of a refresh token.
pub(crate) fn fingerprint(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}
