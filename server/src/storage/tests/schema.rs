//! The migrated database: `schema.rs` describes it, and it stays small. `make schema` writes `schema.rs`.

use std::fmt::Write as _;

use agency_core::stored_forms;
use diesel_async::{AsyncPgConnection, RunQueryDsl as _};

use crate::testing::app::TestApp;

#[derive(diesel::QueryableByName)]
struct Column {
    #[diesel(sql_type = diesel::sql_types::Text)]
    table: String,
    #[diesel(sql_type = diesel::sql_types::Text)]
    keys: String,
    #[diesel(sql_type = diesel::sql_types::Text)]
    name: String,
    #[diesel(sql_type = diesel::sql_types::Text)]
    type_name: String,
    #[diesel(sql_type = diesel::sql_types::Bool)]
    nullable: bool,
}

#[derive(diesel::QueryableByName)]
struct Reference {
    #[diesel(sql_type = diesel::sql_types::Text)]
    child: String,
    #[diesel(sql_type = diesel::sql_types::Text)]
    parent: String,
    #[diesel(sql_type = diesel::sql_types::Text)]
    column: String,
}

/// Every column of every table that has a primary key; Diesel cannot describe others.
const COLUMNS: &str = r#"
    SELECT c.relname::text AS "table", a.attname::text AS name, t.typname::text AS type_name,
        NOT a.attnotnull AS nullable,
        (SELECT string_agg(k.attname, ', ' ORDER BY array_position(p.conkey, k.attnum))
         FROM pg_attribute AS k WHERE k.attrelid = c.oid AND k.attnum = ANY (p.conkey)) AS keys
    FROM pg_class AS c
    JOIN pg_constraint AS p ON p.conrelid = c.oid AND p.contype = 'p'
    JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type AS t ON t.oid = a.atttypid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relname <> '__diesel_schema_migrations'
    ORDER BY c.relname, a.attnum"#;

/// Every reference, but not where two columns refer to the same table: Diesel joins by one column only.
const REFERENCES: &str = r#"
    SELECT c.conrelid::regclass::text AS child, c.confrelid::regclass::text AS parent, min(a.attname)::text AS "column"
    FROM pg_constraint AS c
    JOIN pg_attribute AS a ON a.attrelid = c.conrelid AND c.conkey = ARRAY[a.attnum]
    WHERE c.contype = 'f'
    GROUP BY 1, 2
    HAVING count(*) = 1
    ORDER BY 1, 2"#;

/// The column type that Diesel does not have.
const TSVECTOR: &str = "diesel_full_text_search::TsVector";

async fn describe(connection: &mut AsyncPgConnection) -> String {
    let columns: Vec<Column> = diesel::sql_query(COLUMNS).load(connection).await.unwrap();
    let references: Vec<Reference> = diesel::sql_query(REFERENCES).load(connection).await.unwrap();
    let mut text = String::from("//! The tables as Diesel sees them. Written by `make schema`.\n");
    let tables = columns.chunk_by(|a, b| a.table == b.table).collect::<Vec<_>>();
    for table in &tables {
        write!(text, "\ndiesel::table! {{\n    {} ({}) {{\n", table[0].table, table[0].keys).unwrap();
        for column in *table {
            let element = column.type_name.strip_prefix('_');
            let (first, rest) = element.unwrap_or(&column.type_name).split_at(1);
            let kind = first.to_uppercase() + rest;
            let kind = if kind == "Tsvector" { TSVECTOR.to_owned() } else { kind };
            // An array's elements may always be null.
            let kind = if element.is_some() { format!("Array<Nullable<{kind}>>") } else { kind };
            let kind = if column.nullable { format!("Nullable<{kind}>") } else { kind };
            writeln!(text, "        {} -> {kind},", column.name).unwrap();
        }
        text.push_str("    }\n}\n");
    }
    text.push('\n');
    for Reference { child, parent, column } in references {
        writeln!(text, "diesel::joinable!({child} -> {parent} ({column}));").unwrap();
    }
    let names = tables.iter().map(|table| table[0].table.as_str()).collect::<Vec<_>>();
    write!(text, "diesel::allow_tables_to_appear_in_same_query!(\n    {}\n);\n", names.join(",\n    "))
        .unwrap();
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn schema_file_matches_migrated_database() {
    let app = TestApp::start().await;
    let described = describe(&mut app.pool().get().await.unwrap()).await;
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/storage/schema.rs");
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(file, &described).unwrap();
    }
    assert_eq!(std::fs::read_to_string(file).unwrap(), described, "run 'make schema'");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_table_has_primary_key() {
    let app = TestApp::start().await;
    let tables = "pg_class AS c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') \
                  AND c.relname <> '__diesel_schema_migrations'";
    let keyless = "NOT EXISTS (SELECT FROM pg_constraint AS k WHERE k.conrelid = c.oid AND k.contype = 'p')";
    assert_eq!(app.rows(&format!("{tables} AND {keyless}")).await, 0);
    // Each form has one of its own.
    let shared = app.rows(tables).await - i64::try_from(stored_forms().count()).unwrap();
    assert!(shared <= 16);
    assert!(app.rows("pg_trigger WHERE NOT tgisinternal").await <= 6);
    let of_tests = include_str!("../../testing/functions.sql").matches("CREATE FUNCTION").count();
    let functions = app.rows("pg_proc WHERE pronamespace = 'public'::regnamespace").await;
    assert!(functions - i64::try_from(of_tests).unwrap() <= 4);
}
