//! Fuzzes tokens: undecodable, or expired exactly from its second.
#![no_main]

use agency_core::token::{Session, decide, expiry};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, &[u8], bool, u64)| {
    let (text, payload, has_refresh, now) = input;
    let made = format!("e30.{}.sig", Base64UrlUnpadded::encode_string(payload));
    for token in [text, &made] {
        let session = decide(Some(token), has_refresh, now);
        match expiry(token) {
            None => assert_eq!(session, Session::Unauthenticated),
            Some(expiry) => {
                assert_eq!(session == Session::Authenticated, now < expiry);
                assert_eq!(session == Session::Refresh, has_refresh && now >= expiry);
            }
        }
    }
});
