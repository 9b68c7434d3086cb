//! The secret that signs tokens, and the former one.

use anyhow::{Result, ensure};
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit as _};
use secrecy::{ExposeSecret as _, SecretString};
use sha2::Sha256;

/// The shortest secret, in bytes: the length of HMAC-SHA-256.
const LENGTH: usize = 32;

/// Something of both secrets: the current one signs and verifies, the former one verifies.
#[derive(Clone, Debug)]
pub(crate) struct Signing<T> {
    pub(crate) current: T,
    pub(crate) former: Option<T>,
}

/// `TOKEN_SECRET` and `TOKEN_SECRET_FORMER`, which sign tokens, links and device cookies.
pub(crate) type Secrets = Signing<SecretString>;

impl Secrets {
    /// Checks the length of both secrets.
    pub(super) fn new(current: String, former: Option<String>) -> Result<Self> {
        let check = |name, secret: String| {
            ensure!(secret.len() >= LENGTH, "{name} must have at least {LENGTH} bytes");
            Ok(secret.into())
        };
        let former = former.map(|former| check("TOKEN_SECRET_FORMER", former)).transpose()?;
        Ok(Self { current: check("TOKEN_SECRET", current)?, former })
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

impl<T> Signing<T> {
    /// Returns all that verify, the current one first.
    pub(crate) fn verifying(&self) -> impl Iterator<Item = &T> {
        std::iter::once(&self.current).chain(&self.former)
    }
}
