//! Text rules as regular expressions, for JSON Schema and OpenAPI. The rules do not use them; tests compare both.

use std::fmt::Write as _;

use super::{
    email,
    metadata::FieldRule,
    rule::Kind,
    text::{is_bidi_control, is_blank, is_trimmed},
};

/// Returns a pattern that every valid text matches as typed, without its maximum length. None for a file.
///
/// It also matches a few invalid texts, with characters that show nothing or with CRLF: a pattern can neither remove nor
/// fold them. The syntax is valid in ECMA 262, Python and Rust.
///
/// ```
/// # use agency_core::{metadata::FieldRule, pattern::pattern, rule::{Kind, Limit, TextRule}};
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
    let kind = rule.kind;
    let is_edge = |c| is_trimmed(c) || kind != Kind::Lines && is_bidi_control(c) || kind.refuses(c);
    // Normalising folds these before any check.
    let is_refused = |c| kind.refuses(c) && !matches!(c, '\t'..='\r');
    let inner = match kind {
        Kind::File => return None,
        Kind::Password => {
            let least = rule.min.map_or_else(|| "*".to_owned(), |min| format!("{{{min},}}"));
            return Some(format!("^[^{}]{least}$", class(|c| kind.refuses(c))));
        }
        Kind::Email => {
            let refused = class(|c| c != '\u{feff}' && email::is_refused(c) || kind.refuses(c));
            format!(r"[^@{refused}]+@[^@.{refused}]+(?:\.[^@.{refused}]+)+")
        }
        Kind::Line | Kind::Lines => {
            let (first, middle) = (class(is_edge), class(is_refused));
            // A joiner can be part of the last letter.
            let last = class(|c| is_edge(c) && !matches!(c, '\u{200c}' | '\u{200d}'));
            match rule.min.unwrap_or_default().checked_sub(2) {
                Some(between) => format!("[^{first}][^{middle}]{{{between},}}[^{last}]"),
                None => format!("[^{first}](?:[^{middle}]*[^{last}])?"),
            }
        }
    };
    let blank = class(is_blank);
    let optional = if rule.required { "" } else { "?" };
    Some(format!("^[{blank}]*(?:{inner}[{blank}]*){optional}$"))
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
    use crate::form::{metadata::FieldRule, rule::TextRule, samples::signup, text::is_blank};

    static RULES: LazyLock<Vec<(&TextRule, Regex)>> = LazyLock::new(|| {
        let rules = signup::FORM.texts.iter();
        rules.map(|rule| (rule, Regex::new(&pattern(&FieldRule::from(rule)).unwrap()).unwrap())).collect()
    });

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1_000))]

        #[test]
        fn patterns_agree_with_rules(
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
}
