//! Recovery codes, and the key of their hashes.

use agency_core::second_factor::{RECOVERY_ALPHABET, RECOVERY_LENGTH};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use crate::{
    config::{Secrets, Signing},
    storage::slug,
};

/// The purpose of the derived key.
const PURPOSE: &[u8] = b"agency: recovery codes";

/// The number of recovery codes of an account.
const CODES: usize = 10;

/// Hashes recovery codes.
pub(crate) struct SecondFactorKeys(Signing<Hmac<Sha256>>);

impl SecondFactorKeys {
    /// Derives the keys from the server's secrets.
    pub(crate) fn new(secrets: &Secrets) -> Self {
        Self(secrets.macs(PURPOSE))
    }

    /// Generates recovery codes of an admin, and the hashes that are stored of them.
    pub(super) fn generate_codes(&self, admin_id: i64) -> (Vec<String>, Vec<String>) {
        let codes = (0..CODES).map(|_| random_code());
        codes.map(|code| (format_code(&code), hash(&self.0.current, admin_id, &code))).unzip()
    }

    /// Returns the hashes that may be stored of an admin's recovery code: one for each of the server's secrets.
    pub(super) fn hashes(&self, admin_id: i64, code: &str) -> Vec<String> {
        self.0.verifying().map(|mac| hash(mac, admin_id, code)).collect()
    }
}

fn hash(mac: &Hmac<Sha256>, admin_id: i64, code: &str) -> String {
    let mac = mac.clone().chain_update(admin_id.to_be_bytes()).chain_update(code);
    Base64UrlUnpadded::encode_string(&mac.finalize().into_bytes())
}

/// Returns 10 of 31 characters: 49 random bits.
fn random_code() -> String {
    slug::random_text(RECOVERY_ALPHABET, RECOVERY_LENGTH)
}

/// Formats a code in two halves, which are easier to copy.
fn format_code(code: &str) -> String {
    code.split_at_checked(RECOVERY_LENGTH / 2)
        .map_or_else(|| code.to_owned(), |(first, second)| format!("{first}-{second}"))
}

#[cfg(test)]
#[path = "keys_tests.rs"]
mod tests;
