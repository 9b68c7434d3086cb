//! Removes personal data and tokens from error reports before they are logged.

use std::sync::LazyLock;

use regex::{Captures, Regex};

/// The longest message that is logged, in characters.
const MESSAGE_LENGTH: usize = 200;
/// The most stack frames that are logged.
const MAX_FRAMES: usize = 8;
const CUT: &str = "…";

/// Quoted text; a missing closing quote extends it to the end. A single quote within a word is an apostrophe.
static QUOTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r#"(?:\B|_)'([^']*)(?:'|$)|"[^"]*(?:"|$)|`[^`]*(?:`|$)|“[^”]*(?:”|$)|‘[^’]*(?:’|$)"#)
});
/// Browsers put names of properties into single quotes.
static PROPERTY: LazyLock<Regex> = LazyLock::new(|| pattern(r"^[A-Za-z0-9_$.]+$"));
/// Words that may be an email address, a URL, a slug, a token or a phone number.
static PERSONAL: LazyLock<Regex> = LazyLock::new(|| pattern(r"\S*(?:[@?&%]|://|\S{20}|(?:[0-9]\S*){5})\S*"));
/// Frames in the site's own scripts, such as `ListPage-BsqJf0_x.js:1:234`.
static FRAME: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?m)/assets/([A-Za-z0-9_.-]{1,64}\.js:[0-9:]{1,64})\)*$"));
static VERSION: LazyLock<Regex> = LazyLock::new(|| pattern(r"^[A-Za-z0-9_.-]{1,64}$"));

#[expect(clippy::expect_used, reason = "a test uses every pattern")]
fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a valid pattern")
}

/// Removes from a message quoted values other than property names, addresses, long words and long numbers.
pub(super) fn redact_message(message: &str) -> String {
    let unquoted = QUOTED.replace_all(message, |quoted: &Captures<'_>| match quoted.get(1) {
        Some(name) if PROPERTY.is_match(name.as_str()) => format!("'{}'", name.as_str()),
        _ => CUT.to_owned(),
    });
    let redacted = PERSONAL.replace_all(&unquoted, CUT);
    redacted.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MESSAGE_LENGTH).collect()
}

/// Returns the frames of a stack that are in the site's own scripts.
pub(super) fn own_frames(stack: &str) -> String {
    let frames = FRAME.captures_iter(stack).filter_map(|frame| Some(frame.get(1)?.as_str()));
    frames.take(MAX_FRAMES).collect::<Vec<_>>().join(" ")
}

/// Returns the name of a build, or `unknown` for any other text.
pub(super) fn build_name(text: &str) -> &str {
    if VERSION.is_match(text) { text } else { "unknown" }
}

#[cfg(test)]
mod tests {
    use super::{build_name, own_frames, redact_message};

    #[test]
    fn redacts_personal_data_in_message() {
        for (message, kept) in [
            (
                "Cannot read properties of undefined (reading 'history')",
                "Cannot read properties of undefined (reading 'history')",
            ),
            ("Can't find variable: rules", "Can't find variable: rules"),
            (
                "Unexpected token 'A', \"Ada Lovelace\" is not valid JSON",
                "Unexpected token 'A', … is not valid JSON",
            ),
            ("No ‘Ada King’ and “Ada” and `Ada`", "No … and … and …"),
            ("Broken: \"Ada never ends", "Broken: …"),
            ("From ada@lovelace.example, 832 555 0134567", "From … 832 555 …"),
            ("GET https://a.example/x failed for /list?q=ada", "GET … failed for …"),
            ("No record 4f8Zl3Tb9QkU7sXwYv1NaA here", "No record … here"),
            ("a\n  b\u{1b}[31m", "a b\u{1b}[31m"),
            ("", ""),
        ] {
            assert_eq!(redact_message(message), kept);
        }
        assert_eq!(redact_message(&"long ".repeat(100)).chars().count(), 200);
    }

    #[test]
    fn keeps_frames_of_own_scripts() {
        let stack = "TypeError: no ada@lovelace.example\n\
            at View (https://a.example/assets/ListPage-BsqJf0_x.js:1:234)\n\
            at chrome-extension://abc/content.js:3:4\n\
            at https://a.example/dashboard/consultation/4f8Zl3Tb9QkU7sXwYv1NaA:1:2\n\
            render@https://a.example/assets/vendor-C9GOdHk-.js:9:8\n\
            at x (/assets/with space.js:1:1)\nat x (/assets/a.js:ada)";
        assert_eq!(own_frames(stack), "ListPage-BsqJf0_x.js:1:234 vendor-C9GOdHk-.js:9:8");
        assert_eq!(own_frames(&"/assets/a.js:1:1\n".repeat(50)).split(' ').count(), 8);
    }

    #[test]
    fn rejects_version_that_is_no_build_name() {
        assert_eq!(build_name("start-B7UpLS_F"), "start-B7UpLS_F");
        for other in ["", "Ada Lovelace", "ada@lovelace.example", &"a".repeat(65)] {
            assert_eq!(build_name(other), "unknown");
        }
    }
}
