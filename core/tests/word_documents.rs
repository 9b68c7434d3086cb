//! Tests zips that programs write, and zips that were made to deceive or to be expensive. `vectors.json` has cases of
//! their content types.

#![expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "a missing part fails the test")]

mod zip;

use agency_core::word_package::is_word_document;
use proptest::prelude::*;
use zip::Zip;

const TYPES: &str = concat!(
    r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#,
    r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">"#,
    r#"<Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" "#,
    r#"ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#,
);

fn document() -> Zip {
    Zip::new([
        ("[Content_Types].xml", TYPES),
        ("_rels/.rels", "<Relationships/>"),
        ("word/document.xml", "<x/>"),
    ])
}

fn with_types(types: Vec<u8>) -> Zip {
    let mut zip = document();
    zip.parts[0].1 = types;
    zip
}

/// Returns the zip with bytes of its directory changed, counted from the start of the first entry.
fn with_directory_bytes(zip: &Zip, at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut file = zip.bytes();
    let start = file.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap() + at;
    file[start..start + bytes.len()].copy_from_slice(bytes);
    file
}

/// Returns the zip with bytes of its end record changed.
fn with_end_bytes(zip: &Zip, at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut file = zip.bytes();
    let start = file.len() - 22 - zip.comment.len() + at;
    file[start..start + bytes.len()].copy_from_slice(bytes);
    file
}

#[test]
fn accepts_stored_and_compressed_documents() {
    for is_deflated in [false, true] {
        assert!(is_word_document(&Zip { is_deflated, ..document() }.bytes()));
    }
}

#[test]
fn accepts_content_types_in_utf_16() {
    let units = |types: &str| types.encode_utf16().collect::<Vec<_>>();
    let types = TYPES.replace("UTF-8", "UTF-16");
    for types in [format!("\u{feff}{types}"), types] {
        assert!(is_word_document(
            &with_types(units(&types).into_iter().flat_map(u16::to_le_bytes).collect()).bytes()
        ));
        assert!(is_word_document(
            &with_types(units(&types).into_iter().flat_map(u16::to_be_bytes).collect()).bytes()
        ));
    }
    let mut odd = units(TYPES).into_iter().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    odd.push(0);
    assert!(!is_word_document(&with_types(odd).bytes()));
    let half = [units("<"), vec![0xd83d], units(&TYPES[1..])].concat();
    assert!(!is_word_document(&with_types(half.into_iter().flat_map(u16::to_le_bytes).collect()).bytes()));
    assert!(!is_word_document(&with_types([TYPES.as_bytes(), b"<!-- \xff -->"].concat()).bytes()));
}

#[test]
fn accepts_needless_zip64_field() {
    let sizes = [300_u64, 300, 0].map(u64::to_le_bytes).concat();
    let extra = [&[1, 0, 24, 0], &*sizes].concat();
    assert!(is_word_document(&Zip { extra, ..document() }.bytes()));
}

#[test]
fn rejects_numbers_of_zip64() {
    for at in [20, 42] {
        assert!(!is_word_document(&with_directory_bytes(&document(), at, &[0xff; 4])), "entry, {at}");
    }
    for (at, length) in [(4, 2), (6, 2), (8, 2), (10, 2), (12, 4), (16, 4)] {
        assert!(!is_word_document(&with_end_bytes(&document(), at, &vec![0xff; length])), "end, {at}");
    }
}

#[test]
fn accepts_comment_and_rejects_content_after_end() {
    let comment = b"made by a program".to_vec();
    let commented = Zip { comment, ..document() };
    assert!(is_word_document(&commented.bytes()));
    assert!(is_word_document(&Zip { comment: vec![b'x'; 65_535], ..document() }.bytes()));
    assert!(!is_word_document(&[commented.bytes(), b"\n".to_vec()].concat()));
    // The last end record counts, as in other programs.
    let empty = Zip::new([]).bytes();
    assert!(!is_word_document(&Zip { comment: empty, ..document() }.bytes()));
}

#[test]
fn rejects_content_before_start_and_cut_files() {
    let file = document().bytes();
    assert!(!is_word_document(&[b"#!/bin/sh\n".to_vec(), file.clone()].concat()));
    for length in 0..file.len() {
        assert!(!is_word_document(&file[..length]), "{length} bytes");
    }
    assert!(!is_word_document(&[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].repeat(1_000)));
}

#[test]
fn rejects_encrypted_or_unknown_entry_and_second_content_types() {
    assert!(!is_word_document(&with_directory_bytes(&document(), 8, &[1])));
    assert!(!is_word_document(&with_directory_bytes(&document(), 10, &[99])));
    let mut twice = document();
    twice.parts.push(("[content_types].XML".to_owned(), TYPES.into()));
    assert!(!is_word_document(&twice.bytes()));
}

#[test]
fn rejects_too_many_entries_and_large_content_types() {
    let mut zip = document();
    zip.parts.extend((3..10_000).map(|n| (n.to_string(), Vec::new())));
    assert!(is_word_document(&zip.bytes()));
    zip.parts.push(("last".to_owned(), Vec::new()));
    assert!(!is_word_document(&zip.bytes()));

    let padded = |length| TYPES.replace("</Types>", &format!("{}</Types>", " ".repeat(length))).into_bytes();
    for is_deflated in [false, true] {
        assert!(is_word_document(&Zip { is_deflated, ..with_types(padded(1_000_000)) }.bytes()));
        assert!(!is_word_document(&Zip { is_deflated, ..with_types(padded(1_048_576)) }.bytes()));
    }
}

proptest! {
    #[test]
    fn judges_any_bytes(at in 0_usize..1_000, bytes in any::<[u8; 4]>(), is_deflated in any::<bool>()) {
        let mut file = Zip { is_deflated, ..document() }.bytes();
        let start = at % (file.len() - 4);
        file[start..start + 4].copy_from_slice(&bytes);
        let _ = is_word_document(&file);
    }
}
