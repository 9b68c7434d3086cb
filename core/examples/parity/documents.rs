//! Generates files that are named like a DOCX: zips with valid and nearly valid content types, cut and changed ones.

use crate::{
    generate::Generator,
    samples::{CONTENT_TYPES, CONTENT_TYPES_NAMES, PART_NAMES},
    zip::Zip,
};

impl Generator {
    /// Returns a file. About a quarter of the files are Word documents.
    pub(crate) fn document(&mut self) -> Vec<u8> {
        let mut zip = self.zip();
        if self.below(8) == 0 {
            let inner = self.zip().bytes();
            zip.parts.push((self.one(&PART_NAMES).to_owned(), inner));
        }
        let mut file = zip.bytes();
        match self.below(12) {
            0 => file.truncate(self.position(&file)),
            1 => file.splice(..0, *b"%!PS\n").for_each(drop),
            2 => file.push(b'\n'),
            3 | 4 => self.change(&mut file),
            5 => return [&[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], &*file].concat(),
            _ => {}
        }
        file
    }

    fn zip(&mut self) -> Zip {
        let mut zip = Zip::new([]);
        if self.below(20) > 0 {
            zip.parts.push((self.usually(CONTENT_TYPES_NAMES), self.content_types()));
        }
        if self.below(20) == 0 {
            zip.parts.push((self.usually(CONTENT_TYPES_NAMES), self.content_types()));
        }
        for _ in 0..=self.below(3) {
            zip.parts.push((self.usually(PART_NAMES), b"<x/>".to_vec()));
        }
        let first = self.position(&zip.parts);
        zip.parts.rotate_left(first);
        zip.is_deflated = self.below(2) == 0;
        if self.below(8) == 0 {
            zip.comment = b"PK\x05\x06 made by a program".to_vec();
        }
        if self.below(8) == 0 {
            zip.extra = vec![1, 0, 8, 0, 9, 0, 0, 0, 0, 0, 0, 0];
        }
        zip
    }

    /// Overwrites bytes, mostly with those of encrypted entries and of the ZIP64 format.
    fn change(&mut self, file: &mut [u8]) {
        let records: [&[u8]; 3] = [b"PK\x01\x02", b"PK\x05\x06", b"PK\x03\x04"];
        let record = self.one(&records);
        let start = file.windows(4).position(|bytes| bytes == record).unwrap_or_default();
        let at = if self.below(4) == 0 { self.position(file) } else { start + self.below_usize(46) };
        let values: [&[u8]; 5] = [&[1], &[0xff, 0xff], &[0xff; 4], &[99], &[0]];
        for (byte, value) in file.iter_mut().skip(at).zip(self.one(&values)) {
            *byte = *value;
        }
    }

    /// Returns content types in some encoding.
    fn content_types(&mut self) -> Vec<u8> {
        let mut xml = String::new();
        if self.below(2) == 0 {
            xml.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        }
        if self.below(30) == 0 {
            xml.push_str("<!DOCTYPE Types>");
        }
        xml.push_str("<Types>");
        for _ in 0..=self.below(3) {
            let content_type = self.usually(CONTENT_TYPES);
            let element = if self.below(4) == 0 {
                let extension = self.one(&["xml", "XML", "bin", "rels", ""]);
                format!("<Default Extension=\"{extension}\" ContentType='{content_type}'/>")
            } else {
                let name = self.usually(PART_NAMES);
                format!("<Override PartName=\"/{name}\" ContentType=\"{content_type}\"/>")
            };
            xml.push_str(&element);
        }
        xml.push_str("</Types>");
        if self.below(20) == 0 {
            let length = self.below_usize(xml.len());
            xml = xml.chars().take(length).collect();
        }
        if self.below(20) == 0 {
            xml.push_str(&self.pieces(4));
        }
        if self.below(4) == 0 {
            xml.insert(0, '\u{feff}');
        }
        match self.below(5) {
            0 => xml.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            1 => xml.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            _ => xml.into_bytes(),
        }
    }

    /// Returns the first choice, the usual one, or another.
    fn usually<const N: usize>(&mut self, choices: [&str; N]) -> String {
        let first = choices.first().copied().unwrap_or_default();
        (if self.below(3) > 0 { first } else { self.one(&choices) }).to_owned()
    }

    fn position<T>(&mut self, items: &[T]) -> usize {
        self.below_usize(items.len())
    }

    fn below_usize(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.below(end)).unwrap_or_default()
    }
}
