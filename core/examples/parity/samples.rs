//! Building blocks of generated inputs.

/// Pieces of texts, in addition to random Unicode characters.
pub(crate) const PIECES: [&str; 56] = [
    "a",
    "b",
    "Z",
    "0",
    ".",
    "@",
    "-",
    " ",
    "  ",
    "\t",
    "\n",
    "\r",
    "\r\n",
    "\n\r",
    "\0",
    "\u{1}",
    "\u{b}",
    "\u{c}",
    "\u{1b}",
    "\u{1c}",
    "\u{1f}",
    "\u{7f}",
    "\u{80}",
    "\u{85}",
    "\u{9f}",
    "\u{a0}",
    "\u{ad}",
    "\u{301}",
    "é",
    "ß",
    "ſ",
    "İ",
    "Σ",
    "\u{1680}",
    "\u{180e}",
    "\u{2000}",
    "\u{200a}",
    "\u{200b}",
    "\u{200d}",
    "\u{202e}",
    "\u{2028}",
    "\u{2029}",
    "\u{202f}",
    "\u{205f}",
    "\u{2060}",
    "\u{3000}",
    "\u{feff}",
    "\u{fffd}",
    "\u{ffff}",
    "中",
    "\u{645}",
    "\u{ff20}",
    "😀",
    "👩\u{200d}👧",
    "🇵🇪",
    "\u{10ffff}",
];

/// White space, and characters that look like it.
pub(crate) const WHITE: [&str; 12] = [
    " ", "\t", "\n", "\r\n", "\r", "\u{b}", "\u{85}", "\u{a0}", "\u{2028}", "\u{3000}", "\u{feff}",
    "\u{200b}",
];

/// File name extensions.
pub(crate) const EXTENSIONS: [&str; 14] = [
    ".pdf",
    ".PDF",
    ".doc",
    ".Doc",
    ".docx",
    ".DOCX",
    ".pdf.exe",
    ".exe.pdf",
    "",
    ".",
    ".pdf ",
    ".p\u{131}df",
    ".doc\0",
    ".docm",
];

/// First bytes of files.
pub(crate) const HEADS: [&[u8]; 9] = [
    b"%PDF-1.7",
    b"%PDF-",
    b"%PDF",
    b"PK\x03\x04\x14\0\x06\0",
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a",
    b"MZ\x90\0",
];

/// Units that long texts repeat.
pub(crate) const UNITS: [&str; 9] = ["a", "a", "é", "😀", "中", "e\u{301}", "a\r\n", "\u{3000}b", "\u{645}"];

/// Words of texts and queries, in several spellings.
pub(crate) const WORDS: [&str; 42] = [
    "shop",
    "Shop",
    "SHOPS",
    "sho",
    "a",
    "b",
    "B.C",
    "émile",
    "E\u{301}mile",
    "Emil",
    "straße",
    "STRASSE",
    "Łódź",
    "lodz",
    "ΣΑΣ",
    "σας",
    "한글",
    "하",
    "中文",
    "שָׁלוֹם",
    "İi",
    "ada@customer.example",
    "1840",
    "\u{fb01}le",
    "File",
    "o\u{fb03}ce",
    "of\u{ad}fice",
    "Ｓｈｏｐ",
    "ışık",
    "网站",
    "新网站",
    "网",
    "ﾊﾟﾘ",
    "パリ",
    "ハリ",
    "ที่นี่",
    "น\u{e33}",
    "हिन्दी",
    "می\u{200c}خواهم",
    "½",
    "㎏",
    "\u{1112}\u{1161}\u{11ab}글",
];

/// Separators of words in texts and queries.
pub(crate) const SEPARATORS: [&str; 19] = [
    " ", " ", " ", " ", " ", "  ", " -", " \"", "\" ", "\"", ".", "-", ", ", "\n", "\u{3000}", " “", "",
    " －", "＂",
];

/// Valid and nearly valid values of filter parameters.
pub(crate) const FILTER_VALUES: [&str; 24] = [
    "",
    "open",
    "spam",
    "kept",
    "Open",
    "yes",
    "search",
    "/contact",
    "me",
    "nobody",
    "ada",
    "oldest",
    "name_asc",
    "up",
    "1",
    "2",
    "0",
    "2026-01-31",
    "2026-04-31",
    "0000-01-01",
    "9999-12-31",
    "2026-01-31T12:00:00Z",
    "2026-01-31T12:00:00.5+01:30",
    "2026-01-31T24:00:00Z",
];

/// Names of the part with the content types. The first is the usual one.
pub(crate) const CONTENT_TYPES_NAMES: [&str; 5] = [
    "[Content_Types].xml",
    "[CONTENT_TYPES].XML",
    "[content_types].xml",
    "x/[Content_Types].xml",
    "/[Content_Types].xml",
];

/// Names of parts. The first is the usual one.
pub(crate) const PART_NAMES: [&str; 12] = [
    "word/document.xml",
    "word/document2.xml",
    "WORD/Document.XML",
    "word\\document.xml",
    "/word/document.xml",
    "word/styles.xml",
    "word/vbaProject.bin",
    "wörd/document.xml",
    "word/&#x64;ocument.xml",
    "document",
    "xl/workbook.xml",
    "",
];

/// Content types of parts. The first is that of a Word document.
pub(crate) const CONTENT_TYPES: [&str; 10] = [
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.DOCUMENT.main+xml",
    "application/vnd.openxmlformats-officedocument.wordprocessingml&#46;document.main+xml",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
    "application/vnd.ms-word.document.macroEnabled.main+xml",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml",
    "application/xml",
    "&unknown;",
    "",
];
