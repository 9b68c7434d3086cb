//! CSV cells that spreadsheets do not run as formulas.

use std::borrow::Cow;

use agency_core::white_space::is_white_space;

/// Characters that start a formula. Spreadsheets in East Asian languages accept the full-width forms too.
const FORMULA_STARTS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Characters that can start a new cell in a spreadsheet of another country, even within quotes.
const SEPARATORS: [char; 3] = [';', '\t', '|'];

/// Escapes a text for a CSV cell, so that no spreadsheet runs it as a formula.
///
/// Inserts an apostrophe, as OWASP recommends, where the cell starts a formula, and before a sign that starts one directly
/// after a separator. Quotes before the sign are skipped, because a spreadsheet can skip them, and so is white space at
/// the start of the cell. Everything else stays unchanged, lists with hyphens too.
pub(crate) fn cell(text: &str) -> Cow<'_, str> {
    let mut cell = String::new();
    if text.starts_with(['\t', '\r']) {
        cell.push('\'');
    }
    let mut copied = 0;
    let (mut is_cell_start, mut is_start) = (true, true);
    for (index, character) in text.char_indices() {
        if is_start && FORMULA_STARTS.contains(&character) {
            cell.push_str(text.get(copied..index).unwrap_or_default());
            cell.push('\'');
            copied = index;
        }
        is_cell_start &= is_white_space(character) || character == '"';
        is_start = is_cell_start || SEPARATORS.contains(&character) || is_start && character == '"';
    }
    if cell.is_empty() {
        return Cow::Borrowed(text);
    }
    cell.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(cell)
}

#[cfg(test)]
mod tests {
    use agency_core::white_space::is_white_space;
    use proptest::prelude::*;

    use super::{FORMULA_STARTS, SEPARATORS, cell};

    #[test]
    fn inserts_apostrophe_before_each_formula() {
        for (text, expected) in [
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t'=1"),
            ("\r=1", "'\r'=1"),
            ("\n=1", "\n'=1"),
            ("\tAda", "'\tAda"),
            ("＝1", "'＝1"),
            ("＋1", "'＋1"),
            ("－1", "'－1"),
            ("＠a", "'＠a"),
            ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
            (" =1", " '=1"),
            ("\"=1\"", "\"'=1\""),
            // A semicolon, a tab or a bar can separate cells.
            ("Ada;=HYPERLINK(C2)", "Ada;'=HYPERLINK(C2)"),
            ("Ada;\"=1\";＠a", "Ada;\"'=1\";'＠a"),
            ("Ada\t=1", "Ada\t'=1"),
            ("Ada|=1", "Ada|'=1"),
            (";;=1", ";;'=1"),
            ("- a shop\n- a blog", "'- a shop\n- a blog"),
        ] {
            assert_eq!(cell(text), expected);
        }
    }

    #[test]
    fn keeps_text_without_formula() {
        for plain in [
            "",
            "Ada",
            "1-1",
            "'=1",
            "a=b",
            " a",
            "a;b",
            "a; b=c",
            "Hello,\n\nI'm Ada\n",
            "a,=1",
            "a;'=1",
            "We need:\n- a shop\n- a blog; +1 page",
            "Thanks\n--\nAda\r\n@ada | +51 1 555 0100",
            "a\r\n=1\r-2",
        ] {
            assert_eq!(cell(plain), plain);
        }
    }

    proptest! {
        #[test]
        fn inserts_only_apostrophes_and_leaves_no_formula(text in "[=+@;|\\t\\r\\n\" 'a-]{0,8}|.{0,20}") {
            let cell = cell(&text);
            prop_assert_eq!(super::cell(&cell), cell.as_ref());
            prop_assert_eq!(cell.replace('\'', ""), text.replace('\'', ""));
            let start = cell.trim_start_matches(|c: char| is_white_space(c) || c == '"');
            prop_assert!(!start.starts_with(FORMULA_STARTS), "{:?}", cell);
            for piece in cell.split(SEPARATORS) {
                prop_assert!(!piece.trim_start_matches('"').starts_with(FORMULA_STARTS), "{:?}", cell);
            }
        }
    }
}
