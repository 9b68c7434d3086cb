use std::sync::Arc;

use argon2::{Argon2, PasswordHasher as _, password_hash::phc::PasswordHash};

use super::{NOBODY, Passwords};

#[tokio::test]
async fn strangers_never_take_permits_of_known_callers() {
    let passwords = Passwords::default();
    let mut admitted = Vec::new();
    while let Ok(admission) = passwords.strangers.admit() {
        admitted.push(admission);
    }
    let mut running = Vec::new();
    while let Ok(permit) = Arc::clone(&admitted[0].running).try_acquire_owned() {
        running.push(permit);
    }
    assert_eq!(passwords.waiting(), admitted.len() - running.len());
    let known = passwords.known.admit().unwrap();
    assert!(!passwords.verify(known, "a password".to_owned(), None).await.unwrap());
    passwords.hash("a password".to_owned()).await.unwrap();
}

#[tokio::test]
async fn verifies_only_the_hashed_password() {
    let passwords = Passwords::default();
    let hash = passwords.hash("a password".to_owned()).await.unwrap();
    assert_ne!(passwords.hash("a password".to_owned()).await.unwrap(), hash);
    let known = || passwords.known.admit().unwrap();
    let check = async |password: &str| {
        passwords.verify(known(), password.to_owned(), Some(hash.clone())).await.unwrap()
    };
    assert!(check("a password").await);
    assert!(!check("another").await);
    // As the commands write it.
    let parameters = |hash: &str| hash.split('$').take(4).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(parameters(&hash), parameters(&NOBODY));
}

/// Returns the hash of a password as typed, as older releases stored it and as the library computes it.
fn hash_as_typed(password: &str) -> String {
    let hash: PasswordHash = Argon2::default().hash_password(password.as_bytes()).unwrap();
    hash.to_string()
}

#[tokio::test]
async fn verifies_every_composition_of_a_password() {
    let passwords = Passwords::default();
    let check = async |password: &str, hash: &str| {
        let admission = passwords.known.admit().unwrap();
        passwords.verify(admission, password.to_owned(), Some(hash.to_owned())).await.unwrap()
    };
    let (composed, decomposed) =
        ("Crème 2026! 한글", "Cre\u{300}me 2026! \u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}");
    for set in [composed, decomposed] {
        let hash = passwords.hash(set.to_owned()).await.unwrap();
        for typed in [composed, decomposed] {
            assert!(check(typed, &hash).await, "{set:?} typed as {typed:?}");
        }
        assert!(!check("Creme 2026! 한글", &hash).await);
    }
    assert!(check(composed, &hash_as_typed(composed)).await);
    assert!(check(decomposed, &hash_as_typed(decomposed)).await);
    assert!(!check("another, e\u{301}", &hash_as_typed(decomposed)).await);
}
