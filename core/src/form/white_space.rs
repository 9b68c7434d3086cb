//! Definition of white space.

/// Returns whether a character is white space: Unicode's `White_Space`, or U+FEFF.
///
/// JavaScript trims U+FEFF and keeps U+0085; Rust does the reverse. This function gives both the same result.
///
/// ```
/// # use agency_core::white_space::is_white_space;
/// assert!(is_white_space('\u{feff}') && is_white_space('\u{85}') && !is_white_space('\u{200b}'));
/// ```
#[must_use]
pub fn is_white_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}
