//! Fuzzes sort orders: each is total, and a key has the words of search, then the name.
#![no_main]

use std::cmp::Ordering;

use agency_core::{
    person::FULL_NAME_MAX,
    search::words,
    sort::{SortKey, SortOrder, name_key},
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: ([(&str, &str, i64); 3], &str)| {
    let (records, order) = input;
    assert!(SortOrder::parse(order).is_none_or(|found| found.as_str() == order));
    let keys = records.map(|(name, ..)| name_key(name));
    for (key, (name, ..)) in keys.iter().zip(&records) {
        let (folded, lower) = key.split_once('\t').unwrap();
        assert!(!folded.contains("  ") && !lower.contains("  ") && lower.trim() == lower);
        let expected = words(name).map(|word| word.text).collect::<Vec<_>>().join(" ");
        assert!(
            expected.starts_with(folded) && (folded == expected || folded.chars().count() == FULL_NAME_MAX)
        );
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
