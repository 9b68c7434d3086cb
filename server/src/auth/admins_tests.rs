use std::collections::HashSet;

use super::{ALPHABET, random_password};

#[test]
fn generates_password_of_128_random_bits() {
    let passwords = (0..200).map(|_| random_password()).collect::<HashSet<_>>();
    assert_eq!(passwords.len(), 200);
    // Every character of the alphabet turns up, and each once in it: they are worth as many bits as they could be.
    let drawn = passwords.iter().flat_map(|password| password.bytes()).collect::<HashSet<_>>();
    assert_eq!(drawn, ALPHABET.iter().copied().collect());
    assert_eq!(drawn.len(), ALPHABET.len());
    for password in passwords {
        let bits = f64::from(u32::try_from(ALPHABET.len()).unwrap()).log2()
            * f64::from(u32::try_from(password.len()).unwrap());
        assert!(bits >= 128.0, "{bits}");
    }
}
