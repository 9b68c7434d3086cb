//! Compares the hits of the rules with those of the database index, for generated queries and records. The results can be
//! written to a file, with which the shipped module is compared.

use std::{fs::File, io::Write as _, ops::RangeInclusive};

use agency_core::search::{Index, Query};
use diesel::sql_types::{Array, Integer, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl as _, SimpleAsyncConnection as _};
use proptest::{prelude::*, strategy::ValueTree as _, test_runner::TestRunner};
use serde_json::json;

use crate::inbox::filtered::terms;
use crate::{intake::search_document::search_words, testing::app::TestApp};

/// Minimum number of pairs, unless `SEARCH_PAIRS` is set.
const PAIRS: usize = 20_000;
/// Records at a time, and queries for each of them.
const RECORDS: usize = 200;
const QUERIES: usize = 50;

/// Texts of a record.
type Texts = [String; 4];

/// Generates texts of few words in several spellings, so that queries match them.
fn text(words: RangeInclusive<usize>) -> impl Strategy<Value = String> {
    let word = "shop|Shops|sho|a|b|B\\.C|émile|E\u{301}mile|straße|STRASSE|Łódź|lodz|ΣΑΣ|σας|한글|하|中文|文|新中文|שָׁלוֹם|\
        1840|o\u{fb03}ce|office|of\u{ad}fice|Ｓｈｏｐ|ışık|isik|ﾊﾟﾘ|パリ|ハ|ที่นี่|ที่|น\u{e33}|हिन्दी|½|1 2|\\PC";
    let between = " | | |  | -| \"|\" |\"|\\.|-|, |\n|\u{3000}| －|＂";
    prop::collection::vec((word, between), words)
        .prop_map(|parts| parts.into_iter().map(|(word, between)| word + &between).collect())
}

#[derive(diesel::QueryableByName)]
struct Found {
    #[diesel(sql_type = Array<Integer>)]
    found: Vec<i32>,
}

#[derive(diesel::QueryableByName)]
struct Plan {
    #[diesel(sql_type = Text)]
    #[diesel(column_name = "QUERY PLAN")]
    line: String,
}

const FIND: &str =
    "SELECT coalesce(array_agg(at ORDER BY at), '{}') AS found FROM pairs WHERE words @@ $1::tsquery";

/// Creates a table in which the database uses the index, as in one with many rows.
async fn set_up(connection: &mut AsyncPgConnection) {
    let table = "CREATE TABLE pairs (at int NOT NULL, words tsvector NOT NULL); \
                 CREATE INDEX pairs_words_idx ON pairs USING gin (words); SET enable_seqscan = off";
    connection.batch_execute(table).await.unwrap();
    let plan: Vec<Plan> = diesel::sql_query(format!("EXPLAIN {}", FIND.replace("$1", "'shop'")))
        .load(connection)
        .await
        .unwrap();
    assert!(plan.iter().any(|Plan { line }| line.contains("pairs_words_idx")));
}

async fn store(connection: &mut AsyncPgConnection, records: &[Texts]) {
    let words =
        records.iter().map(|texts| search_words(&Index::from_texts(texts.iter().map(String::as_str))));
    connection.batch_execute("TRUNCATE pairs").await.unwrap();
    diesel::sql_query(
        "INSERT INTO pairs SELECT at - 1, words::tsvector FROM unnest($1) WITH ORDINALITY AS n (words, at)",
    )
    .bind::<Array<Text>, _>(words.collect::<Vec<_>>())
    .execute(connection)
    .await
    .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn finds_same_records_in_database_as_by_rules() {
    let app = TestApp::start().await;
    let mut connection = app.pool().get().await.unwrap();
    set_up(&mut connection).await;
    let wanted = std::env::var("SEARCH_PAIRS").ok();
    let pairs = wanted.map_or(PAIRS, |pairs| pairs.parse().expect("SEARCH_PAIRS is a number"));
    let mut file = std::env::var("SEARCH_PAIRS_FILE").ok().map(|path| File::create(path).unwrap());
    let mut runner = TestRunner::deterministic();
    let (texts, queries) = (prop::array::uniform4(text(0..=12)), text(1..=4));
    let (mut done, mut met) = (0, 0);
    while done < pairs {
        let records =
            (0..RECORDS).map(|_| texts.new_tree(&mut runner).unwrap().current()).collect::<Vec<_>>();
        let indexes = records
            .iter()
            .map(|texts| Index::from_texts(texts.iter().map(String::as_str)))
            .collect::<Vec<_>>();
        store(&mut connection, &records).await;
        let mut asked = Vec::new();
        for _ in 0..QUERIES {
            let q = queries.new_tree(&mut runner).unwrap().current();
            let query = Query::parse(&q);
            let by_rules = (0_i32..).zip(&indexes).filter(|(_, index)| query.matches(index));
            let by_rules = by_rules.map(|(at, _)| at).collect::<Vec<_>>();
            match terms(&query) {
                Some(text) => {
                    let by_database = diesel::sql_query(FIND).bind::<Text, _>(&text);
                    let Found { found } = by_database.get_result(&mut connection).await.unwrap();
                    assert_eq!(found, by_rules, "{q:?} ({text}) in {records:?}");
                }
                // The database is not queried.
                None => assert_eq!(by_rules.len(), if query.finds_nothing() { 0 } else { RECORDS }, "{q:?}"),
            }
            done += RECORDS;
            met += by_rules.len();
            asked.push(json!({"query": q, "found": by_rules}));
        }
        if let Some(file) = &mut file {
            writeln!(file, "{}", json!({"records": records, "queries": asked})).unwrap();
        }
    }
    assert!(met > pairs / 50, "only {met} of {done} pairs meet");
}
