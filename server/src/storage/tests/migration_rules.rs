//! Rules of migrations, so that the servers of a release work with the schema of the next one.

use std::{fs, path::Path};

/// The last migration of the release from which on servers work with the schema of the next one.
const FIRST_RELEASE: &str = "2026-11-28-000499";

/// What a breaking statement has to say before it.
const EXCEPTION: &str = "-- One release apart: ";

/// Words of actions that take something away, or ask more of what older servers write. Several in one entry occur in this
/// order, with others between them.
const BREAKING: [&[&str]; 15] = [
    &["DROP"],
    &["RENAME"],
    &["SET", "NOT", "NULL"],
    &["TYPE"],
    &["TRUNCATE"],
    &["DELETE"],
    &["REVOKE"],
    &["UNIQUE", "INDEX"],
    &["ADD", "CONSTRAINT"],
    &["ADD", "CHECK"],
    &["ADD", "UNIQUE"],
    &["ADD", "PRIMARY", "KEY"],
    &["ADD", "FOREIGN", "KEY"],
    &["ADD", "REFERENCES"],
    &["SET", "SCHEMA"],
];

/// Returns the migrations' folders and statements, in their order.
fn migrations() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations");
    let mut all = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let entry = entry.unwrap();
            let text = fs::read_to_string(entry.path().join("up.sql")).unwrap();
            (entry.file_name().into_string().unwrap(), text)
        })
        .collect::<Vec<_>>();
    all.sort();
    all
}

/// Returns the statements, each with the comment before it. Text between two `$$` is left out: it is the code of a function,
/// or of a `DO`, which counts as breaking whatever it does.
fn statements(text: &str) -> Vec<String> {
    let outside = text.split("$$").step_by(2).collect::<Vec<_>>().join("$$");
    let mut statements = vec![String::new()];
    for line in outside.lines() {
        let last = statements.last_mut().unwrap();
        last.push_str(line);
        last.push('\n');
        let code = line.split("--").next().unwrap();
        if code.trim_end().ends_with(';') {
            statements.push(String::new());
        }
    }
    statements
}

fn words(code: &str) -> Vec<&str> {
    code.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'))
        .filter(|word| !word.is_empty())
        .collect()
}

/// Splits a statement at the commas outside of parentheses, so that each action of an `ALTER TABLE` is judged on its own.
fn actions(code: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    code.split(move |letter: char| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        letter == ',' && depth == 0
    })
}

/// Whether a statement may break servers of the release before.
fn is_breaking(statement: &str) -> bool {
    let code = statement.lines().map(|line| line.split("--").next().unwrap()).collect::<Vec<_>>().join(" ");
    // Without the texts between apostrophes.
    let code = code.split('\'').step_by(2).collect::<Vec<_>>().join("''").to_uppercase();
    match words(&code)[..] {
        ["DO", ..] => return true,
        // A new table's columns, keys and constraints are no older server's concern.
        ["CREATE", "TABLE" | "FUNCTION", ..] | ["CREATE", "OR", "REPLACE", "FUNCTION", ..] => return false,
        _ => {}
    }
    actions(&code).map(words).any(|words| {
        let has = |wanted: &[&str]| {
            let mut rest = words.iter();
            wanted.iter().all(|word| rest.any(|found| found == word))
        };
        let needs_value = has(&["ADD", "NOT", "NULL"]) && !has(&["DEFAULT"]) && !has(&["GENERATED"]);
        needs_value || BREAKING.iter().any(|words| has(words))
    })
}

#[test]
fn adds_in_one_release_before_removing_in_another() {
    for (name, text) in migrations() {
        if name.as_str() < FIRST_RELEASE || name.starts_with(FIRST_RELEASE) {
            continue;
        }
        for statement in statements(&text) {
            let is_said = statement.lines().any(|line| {
                line.strip_prefix(EXCEPTION).is_some_and(|reason| reason.split_whitespace().count() > 2)
            });
            assert!(
                !is_breaking(&statement) || is_said,
                "{name} may break servers of the release before; if it does not, say why in a line '{EXCEPTION}…' \
                 before it: {statement}"
            );
        }
    }
}

#[test]
fn newest_migration_names_compatible_servers() {
    let all = migrations();
    let (name, text) = all.last().unwrap();
    let version = name.split('_').next().unwrap().replace('-', "");
    let expected =
        format!("INSERT INTO schema_releases (newest_migration, oldest_server) VALUES ('{version}', '");
    let (_, oldest) =
        text.split_once(&expected).unwrap_or_else(|| panic!("{name} does not say: {expected}…')"));
    let oldest = oldest.split('\'').next().unwrap();
    // It is a migration of ours: the last one of the release before, or this one if older servers must stop.
    assert!(all.iter().any(|(name, _)| name.replace('-', "").starts_with(oldest)), "{name}: {oldest}");
}

#[test]
fn tells_breaking_statements_from_adding_ones() {
    for breaking in [
        "ALTER TABLE a DROP COLUMN b;",
        "DROP FUNCTION a(text);",
        "ALTER TABLE a\n    RENAME COLUMN b TO c;",
        "ALTER TABLE a ALTER b TYPE bigint;",
        "ALTER TABLE a ALTER b SET NOT NULL;",
        "ALTER TABLE a ADD b text NOT NULL;",
        "ALTER TABLE a ADD CONSTRAINT c CHECK (b > 0);",
        "ALTER TABLE a ADD CHECK (b > 0);",
        "ALTER TABLE a ADD UNIQUE (b);",
        "ALTER TABLE a ADD PRIMARY KEY (b);",
        "ALTER TABLE a ADD FOREIGN KEY (b) REFERENCES c;",
        "ALTER TABLE a ADD b int UNIQUE;",
        "ALTER TABLE a ADD b int REFERENCES c;",
        "ALTER TABLE a ADD b int DEFAULT 0, ADD c text NOT NULL;",
        "ALTER TABLE a ADD b text NOT NULL, ADD c text DEFAULT ',(';",
        "CREATE UNIQUE INDEX a_b ON a (b);",
        "DO $$ BEGIN DROP TABLE a; END $$;",
        "delete from a;",
    ] {
        assert_eq!(statements(breaking).iter().filter(|code| is_breaking(code)).count(), 1, "{breaking}");
    }
    for adding in [
        "CREATE TABLE a (b text NOT NULL UNIQUE);",
        "ALTER TABLE a ADD b text;",
        "ALTER TABLE a ADD b text NOT NULL DEFAULT ''; -- It is dropped later.",
        "ALTER TABLE a ADD b numeric(10, 2) NOT NULL DEFAULT 0, ADD c text;",
        "-- DROP TABLE a;\nCREATE INDEX a_b ON a (b);",
        "CREATE FUNCTION a() RETURNS void LANGUAGE plpgsql AS $$$$;",
        "UPDATE a SET b = 'It''s a drop, delete it';",
    ] {
        assert!(!statements(adding).iter().any(|code| is_breaking(code)), "{adding}");
    }
    assert_eq!(statements("CREATE FUNCTION a() AS $$ DROP TABLE a; $$;\nSELECT 1;\n").len(), 3);
}
