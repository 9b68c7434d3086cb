//! HMAC-SHA-256 for jsonwebtoken. The providers of the crate would add RSA and other algorithms.

use hmac::{Hmac, KeyInit as _, Mac as _};
use jsonwebtoken::{
    Algorithm,
    crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils},
    errors::{ErrorKind, Result},
    signature::{Error, Signer, Verifier},
};
use sha2::Sha256;

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: |algorithm, key| Ok(Box::new(Hs256::new(*algorithm, key.as_bytes())?)),
    verifier_factory: |algorithm, key| Ok(Box::new(Hs256::new(*algorithm, key.try_get_as_bytes()?)?)),
    key_utils: KeyUtils::new_unimplemented(),
};

/// Makes it the provider of the process.
pub(crate) fn install() {
    // Fails only if it is installed already.
    let _ = PROVIDER.install_default();
}

struct Hs256(Hmac<Sha256>);

impl Hs256 {
    fn new(algorithm: Algorithm, secret: &[u8]) -> Result<Self> {
        if algorithm != Algorithm::HS256 {
            return Err(ErrorKind::InvalidAlgorithm.into());
        }
        Hmac::new_from_slice(secret).map(Self).map_err(|_| ErrorKind::InvalidKeyFormat.into())
    }

    fn over(&self, message: &[u8]) -> Hmac<Sha256> {
        self.0.clone().chain_update(message)
    }
}

impl Signer<Vec<u8>> for Hs256 {
    fn try_sign(&self, message: &[u8]) -> std::result::Result<Vec<u8>, Error> {
        Ok(self.over(message).finalize().into_bytes().to_vec())
    }
}

impl Verifier<Vec<u8>> for Hs256 {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), Error> {
        // Compares in constant time.
        self.over(message).verify_slice(signature).map_err(Error::from_source)
    }
}

impl JwtSigner for Hs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

impl JwtVerifier for Hs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

#[cfg(test)]
mod tests {
    use base64ct::{Base64UrlUnpadded, Encoding as _};
    use jsonwebtoken::{
        DecodingKey, EncodingKey,
        crypto::{sign, verify},
    };

    use super::*;

    // RFC 7515, appendix A.1.
    const KEY: &str =
        "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow";
    const MESSAGE: &[u8] = b"eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\
        eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";
    const SIGNATURE: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

    #[test]
    fn signs_and_verifies_as_in_rfc_7515() {
        install();
        let signing = EncodingKey::from_secret(&Base64UrlUnpadded::decode_vec(KEY).unwrap());
        let verifying = DecodingKey::from_secret(signing.as_bytes());
        let verify = |signature, message| verify(signature, message, &verifying, Algorithm::HS256).unwrap();
        assert_eq!(sign(MESSAGE, &signing, Algorithm::HS256).unwrap(), SIGNATURE);
        assert!(verify(SIGNATURE, MESSAGE));
        for (signature, message) in [(SIGNATURE, &MESSAGE[1..]), (&SIGNATURE[..40], MESSAGE), ("", MESSAGE)] {
            assert!(!verify(signature, message), "{signature}");
        }
    }

    #[test]
    fn rejects_other_algorithms() {
        install();
        let signing = EncodingKey::from_secret(b"a secret");
        for algorithm in [Algorithm::HS384, Algorithm::HS512, Algorithm::RS256, Algorithm::EdDSA] {
            assert!(sign(MESSAGE, &signing, algorithm).is_err(), "{algorithm:?}");
        }
    }
}
