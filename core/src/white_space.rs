//! The one meaning of white space, shared with the build script that compiles the e-mail pattern.

/// Whether a character is white space: Unicode's `White_Space`, or U+FEFF.
///
/// JavaScript trims U+FEFF and keeps U+0085, Rust does the reverse. Both sides ask this function instead.
#[must_use]
pub fn is_white_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}
