//! Recovery codes, and the keys of second factors.

use std::time::Duration;

use agency_core::second_factor::{RECOVERY_ALPHABET, RECOVERY_LENGTH};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use chrono::{DateTime, Utc};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use crate::{
    auth::{second_factor::totp::SECRET_LENGTH, signed_in::AccountOwner},
    config::{Secrets, Signing},
    storage::slug,
};

/// The purposes of the derived keys.
const RECOVERY_CODES: &[u8] = b"agency: recovery codes";
const SETUPS: &[u8] = b"agency: second factors being set up";

/// The number of recovery codes of an account.
const CODES: usize = 10;
/// How long a secret can be confirmed after it was shown.
const SETUP_LIFETIME: Duration = Duration::from_mins(30);

pub(super) type Secret = [u8; SECRET_LENGTH];

/// Hashes recovery codes, and signs secrets that are being set up.
pub(crate) struct SecondFactorKeys {
    recovery_codes: Signing<Hmac<Sha256>>,
    setups: Signing<Hmac<Sha256>>,
}

impl SecondFactorKeys {
    /// Derives the keys from the server's secrets.
    pub(crate) fn new(secrets: &Secrets) -> Self {
        Self { recovery_codes: secrets.macs(RECOVERY_CODES), setups: secrets.macs(SETUPS) }
    }

    /// Generates recovery codes of an admin, and the hashes that are stored of them.
    pub(super) fn generate_codes(&self, admin_id: i64) -> (Vec<String>, Vec<String>) {
        let codes = (0..CODES).map(|_| random_code());
        let mac = &self.recovery_codes.current;
        codes.map(|code| (format_code(&code), hash(mac, admin_id, &code))).unzip()
    }

    /// Returns the hashes that may be stored of an admin's recovery code: one for each of the server's secrets.
    pub(super) fn hashes(&self, admin_id: i64, code: &str) -> Vec<String> {
        self.recovery_codes.verifying().map(|mac| hash(mac, admin_id, code)).collect()
    }

    /// Signs a new secret for the session that confirms it. It is not stored until then, so that no other session can
    /// replace it.
    pub(super) fn sign_setup(&self, owner: &AccountOwner, secret: &Secret, now: DateTime<Utc>) -> String {
        let expires = (now + SETUP_LIFETIME).timestamp().to_be_bytes();
        let tag = setup_mac(&self.setups.current, owner, expires, secret).finalize().into_bytes();
        Base64UrlUnpadded::encode_string(&[&expires[..], secret, &tag].concat())
    }

    /// Verifies a signed secret; none if it is of another session or has expired.
    pub(super) fn read_setup(&self, owner: &AccountOwner, text: &str, now: DateTime<Utc>) -> Option<Secret> {
        let bytes = Base64UrlUnpadded::decode_vec(text).ok()?;
        let (expires, rest) = bytes.split_first_chunk()?;
        let (secret, tag) = rest.split_first_chunk()?;
        let mut macs = self.setups.verifying();
        macs.find(|mac| setup_mac(mac, owner, *expires, secret).verify_slice(tag).is_ok())?;
        (now.timestamp() < i64::from_be_bytes(*expires)).then_some(*secret)
    }
}

fn hash(mac: &Hmac<Sha256>, admin_id: i64, code: &str) -> String {
    let mac = mac.clone().chain_update(admin_id.to_be_bytes()).chain_update(code);
    Base64UrlUnpadded::encode_string(&mac.finalize().into_bytes())
}

fn setup_mac(mac: &Hmac<Sha256>, owner: &AccountOwner, expires: [u8; 8], secret: &Secret) -> Hmac<Sha256> {
    let mac = mac.clone().chain_update(owner.admin_id.to_be_bytes()).chain_update(expires);
    mac.chain_update(secret).chain_update(&owner.family)
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
