//! Fuzzes record keys and idempotency keys.
#![no_main]

use agency_core::keys::{IDEMPOTENCY_KEY_LENGTH, RecordKey, SLUG_LENGTH, is_idempotency_key, record_key};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match record_key(text) {
        Some(RecordKey::Id(id)) => assert_eq!(text.trim_start_matches('0').parse().unwrap_or(0), id),
        Some(RecordKey::Slug(slug)) => assert!(slug == text && slug.len() == SLUG_LENGTH && slug.is_ascii()),
        None => {}
    }
    if is_idempotency_key(text) {
        assert!(text.is_ascii() && IDEMPOTENCY_KEY_LENGTH.contains(&text.len()) && !text.contains(' '));
    }
});
