//! What a right password is answered with, where a second factor is asked: it opens nothing but the call that takes
//! the code.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    auth::{
        queries::Credentials,
        token::{SignIn, TokenKeys, TokenType, fingerprint},
    },
    http::error::ApiError,
    limits::CountedAttempt,
};

/// The second factor is asked.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChallengeResponse {
    /// Is sent with the code, within five minutes.
    challenge: String,
}

/// Returns a challenge for the password behind these credentials. It carries when its attempt was counted, so that the
/// code takes back that one and no other.
pub(crate) fn challenge(
    keys: &TokenKeys,
    credentials: &Credentials,
    attempt: Option<&CountedAttempt>,
    now: DateTime<Utc>,
) -> Result<ChallengeResponse, ApiError> {
    // There is no session yet: in its place is which password was given, so that another one ends the challenge.
    let given =
        SignIn { admin_id: credentials.id, family: fingerprint(&credentials.password_hash), since: now };
    let counted_at = attempt.map(|attempt| attempt.made_at);
    Ok(ChallengeResponse { challenge: keys.sign_counted(TokenType::Challenge, &given, now, counted_at)? })
}

/// Who gave the password.
pub(super) struct Challenge {
    pub(super) admin_id: i64,
    /// When the attempt of the password was counted.
    pub(super) counted_at: Option<DateTime<Utc>>,
    password: Vec<u8>,
}

impl Challenge {
    /// Reads a challenge; none when it is not ours, or its time is over.
    pub(super) fn read(keys: &TokenKeys, challenge: &str) -> Option<Self> {
        let claims = keys.verify(challenge, TokenType::Challenge)?;
        let given = claims.sign_in()?;
        Some(Self { admin_id: given.admin_id, counted_at: claims.counted_at(), password: given.family })
    }

    /// Whether the password that was given is the one behind this hash.
    pub(super) fn is_of(&self, password_hash: &str) -> bool {
        self.password == fingerprint(password_hash)
    }
}
