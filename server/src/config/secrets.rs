//! The secret that signs tokens, and the former one.

use anyhow::{Result, bail};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit as _, Mac as _};
use secrecy::{ExposeSecret as _, SecretString};
use sha2::Sha256;

/// The shortest secret, in bytes: the length of HMAC-SHA-256.
const LENGTH: usize = 32;

/// The secrets that sign tokens, links and device cookies.
#[derive(Clone, Debug)]
pub(crate) struct Secrets {
    /// `TOKEN_SECRET`: signs and verifies.
    pub(crate) current: SecretString,
    /// `TOKEN_SECRET_FORMER`: verifies.
    pub(crate) former: Option<SecretString>,
}

impl Secrets {
    /// Checks the length of both secrets.
    pub(super) fn new(current: String, former: Option<String>) -> Result<Self> {
        let former = former.map(|former| long_enough("TOKEN_SECRET_FORMER", former)).transpose()?;
        Ok(Self { current: long_enough("TOKEN_SECRET", current)?, former })
    }

    /// Derives something from each secret.
    pub(crate) fn map<T>(&self, make: impl Fn(&SecretString) -> T) -> Signing<T> {
        Signing { current: make(&self.current), former: self.former.as_ref().map(make) }
    }

    /// Returns HMACs under keys that HKDF-SHA-256 derives from the secrets. Each purpose has keys of its own.
    #[expect(clippy::expect_used, reason = "HKDF gives up to 255 hashes, and this is two")]
    pub(crate) fn macs(&self, purpose: &[u8]) -> Signing<Hmac<Sha256>> {
        self.map(|secret| {
            let mut key = [0; 64];
            let hkdf = Hkdf::<Sha256>::new(None, secret.expose_secret().as_bytes());
            hkdf.expand(purpose, &mut key).expect("a key as long as a block");
            Hmac::new(&key.into())
        })
    }
}

pub(crate) struct Signing<T> {
    pub(crate) current: T,
    former: Option<T>,
}

impl Signing<Hmac<Sha256>> {
    /// Signs a text.
    pub(crate) fn sign(&self, text: &str) -> String {
        Base64UrlUnpadded::encode_string(&self.current.clone().chain_update(text).finalize().into_bytes())
    }

    /// Returns whether the signature was made for this text.
    pub(crate) fn verify(&self, text: &str, signature: &str) -> bool {
        let signature = Base64UrlUnpadded::decode_vec(signature).unwrap_or_default();
        self.verifying().any(|mac| mac.clone().chain_update(text).verify_slice(&signature).is_ok())
    }
}

impl<T> Signing<T> {
    /// Returns all that verify, the current one first.
    pub(crate) fn verifying(&self) -> impl Iterator<Item = &T> {
        std::iter::once(&self.current).chain(&self.former)
    }
}

fn long_enough(name: &str, secret: String) -> Result<SecretString> {
    if secret.len() < LENGTH {
        bail!("{name} must have at least {LENGTH} bytes");
    }
    Ok(secret.into())
}
