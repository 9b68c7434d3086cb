use base64ct::{Base64UrlUnpadded, Encoding as _};
use jsonwebtoken::{
    DecodingKey, EncodingKey,
    crypto::{sign, verify},
};

use super::*;

// RFC 7515, appendix A.1.
const KEY: &str = "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow";
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
