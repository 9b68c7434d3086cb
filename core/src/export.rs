//! CSV cells that spreadsheets do not run as formulas.

use std::borrow::Cow;

use crate::white_space::is_white_space;

/// Characters that start a formula. Spreadsheets in East Asian languages accept the full-width forms too.
const FORMULA_STARTS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Characters that can start a new cell in a spreadsheet with another list separator, even within quotes.
const CELL_STARTS: [char; 4] = [';', '\t', '\r', '\n'];

/// Escapes a text for a CSV cell, so that no spreadsheet runs it as a formula.
///
/// Inserts an apostrophe before each character that would start a formula, as OWASP recommends. White space and quotes
/// before that character are skipped, because some spreadsheets skip them. Everything else stays unchanged.
#[must_use]
pub fn cell(text: &str) -> Cow<'_, str> {
    let mut cell = String::new();
    if text.starts_with(['\t', '\r', '\n']) {
        cell.push('\'');
    }
    let mut copied = 0;
    let mut is_start = true;
    for (index, character) in text.char_indices() {
        if is_start && FORMULA_STARTS.contains(&character) {
            cell.push_str(text.get(copied..index).unwrap_or_default());
            cell.push('\'');
            copied = index;
        }
        is_start =
            CELL_STARTS.contains(&character) || is_start && (is_white_space(character) || character == '"');
    }
    if cell.is_empty() {
        return Cow::Borrowed(text);
    }
    cell.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(cell)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{CELL_STARTS, FORMULA_STARTS, cell};
    use crate::white_space::is_white_space;

    #[test]
    fn inserts_apostrophe_before_each_formula() {
        for (text, expected) in [
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t'=1"),
            ("\r=1", "'\r'=1"),
            ("\n=1", "'\n'=1"),
            ("\tAda", "'\tAda"),
            ("＝1", "'＝1"),
            ("＋1", "'＋1"),
            ("－1", "'－1"),
            ("＠a", "'＠a"),
            ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
            (" =1", " '=1"),
            ("\"=1\"", "\"'=1\""),
            // A semicolon or a tab can separate cells, and a line end starts a row.
            ("Ada;=HYPERLINK(C2)", "Ada;'=HYPERLINK(C2)"),
            ("Ada; \"=1\"; ＠a", "Ada; \"'=1\"; '＠a"),
            ("Ada\t=1", "Ada\t'=1"),
            ("Hello there\n=1+2;rest", "Hello there\n'=1+2;rest"),
            ("a\r\n=1\r-2", "a\r\n'=1\r'-2"),
            ("We need:\n- a shop\n\n- a blog", "We need:\n'- a shop\n\n'- a blog"),
            (";;=1", ";;'=1"),
        ] {
            assert_eq!(cell(text), expected);
        }
    }

    #[test]
    fn keeps_text_without_formula() {
        for plain in
            ["", "Ada", "1-1", "'=1", "a=b", " a", "a;b", "a; b=c", "Hello,\n\nI'm Ada\n", "a,=1", "a; '=1"]
        {
            assert_eq!(cell(plain), plain);
        }
    }

    proptest! {
        #[test]
        fn inserts_only_apostrophes_and_leaves_no_formula(text in "[=+@;\\t\\r\\n\" 'a-]{0,8}|.{0,20}") {
            let cell = cell(&text);
            prop_assert_eq!(super::cell(&cell), cell.as_ref());
            prop_assert_eq!(cell.replace('\'', ""), text.replace('\'', ""));
            for piece in cell.split(CELL_STARTS) {
                let begin = piece.trim_start_matches(|c: char| is_white_space(c) || c == '"');
                prop_assert!(!begin.starts_with(FORMULA_STARTS), "{:?}", cell);
            }
        }
    }
}
