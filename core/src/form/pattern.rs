//! Text rules as regular expressions, for JSON Schema and OpenAPI. The rules do not use them; tests compare both.

use std::fmt::Write as _;

use super::{metadata::FieldRule, rule::Kind, white_space::is_white_space};

/// Returns the pattern of a valid text as typed, without its maximum length. None for a file.
///
/// The syntax is valid in ECMA 262, Python and Rust.
///
/// ```
/// # use agency_core::form::{metadata::FieldRule, pattern::pattern, rule::{Kind, Limit, TextRule}};
/// # let max = Limit { chars: 80, message: "Too long" };
/// # let rule = TextRule {
/// #     name: "title", kind: Kind::Line, required: None, min: None, max,
/// #     control: "No", pattern: "",
/// # };
/// let pattern = regex::Regex::new(&pattern(&FieldRule::from(&rule)).unwrap()).unwrap();
/// assert!(pattern.is_match(" A title ") && !pattern.is_match("A \u{0} title"));
/// ```
#[must_use]
pub fn pattern(rule: &FieldRule) -> Option<String> {
    let spaces = class(is_white_space);
    // CR is folded before any check.
    let refused = |c| rule.kind.refuses(c) && !(rule.kind == Kind::Lines && c == '\r');
    let inner = match rule.kind {
        Kind::File => return None,
        Kind::Password => {
            let least = rule.min.map_or_else(|| "*".to_owned(), |min| format!("{{{min},}}"));
            return Some(format!("^[^{}]{least}$", class(refused)));
        }
        Kind::Email => {
            let word = format!("[^@{}]+", class(|c| is_white_space(c) || refused(c)));
            format!(r"{word}@{word}\.{word}")
        }
        Kind::Line | Kind::Lines => {
            let edge = class(|c| is_white_space(c) || refused(c));
            let middle = class(refused);
            match rule.min.unwrap_or_default().checked_sub(2) {
                Some(between) => format!("[^{edge}][^{middle}]{{{between},}}[^{edge}]"),
                None => format!("[^{edge}](?:[^{middle}]*[^{edge}])?"),
            }
        }
    };
    let optional = if rule.required { "" } else { "?" };
    Some(format!("^[{spaces}]*(?:{inner}[{spaces}]*){optional}$"))
}

/// Returns the characters of the Basic Multilingual Plane for which `picks` is true, as ranges of a character class.
fn class(picks: impl Fn(char) -> bool) -> String {
    let mut ranges: Vec<(u16, u16)> = Vec::new();
    let picked = (0..=u16::MAX).filter(|&code| char::from_u32(code.into()).is_some_and(&picks));
    for code in picked {
        match ranges.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(code) => *last = code,
            _ => ranges.push((code, code)),
        }
    }
    ranges.into_iter().fold(String::new(), |mut text, (first, last)| {
        let _ = write!(text, "\\u{first:04x}");
        if last > first {
            let _ = write!(text, "-\\u{last:04x}");
        }
        text
    })
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;
    use regex::Regex;

    use super::pattern;
    use crate::form::{metadata::FieldRule, rule::TextRule, samples::signup};

    static RULES: LazyLock<Vec<(&TextRule, Regex)>> = LazyLock::new(|| {
        let rules = signup::FORM.texts.iter();
        rules.map(|rule| (rule, Regex::new(&pattern(&FieldRule::from(rule)).unwrap()).unwrap())).collect()
    });

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1_000))]

        #[test]
        fn patterns_agree_with_rules(
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
}
