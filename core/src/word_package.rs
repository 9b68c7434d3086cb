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

/// Content type of a Word document's main part.
const DOCUMENT: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

/// End of the content type of every main part: of a document, template or workbook, with macros or without.
const MAIN: &str = ".main+xml";

/// Name of the file with the content types.
const CONTENT_TYPES: &str = "[Content_Types].xml";

/// Maximum entries of a zip.
const MAX_ENTRIES: u16 = 10_000;

/// Maximum bytes of the content types.
const MAX_XML_BYTES: usize = 1_024 * 1_024;

/// Maximum bytes of the content types while they are compressed. Blocks without content take time too.
const MAX_DEFLATED_BYTES: usize = 16 * 1_024;

/// Length of the record at the end of a zip, without its comment.
const END_BYTES: usize = 22;

/// Returns whether a file is a zip with a Word document without macros. A template is none.
///
/// The main part can have any name: Word for the web calls it `word/document2.xml`. A zip in the ZIP64 format is none,
/// and so is an encrypted document, which is no zip at all.
#[must_use]
pub fn is_word_document(file: &[u8]) -> bool {
    has_word_document(file).unwrap_or(false)
}

/// Returns none for a file that cannot be read.
fn has_word_document(file: &[u8]) -> Option<bool> {
    let entries = directory(file)?;
    let is_content_types = |entry: &&Entry<'_>| entry.name.eq_ignore_ascii_case(CONTENT_TYPES.as_bytes());
    let mut found = entries.iter().filter(is_content_types);
    let (Some(content_types), None) = (found.next(), found.next()) else {
        return None;
    };
    let documents = Documents::parse(&decode(&content_types.content(file)?)?)?;
    let mut parts = entries.iter().filter(|entry| !is_content_types(entry));
    Some(parts.any(|entry| documents.contains(&String::from_utf8_lossy(entry.name))))
}

/// Entry of a zip's directory.
struct Entry<'a> {
    name: &'a [u8],
    is_encrypted: bool,
    method: u16,
    compressed_size: usize,
    start: usize,
}

impl<'a> Entry<'a> {
    /// Takes the next entry from a directory.
    fn take(directory: &mut &'a [u8]) -> Option<Self> {
        let (header, rest) = directory.split_first_chunk::<46>()?;
        let (name, rest) = rest.split_at_checked(u16_at(header, 28)?.into())?;
        *directory = rest.get(u16_at(header, 30)?.into()..)?.get(u16_at(header, 32)?.into()..)?;
        let sizes = [20, 24, 42].map(|at| size_at(header, at));
        let [Some(compressed_size), Some(_), Some(start)] = sizes else {
            return None;
        };
        header.starts_with(b"PK\x01\x02").then_some(Self {
            name,
            is_encrypted: u16_at(header, 8)? & 1 == 1,
            method: u16_at(header, 10)?,
            compressed_size,
            start,
        })
    }

    /// Returns the content, if it is small.
    fn content(&self, file: &'a [u8]) -> Option<Cow<'a, [u8]>> {
        let (header, rest) = file.get(self.start..)?.split_first_chunk::<30>()?;
        let content = rest.get(u16_at(header, 26)?.into()..)?.get(u16_at(header, 28)?.into()..)?;
        let content = content.get(..self.compressed_size)?;
        match self.method {
            _ if self.is_encrypted || !header.starts_with(b"PK\x03\x04") => None,
            0 if content.len() <= MAX_XML_BYTES => Some(Cow::Borrowed(content)),
            8 if content.len() <= MAX_DEFLATED_BYTES => {
                decompress_to_vec_with_limit(content, MAX_XML_BYTES).ok().map(Cow::Owned)
            }
            _ => None,
        }
    }
}

/// Returns the entries of a zip.
fn directory(file: &[u8]) -> Option<Vec<Entry<'_>>> {
    let (content, end) = split_end(file)?;
    let [disk, directory_disk, disk_entries, entries] = [4, 6, 8, 10].map(|at| u16_at(end, at));
    if disk != Some(0) || directory_disk != Some(0) || disk_entries != entries {
        return None;
    }
    let entries = entries.filter(|&entries| entries <= MAX_ENTRIES)?;
    let mut directory = content.get(size_at(end, 16)?..)?.get(..size_at(end, 12)?)?;
    (0..entries).map(|_| Entry::take(&mut directory)).collect()
}

/// Splits a zip before its end record: the last one with a comment that ends at the end of the file.
fn split_end(file: &[u8]) -> Option<(&[u8], &[u8])> {
    let last = file.len().checked_sub(END_BYTES)?;
    let first = last.saturating_sub(u16::MAX.into());
    (first..=last).rev().map(|at| file.split_at(at)).find(|(_, end)| {
        let comment = u16_at(end, 20).map(usize::from);
        end.starts_with(b"PK\x05\x06") && comment == end.len().checked_sub(END_BYTES)
    })
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..)?.first_chunk().copied().map(u16::from_le_bytes)
}

/// Reads a size or a position. None if the ZIP64 format has it elsewhere.
fn size_at(bytes: &[u8], at: usize) -> Option<usize> {
    let size = bytes.get(at..)?.first_chunk().copied().map(u32::from_le_bytes)?;
    if size == u32::MAX { None } else { size.try_into().ok() }
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
