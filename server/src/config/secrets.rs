//! The secret that signs, and the one before it.

use anyhow::{Result, bail};
use secrecy::SecretString;

/// The fewest bytes of a secret: as many as HMAC-SHA-256 has.
const LENGTH: usize = 32;

/// What signs tokens, links and marks of devices.
#[derive(Clone, Debug)]
pub(crate) struct Secrets {
    /// `TOKEN_SECRET`: signs, and verifies; at least 32 bytes.
    pub(crate) current: SecretString,
    /// `TOKEN_SECRET_FORMER`: verifies as well; none when unset.
    pub(crate) former: Option<SecretString>,
}

impl Secrets {
    /// Secrets that are long enough.
    pub(super) fn new(current: String, former: Option<String>) -> Result<Self> {
        let former = former.map(|former| long_enough("TOKEN_SECRET_FORMER", former)).transpose()?;
        Ok(Self { current: long_enough("TOKEN_SECRET", current)?, former })
    }

    /// Something made of each, the one that signs first.
    pub(crate) fn map<T>(&self, make: impl Fn(&SecretString) -> T) -> Signing<T> {
        Signing { current: make(&self.current), former: self.former.as_ref().map(make) }
    }
}

/// Something made of the secret, and of the former one.
pub(crate) struct Signing<T> {
    /// Signs, and verifies.
    pub(crate) current: T,
    former: Option<T>,
}

impl<T> Signing<T> {
    /// All that verify.
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
