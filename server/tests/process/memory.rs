use crate::product::{Database, Server, post};

/// Memory of one password's hash, in KiB.
const HASH: u64 = 19 * 1024;

#[test]
fn keeps_memory_of_one_hash_after_many_passwords() {
    let database = Database::create();
    let server = Server::start(&database.url(), &[("RATE_LIMITS", "off")]);
    let guess = |number: u32| {
        let login = format!(r#"{{"username":"nobody {number}","password":"wrong"}}"#);
        let answer = server.ask(&post("/api/token/", &login));
        assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
    };
    let before = server.resident_memory();
    (0..30).for_each(guess);
    let kept = server.resident_memory() - before;
    assert!(kept < 2 * HASH, "{kept} KiB");
}
