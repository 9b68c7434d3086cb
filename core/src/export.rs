//! What a list is exported as: a table that spreadsheets read and do not run.

use std::borrow::Cow;

use crate::white_space::is_white_space;

/// What a spreadsheet takes for the beginning of a formula. Spreadsheets in East Asian languages take the wide forms for
/// the narrow ones.
const FORMULA_STARTS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// What begins a new cell, besides a comma: tabs and line ends, and semicolons where a spreadsheet's list separator is one.
/// Quotes do not prevent that, as they count only at the beginning of what that spreadsheet takes for a cell.
const CELL_STARTS: [char; 4] = [';', '\t', '\r', '\n'];

/// Returns a text as a cell that no spreadsheet runs: an apostrophe comes before what would begin a formula, as OWASP
/// recommends, wherever a spreadsheet could begin a cell. All else stays as it was written.
///
/// White space and quotes between the beginning of a cell and a formula are ignored, as some spreadsheets ignore them.
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
    fn puts_an_apostrophe_before_each_formula() {
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
            // Where a semicolon separates cells, or a tab, and where a line end begins a row.
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
    fn leaves_what_begins_no_formula() {
        for plain in
            ["", "Ada", "1-1", "'=1", "a=b", " a", "a;b", "a; b=c", "Hello,\n\nI'm Ada\n", "a,=1", "a; '=1"]
        {
            assert_eq!(cell(plain), plain);
        }
    }

    proptest! {
        #[test]
        fn adds_apostrophes_alone_and_leaves_no_formula(text in "[=+@;\\t\\r\\n\" 'a-]{0,8}|.{0,20}") {
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
