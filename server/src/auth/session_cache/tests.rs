use super::*;

#[test]
fn ignores_database_answer_from_before_an_ending() {
    let cache = SessionCache::default();
    let now = Instant::now();
    let ended_count = cache.memory().ended_count;
    cache.forget(b"ended");
    cache.memory().remember(b"ended", now, ended_count);
    assert!(!cache.memory().knows(b"ended", now));
    let ended_count = cache.memory().ended_count;
    cache.memory().remember(b"another", now, ended_count);
    assert!(cache.memory().knows(b"another", now));
}

#[test]
fn limits_number_and_time_of_remembered_sessions() {
    let mut memory = Memory::default();
    let now = Instant::now();
    for number in 0..=MAX_REMEMBERED {
        memory.remember(&number.to_be_bytes(), now, 0);
    }
    assert_eq!(memory.expires_at.len(), MAX_REMEMBERED);
    assert!(!memory.knows(&MAX_REMEMBERED.to_be_bytes(), now));

    let end = now + REMEMBERED;
    assert!(memory.knows(&[0; 8], now + Duration::from_millis(9_999)));
    assert!(!memory.knows(&[0; 8], end));
    // Expired ones make room.
    memory.remember(b"late", end, 0);
    assert_eq!(memory.expires_at.len(), 1);
    assert!(memory.knows(b"late", end));
}
