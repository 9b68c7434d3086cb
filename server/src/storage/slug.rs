//! Random identifiers.

use agency_core::keys::SLUG_LENGTH;
use rand::seq::IndexedRandom as _;

/// Returns 128 random bits in hexadecimal.
pub(crate) fn random() -> String {
    format!("{:0SLUG_LENGTH$x}", rand::random::<u128>())
}

/// Returns bytes in lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(nibble.into(), 16).unwrap_or_default();
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Returns random characters of an alphabet.
pub(crate) fn random_text(alphabet: &[u8], length: usize) -> String {
    let mut rng = rand::rng();
    (0..length).filter_map(|_| alphabet.choose(&mut rng)).map(|&byte| char::from(byte)).collect()
}
