use std::time::Duration;

use chrono::Utc;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::json;

use super::{Session, TokenKeys, TokenType};
use crate::{config::Secrets, testing::app::SECRET};

fn keys() -> TokenKeys {
    TokenKeys::new(&Secrets { current: SECRET.into(), former: None })
}

#[test]
fn token_expires_at_its_second() {
    let (keys, now) = (keys(), Utc::now());
    let session = Session { admin_id: 1, id: vec![1], since: now };
    for typ in [TokenType::Access, TokenType::Refresh, TokenType::Device, TokenType::Export] {
        let token = keys.sign(typ, &session, now, None).unwrap();
        let is_valid = |after: Duration| keys.verify_at(&token, typ, now + after).is_some();
        assert!(is_valid(typ.lifetime().saturating_sub(Duration::from_secs(1))), "{typ:?}");
        assert!(!is_valid(typ.lifetime()), "{typ:?}");
    }
}

#[test]
fn refuses_token_without_expiry() {
    let now = Utc::now().timestamp();
    let key = EncodingKey::from_secret(SECRET.as_bytes());
    let claims = |expiry: Option<i64>| json!({"sub": "1", "typ": "access", "jti": "", "iat": now, "sid": "", "auth_time": now, "exp": expiry});
    let verified = |expiry| {
        let token = encode(&Header::new(Algorithm::HS256), &claims(expiry), &key).unwrap();
        keys().verify(&token, TokenType::Access).is_some()
    };
    keys();
    assert!(verified(Some(now + 60)));
    assert!(!verified(None));
}
