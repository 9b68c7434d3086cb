//! CSV cells that spreadsheets do not run as formulas.

use std::{borrow::Cow, ops::RangeInclusive};

use agency_core::white_space::is_white_space;

/// Characters that start a formula. Spreadsheets in East Asian languages accept the full-width forms too.
const FORMULA_STARTS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Characters that end a line within a cell.
const LINE_ENDS: [char; 2] = ['\n', '\r'];

/// Characters that can start a new cell in a spreadsheet of another country, even within quotes.
const SEPARATORS: [char; 3] = [';', '\t', '|'];

/// Digits of a telephone number: the longest that E.164 allows, and fewer than the shortest of any country.
const PHONE_DIGITS: RangeInclusive<usize> = 7..=15;

/// Escapes a text for a CSV cell, so that no spreadsheet runs it as a formula.
///
/// Inserts an apostrophe, as OWASP recommends, where the cell or a line starts a formula, and before a sign that starts one
/// directly after a separator. Quotes before the sign are skipped, because a spreadsheet can skip them, and so is white
/// space at the start of the cell or a line. Everything else stays unchanged: lists, signatures, handles and telephone
/// numbers at the starts of lines, too.
pub(crate) fn cell(text: &str) -> Cow<'_, str> {
    let mut cell = String::new();
    if text.starts_with(['\t', '\r']) {
        cell.push('\'');
    }
    let mut copied = 0;
    let (mut is_cell_start, mut is_line_start, mut is_start) = (true, false, true);
    for (index, character) in text.char_indices() {
        let is_formula = FORMULA_STARTS.contains(&character)
            && (is_start || is_line_start && is_line_formula(text.get(index..).unwrap_or_default()));
        if is_formula {
            cell.push_str(text.get(copied..index).unwrap_or_default());
            cell.push('\'');
            copied = index;
        }
        let is_skipped = is_white_space(character) || character == '"';
        is_cell_start &= is_skipped;
        is_line_start = LINE_ENDS.contains(&character) || is_line_start && is_skipped;
        is_start = is_cell_start || SEPARATORS.contains(&character) || is_start && character == '"';
    }
    if cell.is_empty() {
        return Cow::Borrowed(text);
    }
    cell.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(cell)
}

/// Returns whether a line that begins with a sign can be a formula: not an item of a list, a signature, a handle or a
/// telephone number.
fn is_line_formula(text: &str) -> bool {
    let line = text.split(LINE_ENDS).next().unwrap_or_default();
    let mut characters = line.chars();
    match (characters.next(), characters.next()) {
        (Some('=' | '＝'), _) => true,
        (_, None) | (Some('-' | '－'), Some('-' | '－')) => false,
        (_, Some(next)) if is_white_space(next) => false,
        (Some('@' | '＠'), Some(next)) => !next.is_alphabetic(),
        (Some('+' | '＋'), _) => !is_phone_number(line),
        _ => true,
    }
}

/// Returns whether a line begins with a telephone number after its sign, and continues as a text.
fn is_phone_number(line: &str) -> bool {
    let number = line.trim_start_matches(['+', '＋']);
    let rest = number.trim_start_matches(|c: char| c.is_ascii_digit() || " \u{a0}()-./".contains(c));
    let number = number.strip_suffix(rest).unwrap_or_default();
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    let is_text = rest.is_empty()
        || rest.starts_with([',', ';', ':'])
        || number.ends_with([' ', '\u{a0}', '(', ')', '.']);
    // With a bar and an exclamation mark it can start a program.
    let is_command = rest.split_once('|').is_some_and(|(_, rest)| rest.contains('!'));
    PHONE_DIGITS.contains(&digits) && is_text && !is_command
}

#[cfg(test)]
mod tests {
    use agency_core::white_space::is_white_space;
    use proptest::prelude::*;

    use super::{FORMULA_STARTS, LINE_ENDS, SEPARATORS, cell, is_line_formula};

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
            // A line too.
            ("Hello\n=HYPERLINK(\"https://evil.example\")", "Hello\n'=HYPERLINK(\"https://evil.example\")"),
            ("Hello\n+1+cmd|' /C calc'!A0", "Hello\n'+1+cmd|' /C calc'!A0"),
            ("a\r\n＝1\r-2\n\n  \"@1", "a\r\n'＝1\r'-2\n\n  \"'@1"),
            ("a\n-cmd|' /C calc'!A0\n＋A1\n@\"x\"", "a\n'-cmd|' /C calc'!A0\n'＋A1\n'@\"x\""),
            ("a\n+12815550100+A1\n+12815550100*2", "a\n'+12815550100+A1\n'+12815550100*2"),
            ("a\n+12815550100-A1\n+1 281 555 0100 |x'!A0", "a\n'+12815550100-A1\n'+1 281 555 0100 |x'!A0"),
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
            "We need:\n  - a shop\n  + a blog\n-\tan app\n－　a game",
            "Thanks\n--\nAda\r\n@ada | +51 1 555 0100",
            "Thanks\n-- \nAda\n--- Ada ---\n-----Original Message-----\n-",
            "Find me:\n@ada_lovelace\n@Ада\n＠エイダ",
            "Call me:\n+1 (281) 555-0100\n+12815550100\n+44 20 7946 0958, after five",
            "Ada\n+49.30.5550100 (office)\n+1 281 555 0100 | agency.example",
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
            for line in cell.split(LINE_ENDS).skip(1) {
                let start = line.trim_start_matches(|c: char| is_white_space(c) || c == '"');
                prop_assert!(!start.starts_with(FORMULA_STARTS) || !is_line_formula(start), "{:?}", cell);
            }
            for piece in cell.split(SEPARATORS) {
                prop_assert!(!piece.trim_start_matches('"').starts_with(FORMULA_STARTS), "{:?}", cell);
            }
        }
    }
}
