//! Compares the patterns of the forms with their rules.

use std::sync::LazyLock;

use agency_core::{all_forms, metadata::FieldRule, pattern::pattern, rule::TextRule, text::is_blank};
use proptest::prelude::*;
use regex::Regex;

#[expect(clippy::unwrap_used, reason = "a field without a pattern fails the tests")]
static RULES: LazyLock<Vec<(&TextRule, Regex)>> = LazyLock::new(|| {
    let rules = all_forms().flat_map(|form| form.texts);
    rules.map(|rule| (rule, Regex::new(&pattern(&FieldRule::from(rule)).unwrap()).unwrap())).collect()
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn patterns_agree_with_rules_of_all_forms(
        text in prop_oneof![
            "[a@. \t\n\u{b}\u{0}\u{85}\u{3000}é😀<]{0,30}",
            "[a@.\u{ad}\u{200d}\u{202e}\u{3164}\u{feff}\u{94d}]{0,30}",
            "[a ]{0,30}",
            any::<String>(),
        ],
    ) {
        let is_invisible = |c: char| is_blank(c) && !c.is_whitespace();
        for (rule, pattern) in RULES.iter() {
            let result = rule.check(&text);
            // A class of a pattern has no characters beyond U+FFFF.
            if result == Err(rule.max.message) || text.contains(|c| c > '\u{ffff}' && is_blank(c)) {
                continue;
            }
            let matches = pattern.is_match(&text) && !(rule.required.is_some() && text.is_empty());
            if text.contains(|c| c == '\r' || is_invisible(c)) {
                prop_assert!(matches || result.is_err(), "{} {:?}", rule.name, text);
            } else {
                prop_assert_eq!(matches, result.is_ok(), "{} {:?}", rule.name, text);
            }
        }
    }
}
