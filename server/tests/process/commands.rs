use crate::product::{Database, SECRET, Server, ask, get, read_line, run};

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
fn what_is_kept_no_longer_is_told_before_it_goes() {
    let database = Database::create();
    let url = database.url();
    let with = |arguments: &[&str], kept: &[(&str, &str)]| {
        let settings = [("DATABASE_URL", &*url), ("TOKEN_SECRET", SECRET), ("WEB_ROOT", "/nowhere")];
        let output = run(arguments, &[&settings[..], kept].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    with(&["migrate"], &[]);
    database.execute(
        "INSERT INTO consultations (slug, full_name, name_key, email, message, created_at) \
         SELECT md5(nth::text), 'Ada Lovelace', 'ada lovelace', 'a@b.example', 'We need a shop.', \
             now() - nth * interval '100 days' FROM generate_series(0, 9) AS nth",
    );
    let all_stay = "consultations: 0\napplications: 0\n";
    assert_eq!(with(&["sweep"], &[]), all_stay);
    let year = [("KEEP_CONSULTATIONS", "365"), ("KEEP_SPAM", "30")];
    let told = with(&["check"], &year);
    let shorter = "because the time to keep them is shorter than before";
    assert!(
        told.ends_with(&format!(
            "consultations: 6 of 10 would be deleted within a day, after `agency-server sweep --yes` alone, {shorter}\n\
             applications: 0 of 0 would be deleted within a day\n"
        )),
        "{told}"
    );
    let waits = format!(
        "consultations: 0, 6 are due and wait, {shorter}; if they may go, say `agency-server sweep --yes`\n\
         applications: 0\n"
    );
    assert_eq!(with(&["sweep"], &year), waits);
    assert_eq!(with(&["sweep", "--yes"], &year), "consultations: 6\napplications: 0\n");
    assert_eq!(with(&["sweep"], &year), all_stay);
    database.execute("UPDATE consultations SET created_at = created_at - interval '100 days'");
    assert_eq!(with(&["sweep"], &year), "consultations: 1\napplications: 0\n");
}

#[test]
fn a_server_deletes_what_is_due_by_itself() {
    let database = Database::create();
    let url = database.url();
    assert_eq!(command(&url, &["migrate"]).0, Some(0));
    // As known since the list was empty.
    database.execute(
        "INSERT INTO retention (list, kept_days) VALUES ('consultations', 30); \
         INSERT INTO consultations (slug, full_name, name_key, email, message, created_at) \
         VALUES (md5(''), 'Ada Lovelace', 'ada lovelace', 'a@b.example', 'We need a shop.', now() - interval '31 days')",
    );
    let mut server = Server::start(&url, &[("KEEP_CONSULTATIONS", "30"), ("METRICS_ADDR", "127.0.0.1:0")]);
    let line = read_line(server.child.stdout.as_mut().unwrap());
    let metrics = line.trim().strip_prefix("metrics on http://").unwrap();
    while !ask(metrics, &get("/metrics")).contains("submissions_deleted_total{kind=\"Consultation\"} 1\n") {}
    server.signal("-TERM");
    let (succeeded, logs) = server.end();
    assert!(succeeded && logs.contains("deleted what was kept for its time"), "{logs}");
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
