//! Compares the patterns of the forms with their rules.

use std::sync::LazyLock;

use agency_core::{all_forms, metadata::FieldRule, pattern::pattern, rule::TextRule};
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
        text in prop_oneof!["[a@. \t\n\u{0}\u{85}\u{feff}\u{3000}é😀]{0,30}", "[a ]{0,30}", any::<String>()],
    ) {
        for (rule, pattern) in RULES.iter() {
            let result = rule.check(&text);
            // Folding makes CRLF one character, which a pattern counts as two.
            if text.contains('\r') || result == Err(rule.max.message) {
                continue;
            }
            let empty = rule.required.is_some() && text.is_empty();
            prop_assert_eq!(pattern.is_match(&text) && !empty, result.is_ok(), "{} {:?}", rule.name, text);
        }
    }
}
