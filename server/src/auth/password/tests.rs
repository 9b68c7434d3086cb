use std::sync::Arc;

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
    assert!(passwords.verify(known(), "a password".to_owned(), Some(hash.clone())).await.unwrap());
    assert!(!passwords.verify(known(), "another".to_owned(), Some(hash.clone())).await.unwrap());
    // As the commands write it.
    let parameters = |hash: &str| hash.split('$').take(4).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(parameters(&hash), parameters(&NOBODY));
}
