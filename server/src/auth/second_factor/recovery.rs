//! Recovery codes: ten at a time, shown once, each good once.

use agency_core::second_factor::{RECOVERY_ALPHABET, RECOVERY_LENGTH};
use rand::seq::IndexedRandom as _;

use crate::auth::second_factor::keys::SecondFactorKeys;

/// How many there are.
pub(super) const CODES: usize = 10;

/// Makes new codes of an admin: as they are shown, and what is stored of each.
pub(super) fn make(keys: &SecondFactorKeys, admin_id: i64) -> (Vec<String>, Vec<String>) {
    let codes = (0..CODES).map(|_| random());
    codes.map(|code| (shown(&code), keys.hash(admin_id, &code))).unzip()
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
            assert_eq!(Code::parse(&shown(&code)), Some(Code::Recovery(code)));
        }
    }
}
