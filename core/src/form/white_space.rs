//! Definition of white space.

/// Returns whether a character is white space: Unicode's `White_Space`, or U+FEFF.
///
/// JavaScript trims U+FEFF and keeps U+0085; Rust does the reverse. This function gives both the same result.
#[must_use]
pub fn is_white_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}
