//! Expiry of tokens, and the state of a session, derived from the tokens that a browser stores. Signatures are not verified
//! here.

use base64ct::{Base64UrlUnpadded, Encoding as _};
use serde::{Deserialize, Serialize};

/// State of a session, as far as the stored tokens show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename_all = "lowercase"))]
pub enum SessionState {
    /// The access token has not expired.
    Authenticated,
    /// The access token has expired, and a refresh token can renew it.
    Refresh,
    /// No usable token.
    Unauthenticated,
}

#[derive(Deserialize)]
struct Claims {
    exp: u64,
}

/// Returns the second since 1970 from which a token has expired; none if the token cannot be decoded.
#[must_use]
pub fn expiry(token: &str) -> Option<u64> {
    let mut parts = token.split('.');
    let (_header, payload, _signature) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    let payload = Base64UrlUnpadded::decode_vec(payload).ok()?;
    let (claims, read) = serde_json_core::from_slice::<Claims>(&payload).ok()?;
    (read == payload.len()).then_some(claims.exp)
}

/// Returns whether a token has expired: at its second, and after it. Both are in seconds since 1970.
#[must_use]
pub const fn has_expired(expiry: u64, now: u64) -> bool {
    now >= expiry
}

/// Returns the session's state. `now` is in seconds since 1970, corrected by the server's clock.
#[must_use]
pub fn decide(access: Option<&str>, has_refresh: bool, now: u64) -> SessionState {
    match access.and_then(expiry) {
        Some(expiry) if !has_expired(expiry, now) => SessionState::Authenticated,
        Some(_) if has_refresh => SessionState::Refresh,
        _ => SessionState::Unauthenticated,
    }
}

#[cfg(test)]
mod tests {
    use base64ct::{Base64UrlUnpadded, Encoding as _};
    use proptest::prelude::*;

    use super::{SessionState, decide, expiry};

    fn token(payload: &str) -> String {
        format!("e30.{}.sig", Base64UrlUnpadded::encode_string(payload.as_bytes()))
    }

    #[test]
    fn reads_expiry_among_other_claims() {
        let payload = r#"{"sub":"1","typ":"access","aud":["a",{"b":[null,1.5e3]}],"exp":1700000000,"iat":1}"#;
        assert_eq!(expiry(&token(payload)), Some(1_700_000_000));
    }

    #[test]
    fn undecodable_token_is_unauthenticated() {
        let broken = [
            "",
            "a.b",
            "a.b.c.d",
            "a.!.c",
            "e30.e30.sig",
            &token(r#"{"exp":"1"}"#),
            &token(r#"{"exp":9} x"#),
        ];
        for text in broken {
            assert_eq!(decide(Some(text), true, 0), SessionState::Unauthenticated, "{text}");
        }
        assert_eq!(decide(None, true, 0), SessionState::Unauthenticated);
    }

    proptest! {
        #[test]
        fn token_expires_at_its_second(exp in 1_u64.., has_refresh: bool) {
            let token = token(&format!(r#"{{"exp":{exp}}}"#));
            prop_assert_eq!(decide(Some(&token), has_refresh, exp - 1), SessionState::Authenticated);
            let after = if has_refresh { SessionState::Refresh } else { SessionState::Unauthenticated };
            prop_assert_eq!(decide(Some(&token), has_refresh, exp), after);
        }

        #[test]
        fn decides_for_any_text(text in any::<String>(), now: u64) {
            let _ = decide(Some(&text), true, now);
        }
    }
}
