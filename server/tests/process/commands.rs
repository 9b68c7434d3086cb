use crate::product::{Database, SECRET, run};

/// Exit code, what was answered, and the sentence of a refusal.
fn command(url: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = run(arguments, &[("DATABASE_URL", url), ("TOKEN_SECRET", SECRET), ("RUST_LOG", "warn")]);
    let [out, err] = [output.stdout, output.stderr].map(|said| String::from_utf8(said).unwrap());
    (output.status.code(), out, err)
}

#[test]
fn an_address_is_forgotten_and_the_submissions_counted() {
    let database = Database::create();
    let url = database.url();
    assert_eq!(command(&url, &["migrate"]).0, Some(0));
    let addresses = "CASE WHEN nth <= 3 THEN 'Ada@Lovelace.example' ELSE 'grace@hopper.example' END";
    database.execute(&format!(
        "INSERT INTO consultations (slug, full_name, name_key, email, message) \
         SELECT md5(nth::text), 'Ada Lovelace', 'ada lovelace', {addresses}, 'We need a shop.' \
         FROM generate_series(1, 20) AS nth"
    ));
    database.execute(&format!(
        "INSERT INTO applications (slug, job_title, full_name, name_key, email, cover_letter, cv_name, cv_type, cv_size) \
         SELECT md5(nth::text), 'Engineer', 'Ada Lovelace', 'ada lovelace', {addresses}, 'I have built engines for years.', \
         'cv.pdf', 'pdf', 1000 FROM generate_series(3, 4) AS nth"
    ));
    let counted = |consultations: u32, applications: u32| {
        (Some(0), format!("consultations: {consultations}\napplications: {applications}\n"), String::new())
    };
    assert_eq!(command(&url, &["forget", "ada@lovelace.example"]), counted(3, 1));
    assert_eq!(command(&url, &["forget", "ada@lovelace.example"]), counted(0, 0));
    let refused = (Some(1), String::new(), "agency-server: Please enter a valid email address\n".to_owned());
    assert_eq!(command(&url, &["forget", "ada"]), refused);
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
