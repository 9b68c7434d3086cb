use crate::product::{Database, SECRET, run};

/// Exit code, what was answered, and the sentence of a refusal.
fn command(url: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = run(arguments, &[("DATABASE_URL", url), ("TOKEN_SECRET", SECRET), ("RUST_LOG", "warn")]);
    let [out, err] = [output.stdout, output.stderr].map(|said| String::from_utf8(said).unwrap());
    (output.status.code(), out, err)
}

#[test]
fn an_admin_is_removed_by_name() {
    let database = Database::create();
    let url = database.url();
    assert_eq!(command(&url, &["admin", "ada"]).0, Some(0));
    let nobody = (Some(1), String::new(), "agency-server: there is no admin \"grace\"\n".to_owned());
    assert_eq!(command(&url, &["admin", "--remove", "grace"]), nobody);
    assert_eq!(
        command(&url, &["admin", "--remove", "ada"]),
        (Some(0), "removed: ada\n".to_owned(), String::new())
    );
    assert_eq!(command(&url, &["admin", "--remove", "ada"]).0, Some(1));
    // Not both at once: neither is done.
    let (code, _, said) = command(&url, &["admin", "--remove", "--first", "ada"]);
    assert!(code == Some(2) && said.contains("cannot be used with"), "{said}");
}
