//! Rules for an uploaded file: checks its name, content and size, and makes its name safe to store.

use super::{
    text::{is_bidi_control, is_blank, is_trimmed},
    white_space::is_white_space,
};

/// Bytes in a megabyte (MiB).
pub const MEGABYTE: usize = 1_024 * 1_024;

/// Number of leading bytes that determine a file's type. Readers find the start of a PDF within as many.
pub const HEAD_LENGTH: usize = 1_024;

/// Maximum length of a stored file name, in characters.
pub const FILE_NAME_LENGTH: usize = 100;

/// Maximum length of a stored file name in bytes, which ext4 and APFS have too.
pub const FILE_NAME_BYTES: usize = 255;

/// File type that a form can accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileType {
    /// A PDF.
    Pdf,
    /// A Word document in the older compound-file format.
    Doc,
    /// A Word document in the zipped Office Open XML format.
    Docx,
}

impl FileType {
    /// Every type.
    pub const ALL: [Self; 3] = [Self::Pdf, Self::Doc, Self::Docx];

    /// Returns the file name extension in lower case, with its dot, as a file picker's `accept` expects it.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Pdf => ".pdf",
            Self::Doc => ".doc",
            Self::Docx => ".docx",
        }
    }

    /// Returns the stored name of the type: its extension without the dot.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.extension().trim_start_matches('.')
    }

    /// Returns the content type that the file is served with.
    #[must_use]
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Doc => "application/msword",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        }
    }

    /// Returns whether a file of this type can start with these bytes.
    fn can_start_with(self, head: &[u8]) -> bool {
        match self {
            // A byte order mark, a printer's commands or a blank line can come first.
            Self::Pdf => head.windows(5).take(HEAD_LENGTH - 4).any(|bytes| bytes == b"%PDF-"),
            Self::Doc => head.starts_with(&[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
            Self::Docx => head.starts_with(b"PK\x03\x04"),
        }
    }

    /// Returns the type that a file name claims.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        Self::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(extension))
    }
}

/// Properties of a file that a [`FileRule`] checks.
#[derive(Clone, Copy, Debug)]
pub struct Attachment<'a> {
    /// File name as sent.
    pub name: &'a str,
    /// Size in bytes.
    pub size: u64,
    /// First [`HEAD_LENGTH`] bytes, or all bytes of a shorter file. Additional bytes are ignored.
    pub head: &'a [u8],
}

/// Rules for a form's file, checked in the order of these fields.
///
/// ```
/// use agency_core::form::attachment::{FileRule, FileType, MEGABYTE};
///
/// const LETTER: FileRule = FileRule {
///     name: "letter",
///     required: "Please choose a letter",
///     types: &[FileType::Pdf],
///     wrong_type: "Only PDF files are allowed",
///     size_limit: 5 * MEGABYTE,
///     too_large: "A letter must be under 5 MB",
/// };
///
/// assert_eq!(LETTER.fault(), None);
/// assert_eq!(LETTER.check(None), Err("Please choose a letter"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileRule {
    /// Name of the field as sent.
    pub name: &'static str,
    /// Error message for a missing or empty file.
    pub required: &'static str,
    /// Accepted file types.
    pub types: &'static [FileType],
    /// Error message for a file of another type, or with content that does not match its extension.
    pub wrong_type: &'static str,
    /// Smallest size in bytes that is too large.
    pub size_limit: usize,
    /// Error message for a file that is too large.
    pub too_large: &'static str,
}

impl FileRule {
    /// Returns a description of the first mistake in the declaration itself, if any.
    #[must_use]
    pub const fn fault(&self) -> Option<&'static str> {
        if self.required.is_empty() {
            return Some("no sentence for a missing file");
        }
        if self.types.is_empty() {
            return Some("`types` is empty");
        }
        if self.wrong_type.is_empty() {
            return Some("no sentence for a file of another type");
        }
        if self.size_limit < 2 {
            return Some("`megabytes` must be at least 1");
        }
        if self.too_large.is_empty() {
            return Some("no sentence for a file that is too large");
        }
        None
    }

    /// Checks a file by name, leading bytes and size, and returns its type. An empty file counts as missing.
    ///
    /// For DOCX, only the zip signature is checked here.
    ///
    /// # Errors
    /// The message of the first rule that fails.
    ///
    /// ```
    /// use agency_core::form::attachment::{Attachment, FileRule, FileType, MEGABYTE};
    /// # const LETTER: FileRule = FileRule {
    /// #     name: "letter", required: "Please choose a letter", types: &[FileType::Pdf],
    /// #     wrong_type: "Only PDF files are allowed", size_limit: 5 * MEGABYTE, too_large: "Too large" };
    ///
    /// let program = Attachment { name: "letter.pdf", size: 1_200, head: b"MZ" };
    /// assert_eq!(LETTER.check(Some(program)), Err("Only PDF files are allowed"));
    /// ```
    pub fn check(&self, file: Option<Attachment<'_>>) -> Result<FileType, &'static str> {
        let file = file.filter(|file| file.size > 0).ok_or(self.required)?;
        let file_type = FileType::of_name(file.name)
            .filter(|file_type| self.types.contains(file_type))
            .filter(|file_type| file_type.can_start_with(file.head))
            .ok_or(self.wrong_type)?;
        let fits = usize::try_from(file.size).is_ok_and(|size| size < self.size_limit);
        if fits { Ok(file_type) } else { Err(self.too_large) }
    }
}

/// Returns a file name that is safe to store, to display and to send in a header.
///
/// - Only the last path segment is kept.
/// - Control characters, bidirectional controls and what file systems forbid are removed.
/// - Runs of white space become one space; leading dots are removed.
/// - The name has at most [`FILE_NAME_LENGTH`] characters and [`FILE_NAME_BYTES`] bytes, and ends in the type's extension.
///   No joiner is left where it was cut.
/// - `fallback` replaces a name of which nothing visible is left.
#[must_use]
pub fn safe_file_name(name: &str, file_type: FileType, fallback: &str) -> String {
    let segment = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = segment.rsplit_once('.').map_or(segment, |(stem, _)| stem);
    let readable = stem
        .split(is_white_space)
        .map(|word| word.chars().filter(|&c| is_safe(c)).collect::<String>())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ");
    let readable = readable.trim_start_matches(['.', ' ']);
    let stem = match truncate(readable, file_type.extension().len()) {
        Some(start) => start.trim_end_matches(|c| c == '.' || is_trimmed(c)),
        None => readable.trim_end_matches(['.', ' ']),
    };
    let stem = if stem.chars().all(is_blank) { fallback } else { stem };
    format!("{stem}{}", file_type.extension())
}

/// Returns the start of a name that is too long with an extension of this many characters; none for one that fits.
fn truncate(stem: &str, extension: usize) -> Option<&str> {
    let chars = FILE_NAME_LENGTH.saturating_sub(extension);
    let end = stem.char_indices().nth(chars).map_or(stem.len(), |(end, _)| end);
    let end = stem.floor_char_boundary(end.min(FILE_NAME_BYTES.saturating_sub(extension)));
    stem.get(..end).filter(|start| start.len() < stem.len())
}

fn is_safe(c: char) -> bool {
    let is_forbidden = matches!(c, '<' | '>' | ':' | '"' | '|' | '?' | '*');
    !c.is_control() && !is_forbidden && !is_bidi_control(c)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{
        Attachment, FILE_NAME_BYTES, FILE_NAME_LENGTH, FileRule, FileType, is_bidi_control, safe_file_name,
    };
    use crate::form::samples::upload;

    const CV: FileRule = upload::RULES.document;
    const SIZE_LIMIT: u64 = CV.size_limit as u64;

    fn check_cv(name: &str, size: u64, head: &[u8]) -> Result<FileType, &'static str> {
        CV.check(Some(Attachment { name, size, head }))
    }

    #[test]
    fn rejects_file_whose_content_does_not_match_its_name() {
        assert_eq!(check_cv("cv.PDF", 9, b"%PDF-1.7"), Ok(FileType::Pdf));
        assert_eq!(check_cv("cv.docx", 9, b"PK\x03\x04...."), Ok(FileType::Docx));
        assert_eq!(check_cv("cv.pdf", 9, b"MZ......"), Err(CV.wrong_type));
        assert_eq!(check_cv("cv.doc", 9, b"%PDF-1.7"), Err(CV.wrong_type));
        assert_eq!(check_cv("cv", 9, b"%PDF-1.7"), Err(CV.wrong_type));
    }

    #[test]
    fn reports_missing_file_before_type_and_type_before_size() {
        assert_eq!(CV.check(None), Err(CV.required));
        assert_eq!(check_cv("cv.exe", 0, b""), Err(CV.required));
        assert_eq!(check_cv("cv.exe", SIZE_LIMIT, b"MZ"), Err(CV.wrong_type));
        assert_eq!(check_cv("cv.pdf", SIZE_LIMIT, b"%PDF-"), Err(CV.too_large));
        assert_eq!(check_cv("cv.pdf", SIZE_LIMIT - 1, b"%PDF-"), Ok(FileType::Pdf));
    }

    #[test]
    fn finds_start_of_pdf_within_head() {
        let pdf_after = |length: usize| [vec![b' '; length], b"%PDF-1.7".to_vec()].concat();
        assert_eq!(check_cv("cv.pdf", 900, b"\n%PDF-1.7"), Ok(FileType::Pdf));
        assert_eq!(check_cv("cv.pdf", 900, b"\xef\xbb\xbf%PDF-1.7"), Ok(FileType::Pdf));
        assert_eq!(
            check_cv("cv.pdf", 900, b"\x1b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=PDF\r\n%PDF-1.7"),
            Ok(FileType::Pdf)
        );
        assert_eq!(check_cv("cv.pdf", 9_000, &pdf_after(1_019)), Ok(FileType::Pdf));
        assert_eq!(check_cv("cv.pdf", 9_000, &pdf_after(1_020)), Err(CV.wrong_type));
        assert_eq!(check_cv("cv.pdf", 9, b"%PDF%PDF"), Err(CV.wrong_type));
        assert_eq!(check_cv("cv.docx", 900, b"\nPK\x03\x04"), Err(CV.wrong_type));
    }

    #[test]
    fn keeps_readable_part_of_file_name() {
        assert_eq!(
            safe_file_name("C:\\cv\\Ana  María.Lopez.PDF", FileType::Pdf, "cv"),
            "Ana María.Lopez.pdf"
        );
        assert_eq!(safe_file_name("../../etc/passwd.pdf", FileType::Pdf, "cv"), "passwd.pdf");
        assert_eq!(safe_file_name("\u{202e}\"\r\n.pdf", FileType::Pdf, "cv"), "cv.pdf");
        assert_eq!(safe_file_name("\u{200b}\u{3164}.pdf", FileType::Pdf, "cv"), "cv.pdf");
        for name in [
            "C# and F# developer.pdf",
            "R&D lead.pdf",
            "O'Brien CV.pdf",
            "100%; `$`.pdf",
            "رزومه\u{200c}ی من.pdf",
        ] {
            assert_eq!(safe_file_name(name, FileType::Pdf, "cv"), name);
        }
    }

    #[test]
    fn cuts_long_file_name_to_characters_and_bytes() {
        for (piece, kept) in [("a", 96), ("é", 96), ("字", 83), ("😀", 62)] {
            let name = format!("{}.pdf", piece.repeat(100));
            assert_eq!(safe_file_name(&name, FileType::Pdf, "cv"), format!("{}.pdf", piece.repeat(kept)));
        }
        // 251 bytes are left for the name.
        let longest = "字".repeat(82);
        let end = |end: &str| safe_file_name(&format!("{longest}{end}.pdf"), FileType::Pdf, "cv");
        assert_eq!(end("abcde"), format!("{longest}abcde.pdf"));
        assert_eq!(end("👩\u{200d}💻"), format!("{longest}👩.pdf"));
        assert_eq!(end(".\u{200d}.字"), format!("{longest}.pdf"));
        // A joiner in a name that is not cut stays.
        assert_eq!(safe_file_name("ക\u{d4d}\u{200d}.pdf", FileType::Pdf, "cv"), "ക\u{d4d}\u{200d}.pdf");
    }

    proptest! {
        #[test]
        fn makes_any_file_name_safe_once(
            name in prop_oneof![any::<String>(), "([a字😀. ]|e\u{301}|👩\u{200d}|\\PC){60,140}"],
        ) {
            let safe = safe_file_name(&name, FileType::Docx, "cv");
            prop_assert!(safe.chars().count() <= FILE_NAME_LENGTH && safe.len() <= FILE_NAME_BYTES);
            prop_assert!(FileType::of_name(&safe) == Some(FileType::Docx) && !safe.starts_with('.'));
            prop_assert!(!safe.contains(['/', '\\', '"', '\r', '\n', '\0']) && !safe.contains(is_bidi_control));
            prop_assert_eq!(safe_file_name(&safe, FileType::Docx, "cv"), safe);
        }
    }
}
