//! What a right password is answered with, where a second factor is asked: it opens nothing but the call that takes
//! the code.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    auth::token::{SignIn, TokenKeys, TokenType, fingerprint},
    http::error::ApiError,
};

/// The second factor is asked.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChallengeResponse {
    /// Is sent with the code, within five minutes.
    challenge: String,
}

/// A challenge for whoever gave the password behind this hash.
pub(crate) fn challenge(
    keys: &TokenKeys,
    admin_id: i64,
    password_hash: &str,
    now: DateTime<Utc>,
) -> Result<ChallengeResponse, ApiError> {
    // No sign-in yet: in its place stands which password was given, so that another one ends the challenge.
    let given = SignIn { admin_id, family: fingerprint(password_hash), since: now };
    Ok(ChallengeResponse { challenge: keys.sign(TokenType::Challenge, &given, now)? })
}

/// Who gave the password.
pub(super) struct Challenge {
    pub(super) admin_id: i64,
    password: Vec<u8>,
}

impl Challenge {
    /// Reads a challenge; none when it is not ours, or its time is over.
    pub(super) fn read(keys: &TokenKeys, challenge: &str) -> Option<Self> {
        let given = keys.verify(challenge, TokenType::Challenge)?.sign_in()?;
        Some(Self { admin_id: given.admin_id, password: given.family })
    }

    /// Whether the password that was given is the one behind this hash.
    pub(super) fn is_of(&self, password_hash: &str) -> bool {
        self.password == fingerprint(password_hash)
    }
}
