//! Names of records that cannot be guessed.

use std::fmt::Write as _;

use agency_core::keys::SLUG_LENGTH;

/// 128 random bits in hexadecimal.
pub(crate) fn random() -> String {
    let bytes: [u8; SLUG_LENGTH / 2] = rand::random();
    hex(&bytes)
}

/// Bytes in lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len().saturating_mul(2)), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
