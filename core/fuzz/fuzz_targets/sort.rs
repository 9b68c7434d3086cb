//! Fuzzes sort orders: each is total, and the key of a key is the key.
#![no_main]

use std::cmp::Ordering;

use agency_core::sort::{SortKey, SortOrder, name_key};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: ([(&str, &str, i64); 3], &str)| {
    let (records, order) = input;
    assert!(SortOrder::parse(order).is_none_or(|found| found.as_str() == order));
    let keys = records.map(|(name, ..)| name_key(name));
    for key in &keys {
        assert!(!key.contains("  ") && key.trim() == key);
        assert_eq!(name_key(&name_key(key)), name_key(key));
    }
    let [a, b, c] =
        [0, 1, 2].map(|at| SortKey { name_key: &keys[at], created_at: records[at].1, id: records[at].2 });
    for order in SortOrder::ALL {
        assert_eq!(order.compare(&a, &b), order.compare(&b, &a).reverse());
        assert_eq!(order.compare(&a, &a), Ordering::Equal);
        if order.compare(&a, &b).is_le() && order.compare(&b, &c).is_le() {
            assert!(order.compare(&a, &c).is_le());
        }
    }
});
