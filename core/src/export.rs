//! What a list is exported as: a table that spreadsheets read and do not run.

use std::borrow::Cow;

/// The columns of exported consultations.
pub const CONSULTATION_COLUMNS: [&str; 8] =
    ["submitted_at", "full_name", "email", "referral", "message", "state", "assigned_to", "slug"];

/// The columns of exported applications.
pub const APPLICATION_COLUMNS: [&str; 9] = [
    "submitted_at",
    "job_title",
    "full_name",
    "email",
    "cover_letter",
    "cv_file_name",
    "state",
    "assigned_to",
    "slug",
];

/// A text as a cell: what a spreadsheet would take for a formula begins with an apostrophe, as OWASP recommends, so that
/// it is read as the text that it is.
#[must_use]
pub fn cell(text: &str) -> Cow<'_, str> {
    // Spreadsheets in East Asian languages take the wide forms for the narrow ones.
    let runs = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    if text.starts_with(runs) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::cell;

    #[test]
    fn no_cell_begins_as_a_formula() {
        for hostile in [
            "=1+1",
            "+1",
            "-1",
            "@SUM(A1)",
            "\t=1",
            "\r=1",
            "\n=1",
            "＝1",
            "＋1",
            "－1",
            "＠a",
            "=cmd|' /C calc'!A0",
        ] {
            assert_eq!(cell(hostile), format!("'{hostile}"));
        }
        for plain in ["", "Ada", "1-1", "'=1", "a=b", " a"] {
            assert_eq!(cell(plain), plain);
        }
    }

    proptest! {
        #[test]
        fn a_cell_is_its_text_and_stays_as_it_is(text in "[=+@\t\r\n'a-]{0,4}|.{0,20}") {
            let cell = cell(&text);
            prop_assert_eq!(super::cell(&cell), cell.as_ref());
            prop_assert_eq!(cell.strip_prefix('\'').filter(|_| cell.len() > text.len()).unwrap_or(&cell), text.as_str());
        }
    }
}
