//! Recognises Word documents in the zipped Office Open XML format (DOCX).
//!
//! Only the zip's directory and the content types of its parts are read, both within limits, so that no file is
//! expensive to check.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use miniz_oxide::inflate::decompress_to_vec_with_limit;
use quick_xml::{
    Reader, XmlVersion,
    events::{BytesStart, Event},
};
use rawzip::{CompressionMethod, ZipArchive, ZipFileHeaderRecord, ZipSliceArchive};

/// Content type of a Word document's main part.
const DOCUMENT: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

/// End of the content type of every main part: of a document, template or workbook, with macros or without.
const MAIN: &str = ".main+xml";

/// Name of the file with the content types.
const CONTENT_TYPES: &str = "[Content_Types].xml";

/// Bytes of a zip's end record without its comment.
const END_RECORD_SIZE: usize = 22;

/// Maximum entries of a zip.
const MAX_ENTRIES: usize = 10_000;

/// Maximum bytes of the content types.
const MAX_XML_BYTES: usize = 1_024 * 1_024;

/// Maximum bytes of the content types while they are compressed. Blocks without content take time too.
const MAX_DEFLATED_BYTES: usize = 16 * 1_024;

/// Returns whether a file is a zip with a Word document that is declared as one without macros. A template is none.
///
/// Only the content type of the main part counts; no part is searched for macros.
///
/// The main part can have any name: Word for the web calls it `word/document2.xml`. An encrypted document is no zip at all.
#[must_use]
pub fn is_word_document(file: &[u8]) -> bool {
    has_word_document(file).unwrap_or(false)
}

/// Returns none for a file that cannot be read.
fn has_word_document(file: &[u8]) -> Option<bool> {
    // Nothing before and behind it, so that no other program takes the file for anything else.
    let archive = file.starts_with(b"PK").then(|| ZipArchive::from_slice(file))?.ok()?;
    if usize::try_from(archive.end_offset()) != Ok(file.len())
        || refers_to_zip64(file, archive.comment().as_bytes())
    {
        return None;
    }
    let mut content_types = None;
    for (number, entry) in archive.entries().enumerate() {
        let entry = entry.ok().filter(|_| number < MAX_ENTRIES)?;
        if is_content_types(&entry) && content_types.replace(read_small(&archive, &entry)?).is_some() {
            return None;
        }
    }
    let documents = Documents::parse(&decode(&content_types?)?)?;
    let mut parts = archive.entries().flatten().filter(|entry| !is_content_types(entry));
    Some(parts.any(|entry| documents.contains(&String::from_utf8_lossy(entry.file_path().as_bytes()))))
}

/// Returns whether a number in the end record says that the one in ZIP64's counts.
fn refers_to_zip64(file: &[u8], comment: &[u8]) -> bool {
    let end = file.len().checked_sub(END_RECORD_SIZE + comment.len()).and_then(|start| file.get(start..));
    let Some([_, _, _, _, numbers @ .., _, _]) = end.and_then(|end| end.first_chunk::<END_RECORD_SIZE>())
    else {
        return true;
    };
    let (counts, sizes) = numbers.split_at(8);
    counts.chunks(2).chain(sizes.chunks(4)).any(|number| number.iter().all(|&byte| byte == 0xff))
}

fn is_content_types(entry: &ZipFileHeaderRecord<'_>) -> bool {
    entry.file_path().as_bytes().eq_ignore_ascii_case(CONTENT_TYPES.as_bytes())
}

/// Returns the content of an entry, if it is small and not encrypted.
fn read_small(archive: &ZipSliceArchive<&[u8]>, entry: &ZipFileHeaderRecord<'_>) -> Option<Vec<u8>> {
    let content = archive.get_entry(entry.wayfinder()).ok()?;
    let content = content.data();
    match entry.compression_method() {
        _ if entry.flags().is_encrypted() => None,
        CompressionMethod::STORE if content.len() <= MAX_XML_BYTES => Some(content.to_vec()),
        CompressionMethod::DEFLATE if content.len() <= MAX_DEFLATED_BYTES => {
            decompress_to_vec_with_limit(content, MAX_XML_BYTES).ok()
        }
        _ => None,
    }
}

/// Decodes XML in UTF-8 or UTF-16.
fn decode(xml: &[u8]) -> Option<Cow<'_, str>> {
    let utf16 = |from_bytes: fn([u8; 2]) -> u16| {
        let (units, rest) = xml.as_chunks();
        let units = units.iter().copied().map(from_bytes).collect::<Vec<_>>();
        rest.is_empty().then(|| String::from_utf16(&units).ok().map(Cow::Owned)).flatten()
    };
    match xml {
        [0xff, 0xfe, ..] | [b'<', 0, ..] => utf16(u16::from_le_bytes),
        [0xfe, 0xff, ..] | [0, b'<', ..] => utf16(u16::from_be_bytes),
        _ => str::from_utf8(xml).ok().map(Cow::Borrowed),
    }
}

/// Parts that are the main part of a Word document, by name and by extension, in lower case.
#[derive(Default)]
struct Documents {
    /// Whether the part with this name is one.
    overrides: BTreeMap<String, bool>,
    /// Extensions of such parts.
    defaults: BTreeSet<String>,
}

impl Documents {
    /// Parses the content types. Returns none if the main part is anything but a document, or the XML is invalid.
    fn parse(xml: &str) -> Option<Self> {
        let mut documents = Self::default();
        let mut reader = Reader::from_str(xml.trim_start_matches('\u{feff}'));
        loop {
            match reader.read_event().ok()? {
                Event::Start(element) | Event::Empty(element) => documents.add(&element)?,
                Event::DocType(_) => return None,
                Event::Eof => return Some(documents),
                _ => {}
            }
        }
    }

    fn add(&mut self, element: &BytesStart<'_>) -> Option<()> {
        let is_default = match element.local_name().as_ref() {
            "Default" => true,
            "Override" => false,
            _ => return Some(()),
        };
        let (mut name, mut content_type) = (String::new(), String::new());
        // Checks would compare each attribute with all others.
        for attribute in element.attributes().with_checks(false) {
            let attribute = attribute.ok()?;
            let value = attribute.normalized_value(XmlVersion::Implicit1_0).ok()?.to_ascii_lowercase();
            match attribute.key.as_ref() {
                "Extension" | "PartName" => name = value,
                "ContentType" => content_type = value,
                _ => {}
            }
        }
        // Parameters such as `charset` do not change the type.
        let content_type = content_type.split(';').next().unwrap_or_default().trim();
        let is_document = content_type == DOCUMENT;
        if content_type.ends_with(MAIN) && !is_document {
            return None;
        }
        if !is_default {
            self.overrides.insert(name.trim_start_matches('/').to_owned(), is_document);
        } else if is_document {
            self.defaults.insert(name);
        }
        Some(())
    }

    fn contains(&self, name: &str) -> bool {
        let name = name.trim_start_matches('/').to_ascii_lowercase();
        let by_default =
            || name.rsplit_once('.').is_some_and(|(_, extension)| self.defaults.contains(extension));
        self.overrides.get(&name).copied().unwrap_or_else(by_default)
    }
}
