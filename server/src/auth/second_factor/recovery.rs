//! Recovery codes: ten at a time, shown once, each good once.

use agency_core::second_factor::{RECOVERY_ALPHABET, RECOVERY_LENGTH};
use rand::seq::IndexedRandom as _;

use crate::{auth::password::Passwords, http::error::ApiError};

/// How many there are.
pub(super) const CODES: usize = 10;

/// New codes, as they are shown, and the hash of each. Hashed like passwords, because they are as short.
pub(super) async fn make(passwords: &Passwords) -> Result<(Vec<String>, Vec<String>), ApiError> {
    let codes = (0..CODES).map(|_| random()).collect::<Vec<_>>();
    let mut hashes = Vec::new();
    for code in &codes {
        hashes.push(passwords.hash(code.clone()).await?);
    }
    Ok((codes.iter().map(|code| shown(code)).collect(), hashes))
}

/// 10 of 31 characters: 49 random bits.
fn random() -> String {
    let mut rng = rand::rng();
    let drawn = (0..RECOVERY_LENGTH).filter_map(|_| RECOVERY_ALPHABET.choose(&mut rng));
    drawn.map(|&byte| char::from(byte)).collect()
}

/// In two halves, which are easier to copy.
fn shown(code: &str) -> String {
    code.split_at_checked(RECOVERY_LENGTH / 2)
        .map_or_else(|| code.to_owned(), |(first, second)| format!("{first}-{second}"))
}

#[cfg(test)]
mod tests {
    use agency_core::second_factor::Code;

    use super::{random, shown};

    #[test]
    fn what_is_shown_is_read_as_what_is_hashed() {
        for _ in 0..100 {
            let code = random();
            assert_eq!(Code::read(&shown(&code)), Some(Code::Recovery(code)));
        }
    }
}
