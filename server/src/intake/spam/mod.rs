//! Spam assessment of a form, without cookies or third parties. Spam is stored, never rejected.

mod fingerprint;
mod signals;
#[cfg(test)]
mod tests;

use agency_core::{spam::SpamReason, work::RecordState};
use diesel::{
    dsl::{IntervalDsl as _, now},
    prelude::*,
    sql_types::Timestamptz,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use crate::{
    config::Secrets,
    intake::spam::{fingerprint::fingerprint, signals::SpamSignals},
    storage::schema::submissions,
};

/// Separates this use of the secret from every other.
const PURPOSE: &[u8] = b"agency: hashes of texts";

/// Bytes of a stored hash.
const HASH_LENGTH: usize = 16;

/// Number of addresses that send the same text within an hour before it counts as spam. Two can be one person who
/// corrects a mistyped address.
const SEVERAL_ADDRESSES: u32 = 3;

/// The parts of a form that decide whether it is spam.
pub(crate) struct SpamInput<'a> {
    pub(crate) name: &'a str,
    /// The main text, which identifies one message sent from several addresses, and all others.
    pub(crate) texts: Vec<&'a str>,
}

/// Hashes main texts under a key derived from the secret.
pub(crate) struct TextHasher(Hmac<Sha256>);

impl TextHasher {
    /// Creates a hasher with a key from the secrets.
    pub(crate) fn new(secrets: &Secrets) -> Self {
        Self(secrets.macs(PURPOSE).current)
    }

    /// Returns the keyed hash of the words of the main text. Returns `None` if it is too short to compare.
    pub(crate) fn hash(&self, input: &SpamInput<'_>) -> Option<Vec<u8>> {
        let text = fingerprint(input.texts.as_slice().first()?)?;
        let mut hash = self.0.clone().chain_update(text).finalize().into_bytes().to_vec();
        hash.truncate(HASH_LENGTH);
        Some(hash)
    }
}

/// Initial state of a form, and the reasons if it is spam.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SpamAssessment {
    pub(crate) state: RecordState,
    pub(crate) reasons: Vec<&'static str>,
}

/// Assesses a form by the rules.
pub(crate) fn assess(input: &SpamInput<'_>, is_honeypot_filled: bool, is_same_text: bool) -> SpamAssessment {
    let signals = SpamSignals::from_texts(input.name, &input.texts);
    let signals = SpamSignals { is_honeypot_filled, is_same_text, ..signals };
    if signals.is_spam() {
        let reasons = signals.reasons().map(SpamReason::as_str).collect();
        SpamAssessment { state: RecordState::Spam, reasons }
    } else {
        SpamAssessment { state: RecordState::New, reasons: Vec::new() }
    }
}

/// Returns whether enough other addresses sent the same text within the last hour for it to count as a mass mailing.
///
/// Asks for one more address at a time, so that a flood of one text makes it no slower.
pub(crate) async fn came_from_several_addresses(
    mut connection: &AsyncPgConnection,
    text_hash: Option<&[u8]>,
    email_key: &str,
) -> QueryResult<bool> {
    let Some(text_hash) = text_hash else { return Ok(false) };
    let mut found = vec![email_key.to_owned()];
    for _ in 1..SEVERAL_ADDRESSES {
        let other = submissions::table
            .filter(submissions::text_hash.eq(text_hash))
            .filter(submissions::created_at.gt(now.into_sql::<Timestamptz>() - 1.hour()))
            .filter(submissions::email_key.ne_all(&found))
            .select(submissions::email_key)
            .first(&mut connection)
            .await
            .optional()?;
        match other {
            Some(other) => found.push(other),
            None => return Ok(false),
        }
    }
    Ok(true)
}
