//! Fuzzes page arithmetic: pages hold every item once; links ascend and hold the current page.
#![no_main]

use agency_core::pagination::{offset, page_count, page_links, parse_page};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u64, u64, u64, u32, &str)| {
    let (page, pages, items, size, text) = input;
    let count = page_count(items, size);
    if size > 0 {
        assert!(count == 0 || offset(count, size) < items);
        assert!(count == u64::MAX || offset(count + 1, size) >= items);
    }
    let numbers = page_links(page, pages).iter().filter_map(|link| link.0).collect::<Vec<_>>();
    assert!(numbers.is_sorted_by(|a, b| a < b) && numbers.len() <= 9);
    if pages > 0 {
        assert_eq!((numbers.first(), numbers.last()), (Some(&1), Some(&pages)));
        assert!(numbers.contains(&page.clamp(1, pages)));
    }
    if let Some(page) = parse_page(text) {
        assert!(page >= 1 && text.bytes().all(|byte| byte.is_ascii_digit()));
    }
});
