//! Keys of second factors.

use std::time::Duration;

use base64ct::{Base64UrlUnpadded, Encoding as _};
use chrono::{DateTime, Utc};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use crate::{
    auth::{second_factor::totp::SECRET_LENGTH, signed_in::AccountOwner},
    config::{Secrets, Signing},
};

/// Separates the keys of recovery codes from all others.
const RECOVERY_CODES: &[u8] = b"agency: recovery codes";

/// Separates the keys of secrets that are being set up from all others.
const SETUPS: &[u8] = b"agency: second factors being set up";

/// How long a secret can be confirmed after it was shown.
const SETUP_LIFETIME: Duration = Duration::from_mins(30);

/// A secret in a set-up.
pub(super) type Secret = [u8; SECRET_LENGTH];

/// Hashes recovery codes, and signs secrets that are being set up.
pub(crate) struct SecondFactorKeys {
    recovery_codes: Signing<Hmac<Sha256>>,
    setups: Signing<Hmac<Sha256>>,
}

impl SecondFactorKeys {
    /// Creates keys that are derived from the secrets.
    pub(crate) fn new(secrets: &Secrets) -> Self {
        Self { recovery_codes: secrets.macs(RECOVERY_CODES), setups: secrets.macs(SETUPS) }
    }

    /// Returns what is stored of an admin's recovery code.
    pub(super) fn hash(&self, admin_id: i64, code: &str) -> String {
        hash(&self.recovery_codes.current, admin_id, code)
    }

    /// Returns all that may be stored of an admin's recovery code: under each secret that is still good.
    pub(super) fn hashes(&self, admin_id: i64, code: &str) -> Vec<String> {
        self.recovery_codes.verifying().map(|mac| hash(mac, admin_id, code)).collect()
    }

    /// Returns a secret as the session that sets it up sends it back with its first code. Until then it is stored
    /// nowhere, so nobody else with the session's token can replace it.
    pub(super) fn sign_setup(&self, owner: &AccountOwner, secret: &Secret, now: DateTime<Utc>) -> String {
        let expires = (now + SETUP_LIFETIME).timestamp().to_be_bytes();
        let tag = setup(&self.setups.current, owner, expires, secret).finalize().into_bytes();
        Base64UrlUnpadded::encode_string(&[&expires[..], secret, &tag].concat())
    }

    /// Reads the secret of a set-up. Returns none when another session began it, or it has expired.
    pub(super) fn read_setup(&self, owner: &AccountOwner, text: &str, now: DateTime<Utc>) -> Option<Secret> {
        let bytes = Base64UrlUnpadded::decode_vec(text).ok()?;
        let (expires, rest) = bytes.split_first_chunk()?;
        let (secret, tag) = rest.split_first_chunk()?;
        let mut macs = self.setups.verifying();
        macs.find(|mac| setup(mac, owner, *expires, secret).verify_slice(tag).is_ok())?;
        (now.timestamp() < i64::from_be_bytes(*expires)).then_some(*secret)
    }
}

fn hash(mac: &Hmac<Sha256>, admin_id: i64, code: &str) -> String {
    let mac = mac.clone().chain_update(admin_id.to_be_bytes()).chain_update(code);
    Base64UrlUnpadded::encode_string(&mac.finalize().into_bytes())
}

fn setup(mac: &Hmac<Sha256>, owner: &AccountOwner, expires: [u8; 8], secret: &Secret) -> Hmac<Sha256> {
    let mac = mac.clone().chain_update(owner.admin_id.to_be_bytes()).chain_update(expires);
    mac.chain_update(secret).chain_update(&owner.family)
}
