//! Random identifiers.

use agency_core::keys::SLUG_LENGTH;
use rand::seq::IndexedRandom as _;

/// Returns 128 random bits in hexadecimal.
pub(crate) fn hex() -> String {
    format!("{:0SLUG_LENGTH$x}", rand::random::<u128>())
}

/// Returns random characters of an alphabet.
pub(crate) fn text(alphabet: &[u8], length: usize) -> String {
    let mut rng = rand::rng();
    (0..length).filter_map(|_| alphabet.choose(&mut rng)).map(|&byte| char::from(byte)).collect()
}
