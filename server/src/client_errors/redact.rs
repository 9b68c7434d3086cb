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
#[path = "redact_tests.rs"]
mod tests;
