use std::time::Duration;

use axum::{http::StatusCode, response::IntoResponse as _};

use super::{Caller, NOBODY, Passwords};

#[tokio::test]
async fn returns_503_after_waiting_too_long_for_permit() {
    let passwords = Passwords::with_timeout(Duration::from_millis(10));
    let mut taken = Vec::new();
    let admission = passwords.admit(Caller::Stranger).unwrap();
    while let Ok(permit) = admission.permit().await {
        taken.push(permit);
    }
    let verify = || passwords.verify(&admission, "a password".to_owned(), None);
    let refused = verify().await.unwrap_err();
    assert_eq!(refused.into_response().status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(passwords.load().running, taken.len());
    drop(taken);
    assert!(!verify().await.unwrap());
}

#[tokio::test]
async fn strangers_never_take_permits_of_known_callers() {
    let passwords = Passwords::with_timeout(Duration::from_millis(10));
    let mut admitted = Vec::new();
    while let Ok(admission) = passwords.admit(Caller::Stranger) {
        admitted.push(admission);
    }
    let mut running = Vec::new();
    while let Ok(permit) = admitted[0].permit().await {
        running.push(permit);
    }
    assert_eq!(passwords.load().waiting, admitted.len() - running.len());
    let known = passwords.admit(Caller::Known).unwrap();
    assert!(!passwords.verify(&known, "a password".to_owned(), None).await.unwrap());
    passwords.hash("a password".to_owned()).await.unwrap();
}

#[tokio::test]
async fn reuses_memory_of_earlier_hash() {
    let passwords = Passwords::default();
    let blocks = || passwords.spare.lock().unwrap().iter().map(Vec::as_ptr).collect::<Vec<_>>();
    let hash = passwords.hash("a password".to_owned()).await.unwrap();
    let first = blocks();
    assert_eq!(first.len(), 1);
    assert_ne!(passwords.hash("a password".to_owned()).await.unwrap(), hash);
    let known = passwords.admit(Caller::Known).unwrap();
    assert!(passwords.verify(&known, "a password".to_owned(), Some(hash.clone())).await.unwrap());
    assert!(!passwords.verify(&known, "another".to_owned(), Some(hash.clone())).await.unwrap());
    assert_eq!(blocks(), first);
    // As the commands write it.
    let parameters = |hash: &str| hash.split('$').take(4).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(parameters(&hash), parameters(&NOBODY));
}
