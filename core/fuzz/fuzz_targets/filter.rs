//! Fuzzes filters: any URL query parses, and a written filter parses to the same filter.
#![no_main]

use agency_core::filter::{Filter, NAMES};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, [Option<&str>; NAMES.len()])| {
    let (address, values) = input;
    for (filter, errors) in [Filter::parse(address), Filter::from_values(values)] {
        let places = errors.as_slice().iter().map(|error| NAMES.iter().position(|part| *part == error.field));
        let places = places.collect::<Vec<_>>();
        assert!(places.iter().all(Option::is_some) && places.is_sorted_by(|a, b| a < b));
        let written = filter.write();
        assert!(written.is_ascii());
        let (again, none) = Filter::parse(&written);
        assert_eq!(again, filter);
        assert!(none.is_empty());
        for moment in [filter.from, filter.to].into_iter().flatten() {
            assert!(moment.start(0) < moment.end(0));
        }
    }
});
