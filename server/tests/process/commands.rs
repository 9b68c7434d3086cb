use crate::product::{Database, SECRET, Server, ask, get, read_line, run_program};

/// Runs a command and returns its exit code, standard output and standard error.
fn command(url: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output =
        run_program(arguments, &[("DATABASE_URL", url), ("TOKEN_SECRET", SECRET), ("RUST_LOG", "warn")]);
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (output.status.code(), out, err)
}

/// Leaves out the lines of other lists.
fn of_two_lists(output: &str) -> String {
    let lines = output.split_inclusive('\n');
    lines.filter(|line| line.starts_with("consultations: ") || line.starts_with("applications: ")).collect()
}

#[test]
fn forgets_an_address_and_prints_counts() {
    let database = Database::create();
    let url = database.url();
    assert_eq!(command(&url, &["migrate"]).0, Some(0));
    let addresses = "CASE WHEN nth <= 3 THEN 'Ada@Lovelace.example' ELSE 'grace@hopper.example' END";
    for (kind, rows) in [("consultations", "1, 20"), ("applications", "3, 4")] {
        database.execute(&format!(
            "INSERT INTO submissions (kind, slug, full_name, name_key, email, email_key) \
             SELECT '{kind}', md5('{kind}' || nth), 'Ada Lovelace', 'ada lovelace', email, lower(email) \
             FROM generate_series({rows}) AS nth, LATERAL (SELECT {addresses} AS email) AS address"
        ));
    }
    for (consultations, applications) in [(3, 1), (0, 0)] {
        let (code, output, errors) = command(&url, &["forget", "ada@lovelace.example"]);
        assert_eq!((code, errors.as_str()), (Some(0), ""));
        let expected = format!("consultations: {consultations}\napplications: {applications}\n");
        assert_eq!(of_two_lists(&output), expected);
    }
    let refused = (Some(1), String::new(), "agency-server: Please enter a valid email address\n".to_owned());
    assert_eq!(command(&url, &["forget", "ada"]), refused);
}

#[test]
fn exports_a_person_to_standard_output() {
    let database = Database::create();
    let url = database.url();
    assert_eq!(command(&url, &["migrate"]).0, Some(0));
    database.execute(&aged(2, "interval '1 day'"));
    let settings = [("DATABASE_URL", &*url), ("TOKEN_SECRET", SECRET), ("RUST_LOG", "warn")];
    let output = run_program(&["export-person", "a@b.example", "--to", "-"], &settings);
    let counts = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.success() && counts.contains("submissions: 2\n") && counts.ends_with("cv: 0\n"),
        "{counts}"
    );
    let (start, end) =
        (output.stdout.first_chunk(), output.stdout.windows(4).rposition(|bytes| bytes == b"PK\x05\x06"));
    assert!(start == Some(b"PK\x03\x04") && end.is_some(), "not a whole archive");
    let names = output.stdout.windows(12).filter(|bytes| *bytes == b"records.json").count();
    assert_eq!(names, 2);
    // An archive that fails has no beginning either.
    database.execute(
        "ALTER TABLE history RENAME TO past; DROP TABLE cv_chunks CASCADE; DROP TABLE applications CASCADE",
    );
    let output = run_program(&["export-person", "a@b.example", "--to", "-"], &settings);
    assert!(!output.status.success() && output.stdout.is_empty());
}

/// Returns the statement for consultations of an age, which may depend on their number `nth`, from 0. They are indexed, so that
/// the server does not lock them for that.
fn aged(rows: usize, age: &str) -> String {
    format!(
        "INSERT INTO submissions \
             (kind, slug, full_name, name_key, email, email_key, created_at, state_since, words_version) \
         SELECT 'consultations', md5(gen_random_uuid()::text), 'Ada Lovelace', 'ada lovelace', 'a@b.example', \
             'a@b.example', now() - {age}, now() - {age}, 32767 FROM generate_series(0, {rows} - 1) AS nth"
    )
}

#[test]
fn previews_and_confirms_deletions() {
    let database = Database::create();
    let url = database.url();
    let with = |arguments: &[&str], kept: &[(&str, &str)]| {
        let settings = [("DATABASE_URL", &*url), ("TOKEN_SECRET", SECRET), ("WEB_ROOT", "/nowhere")];
        let output = run_program(arguments, &[&settings[..], kept].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        of_two_lists(std::str::from_utf8(&output.stdout).unwrap())
    };
    with(&["migrate"], &[]);
    database.execute(&aged(10, "nth * interval '100 days'"));
    let none = "consultations: 0\napplications: 0\n";
    assert_eq!(with(&["sweep"], &[]), none);
    let year = [("KEEP_CONSULTATIONS", "365"), ("KEEP_SPAM", "30")];
    let check = with(&["check"], &year);
    let expected = "consultations: 6 of 10 would be deleted within a day\n\
                    applications: 0 of 0 would be deleted within a day\n";
    assert!(check.ends_with(expected), "{check}");
    assert_eq!(with(&["sweep"], &year), "consultations: 6\napplications: 0\n");
    assert_eq!(with(&["sweep"], &year), none);
    database.execute(&aged(1_001, "interval '400 days'"));
    let check = with(&["check"], &year);
    let expected = "consultations: 1001 of 1005 would be deleted within a day, once confirmed with \
                    `agency-server sweep --yes`\napplications: 0 of 0 would be deleted within a day\n";
    assert!(check.ends_with(expected), "{check}");
    let waiting = "consultations: 0, 1001 wait because they are more than 1,000 and a tenth of the list: \
                   confirm with `agency-server sweep --yes`\napplications: 0\n";
    assert_eq!(with(&["sweep"], &year), waiting);
    assert_eq!(with(&["sweep", "--yes"], &year), "consultations: 1001\napplications: 0\n");
    assert_eq!(with(&["sweep"], &year), none);
}

#[test]
fn deletes_due_records_in_the_background() {
    let database = Database::create();
    let url = database.url();
    assert_eq!(command(&url, &["migrate"]).0, Some(0));
    database.execute(&aged(1, "interval '31 days'"));
    let mut server = Server::start(&url, &[("KEEP_CONSULTATIONS", "30"), ("METRICS_ADDR", "127.0.0.1:0")]);
    let line = read_line(server.child.stdout.as_mut().unwrap());
    let metrics = line.trim().strip_prefix("metrics on http://").unwrap();
    while !ask(metrics, &get("/metrics")).contains("submissions_deleted_total{kind=\"Consultation\"} 1\n") {}
    server.signal("-TERM");
    let (succeeded, logs) = server.end();
    assert!(succeeded && logs.contains("deleted records past their retention period"), "{logs}");
}

#[test]
fn removes_an_admin_by_name() {
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
    // The options exclude each other: nothing is changed.
    let (code, _, stderr) = command(&url, &["admin", "--remove", "--first", "ada"]);
    assert!(code == Some(2) && stderr.contains("cannot be used with"), "{stderr}");
}

#[test]
fn prints_the_description_of_the_api_without_settings() {
    let output = run_program(&["openapi"], &[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let database = Database::create();
    let server = Server::start(&database.url(), &[]);
    let answer = server.ask(&get("/api/openapi.json"));
    let described: serde_json::Value =
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
    assert_eq!(printed, described);
}
