//! Writes zips, byte for byte.

use miniz_oxide::deflate::compress_to_vec;

/// Zip to be written.
#[derive(Clone)]
pub(crate) struct Zip {
    /// Names and contents.
    pub(crate) parts: Vec<(String, Vec<u8>)>,
    /// Whether contents are compressed.
    pub(crate) is_deflated: bool,
    /// Extra fields of each entry.
    pub(crate) extra: Vec<u8>,
    /// Comment at the end.
    pub(crate) comment: Vec<u8>,
}

impl Zip {
    pub(crate) fn new<'a>(parts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let parts = parts.into_iter().map(|(name, content)| (name.to_owned(), content.as_bytes().to_vec()));
        Self { parts: parts.collect(), is_deflated: false, extra: Vec::new(), comment: Vec::new() }
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let (mut file, mut directory) = (Vec::new(), Vec::new());
        for (name, content) in &self.parts {
            let start = u32_bytes(file.len());
            let data = if self.is_deflated { compress_to_vec(content, 6) } else { content.clone() };
            let method = if self.is_deflated { 8 } else { 0 };
            let fields = [
                u16_bytes(20).to_vec(),
                vec![0; 2],
                u16_bytes(method).to_vec(),
                vec![0; 8],
                u32_bytes(data.len()).to_vec(),
                u32_bytes(content.len()).to_vec(),
                u16_bytes(name.len()).to_vec(),
                u16_bytes(self.extra.len()).to_vec(),
            ]
            .concat();
            file.extend([b"PK\x03\x04", &*fields, name.as_bytes(), &self.extra, &data].concat());
            directory.extend([b"PK\x01\x02\x14\0", &*fields, &[0; 10], &start].concat());
            directory.extend([name.as_bytes(), &self.extra].concat());
        }
        let count = u16_bytes(self.parts.len());
        let (size, start) = (u32_bytes(directory.len()), u32_bytes(file.len()));
        let comment = u16_bytes(self.comment.len());
        file.extend(directory);
        file.extend([b"PK\x05\x06", &[0; 4][..], &count, &count, &size, &start, &comment].concat());
        file.extend(&self.comment);
        file
    }
}

fn u16_bytes(number: usize) -> [u8; 2] {
    u16::try_from(number).unwrap_or(u16::MAX).to_le_bytes()
}

fn u32_bytes(number: usize) -> [u8; 4] {
    u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes()
}
