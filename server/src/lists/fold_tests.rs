//! Folding goes by parts: each is bounded, each leaves the lists exact, and together they come to an end.

use agency_core::filter::Filter;
use diesel::{QueryableByName, pg::Pg, sql_query, sql_types::Text};
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection as _};

use super::{
    page::Page,
    tests::{check_pages, insert, numbers, write},
    upkeep,
};
use crate::{
    kinds::consultations::record::Consultation, storage::migrations::migrate, testing::app::TestApp,
};

const BEGIN: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ";

/// Distinct names in no order, times in the order of the numbers.
pub(crate) fn insert_spread(rows: usize, from: usize) -> String {
    insert(rows, from)
        .replace("'name ' || n % 7", "md5(n::text)")
        .replace("(n % 11) * interval '1 day'", "n * interval '1 second'")
}

/// How many pages of memory a statement touches, whether they were there or read.
pub(crate) async fn pages(connection: &mut AsyncPgConnection, statement: &str) -> i64 {
    #[derive(QueryableByName)]
    struct Line {
        #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
        text: String,
    }
    let explain = format!("EXPLAIN (ANALYZE, BUFFERS) {statement}");
    let lines: Vec<Line> = diesel_async::RunQueryDsl::load(sql_query(explain), connection).await.unwrap();
    let buffers = lines.iter().find_map(|line| line.text.trim().strip_prefix("Buffers: shared ")).unwrap();
    let counts = buffers.split(' ').filter_map(|word| word.split_once('='));
    counts.filter(|(kind, _)| matches!(*kind, "hit" | "read")).map(|(_, n)| n.parse::<i64>().unwrap()).sum()
}

/// Each row is a change of two lists: the table's and its box's.
const LISTS: i64 = 2;

/// One part of the work of the table and of each box, none when another one was faster.
async fn part(connection: &mut AsyncPgConnection, most: u32, pieces: u32) {
    connection.batch_execute(BEGIN).await.unwrap();
    // In one order: two at once that took the lists in another one each would wait for each other.
    let statement = format!(
        "SELECT list_fold_part(list, {most}, {pieces}) \
         FROM (SELECT list FROM list_totals WHERE starts_with(list, 'consultations') ORDER BY list) AS lists"
    );
    let end = match connection.batch_execute(&statement).await {
        Ok(()) => "COMMIT",
        Err(error) => {
            assert!(error.to_string().starts_with("SQLSTATE 40001: "), "{error}");
            "ROLLBACK"
        }
    };
    connection.batch_execute(end).await.unwrap();
}

/// Whether nothing is left to fold or to divide, in any list.
async fn is_done(connection: &mut AsyncPgConnection) -> bool {
    is_done_where(connection, "true").await
}

/// Whether nothing is left in the lists of this condition.
async fn is_done_where(connection: &mut AsyncPgConnection, lists: &str) -> bool {
    let left = format!(
        "SELECT count(*) + (SELECT sum(cardinality(to_divide))::int8 FROM list_totals WHERE {lists}) AS number \
         FROM list_changes WHERE {lists}"
    );
    numbers(connection, &left).await == [0]
}

/// The condition of the table's own list.
const TABLE: &str = "list = 'consultations'";

#[tokio::test(flavor = "multi_thread")]
async fn lists_are_exact_after_every_part() {
    let app = TestApp::patient().await;
    let mut connection = app.pool().get().await.unwrap();
    app.execute(&insert(5_000, 0)).await;
    app.execute("DELETE FROM consultations WHERE id % 3 = 0").await;
    app.execute("UPDATE consultations SET name_key = 'moved' WHERE id % 7 = 0").await;
    app.execute(&insert_spread(9_000, 5_000)).await;
    let mut parts = 0;
    while !is_done(&mut connection).await {
        part(&mut connection, 1_009, 1).await;
        check_pages(&mut connection, 100).await;
        // What changes between two parts comes to those that are left.
        match parts {
            2 => app.execute("DELETE FROM consultations WHERE id % 5 = 0").await,
            4 => app.execute("UPDATE consultations SET created_at = now() WHERE id % 11 = 0").await,
            6 => app.execute(&insert(300, 20_000)).await,
            _ => {}
        }
        parts += 1;
    }
    assert!(parts > 18, "{parts}");
    check_pages(&mut connection, 10).await;

    app.execute(&insert(3_000, 30_000)).await;
    part(&mut connection, 500, 1).await;
    app.execute("TRUNCATE consultations").await;
    check_pages(&mut connection, 1).await;
    assert!(is_done(&mut connection).await);
    app.execute(&insert(300, 40_000)).await;
    part(&mut connection, 7, 1).await;
    check_pages(&mut connection, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn parts_of_two_at_once_are_exact_while_others_write() {
    let app = TestApp::patient().await;
    app.execute(&insert(4_100, 0)).await;
    let writers = (1..=3).map(|seed| tokio::spawn(write(app.pool().clone(), seed))).collect::<Vec<_>>();
    let mut connection = app.pool().get().await.unwrap();
    let mut other = app.pool().get().await.unwrap();
    while writers.iter().any(|writer| !writer.is_finished()) {
        tokio::join!(part(&mut connection, 37, 1), part(&mut other, 400, 1));
        check_pages(&mut connection, 200).await;
    }
    for writer in writers {
        writer.await.unwrap();
    }
    // A count may be below zero between two parts, never at the end.
    while !is_done(&mut connection).await {
        part(&mut connection, 301, 2).await;
        check_pages(&mut connection, 200).await;
    }
    assert_eq!(app.rows("list_buckets WHERE rows < 0").await, 0);
    check_pages(&mut connection, 10).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_part_that_is_taken_back_was_never_done() {
    let app = TestApp::patient().await;
    let mut connection = app.pool().get().await.unwrap();
    app.execute(&insert(9_000, 0)).await;
    connection.batch_execute(BEGIN).await.unwrap();
    connection.batch_execute("SELECT list_fold_part('consultations', 5000)").await.unwrap();
    connection.batch_execute("ROLLBACK").await.unwrap();
    assert_eq!(app.rows("list_changes").await, LISTS * 9_000);
    check_pages(&mut connection, 100).await;
    assert_eq!(upkeep::fold(&mut connection).await.unwrap(), LISTS * 9_000);
    check_pages(&mut connection, 100).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bulk_load_is_folded_by_parts_that_are_all_small() {
    const ROWS: usize = 300_000;
    let app = TestApp::patient().await;
    let mut connection = app.pool().get().await.unwrap();
    connection.batch_execute(&insert_spread(ROWS, 0)).await.unwrap();
    let (mut parts, mut most) = (0, 0);
    while !is_done_where(&mut connection, TABLE).await {
        connection.batch_execute(BEGIN).await.unwrap();
        most = most.max(pages(&mut connection, "SELECT list_fold_part('consultations')").await);
        connection.batch_execute("COMMIT").await.unwrap();
        parts += 1;
        assert!(parts <= 70, "it does not come to an end");
    }
    // Ten thousand changes are read and deleted, or twenty thousand rows are read to divide their bucket.
    assert!(most < 40_000, "{most} pages in a part");
    // Then those of the box, which holds as many.
    upkeep::fold(&mut connection).await.unwrap();
    let large = app.rows("list_buckets WHERE rows > 4000").await;
    let buckets = app.rows("list_buckets WHERE rows BETWEEN 1 AND 4000").await;
    assert_eq!((large, buckets), (0, LISTS * 300));
    check_pages(&mut connection, 10_000).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bucket_is_divided_without_reading_on_to_the_end() {
    let app = TestApp::patient().await;
    let mut connection = app.pool().get().await.unwrap();
    for statement in [
        "ALTER TABLE consultations DISABLE TRIGGER list_rows_came",
        &insert_spread(60_000, 0),
        "ALTER TABLE consultations ENABLE TRIGGER list_rows_came",
        "SELECT list_recount('consultations')",
        "VACUUM ANALYZE consultations",
    ] {
        connection.batch_execute(statement).await.unwrap();
    }
    // As many as make the first bucket of each order too large.
    let few = insert(2_500, 60_000)
        .replace("'name ' || n % 7", "'00' || md5(n::text)")
        .replace("(n % 11) * interval '1 day'", "interval '99 seconds'");
    app.execute(&few).await;
    connection.batch_execute(BEGIN).await.unwrap();
    let touched = pages(&mut connection, "SELECT list_fold_part('consultations')").await;
    connection.batch_execute("COMMIT").await.unwrap();
    assert!(is_done_where(&mut connection, TABLE).await);
    assert_eq!(app.rows("list_buckets WHERE list = 'consultations'").await, 2 * 32);
    // 2,500 changes are read and deleted, and 4,500 rows of each order looked at, of which most are elsewhere.
    assert!(touched < 20_000, "{touched} pages");
    check_pages(&mut connection, 1_000).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_page_touches_few_pages_while_an_old_snapshot_is_held() {
    let app = TestApp::patient().await;
    let mut connection = app.pool().get().await.unwrap();
    app.execute(&insert_spread(3_000, 0)).await;
    upkeep::fold(&mut connection).await.unwrap();
    let page = Page::of::<Consultation>(&Filter::default());
    let statement = diesel::debug_query::<Pg, _>(&page).to_string();
    let statement = statement.split(" -- binds").next().unwrap().replace("$1", "0");
    // What a connection looks up once is no matter of the list.
    pages(&mut connection, &statement).await;
    let before = pages(&mut connection, &statement).await;

    let mut dump = app.pool().get().await.unwrap();
    dump.batch_execute(&format!("{BEGIN}; SELECT count(*) FROM admins")).await.unwrap();
    for _ in 0..40 {
        // Each in a transaction of its own.
        let inserts = "DO $$ BEGIN FOR n IN 1..500 LOOP \
                           INSERT INTO consultations (slug, full_name, name_key, email, message) \
                           VALUES (md5(gen_random_uuid()::text), 'Ada', 'ada', 'a@b.example', 'We need a shop.'); \
                           COMMIT; \
                       END LOOP; END $$";
        app.execute(inserts).await;
        upkeep::fold(&mut connection).await.unwrap();
    }
    // Other tests' transactions may be older than the last of these, and hold the place back until they end.
    let inserted = numbers(&mut connection, "SELECT pg_current_xact_id()::text::int8 AS number").await;
    let oldest = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::int8 AS number";
    while numbers(&mut connection, oldest).await <= inserted {
        tokio::task::yield_now().await;
    }
    app.execute(&insert_spread(1, 3_000)).await;
    upkeep::fold(&mut connection).await.unwrap();
    assert_eq!(app.rows("consultations").await, 23_001);
    pages(&mut connection, &statement).await;
    let after = pages(&mut connection, &statement).await;
    assert!(after < before + 20, "{before} pages before, {after} after");
    dump.batch_execute("COMMIT").await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_from_another_cluster_is_exact() {
    let app = TestApp::patient().await;
    let mut connection = app.pool().get().await.unwrap();
    app.execute(&insert(3_000, 0)).await;
    part(&mut connection, 2_000, 1).await;
    // Restored rows name transactions of where they came from, above all of this cluster's or among them.
    for number in ["9000000000000000000", "pg_current_xact_id()::text"] {
        let copied = format!(
            "UPDATE list_totals SET settled_by = ({number})::text::xid8 WHERE list = 'consultations'"
        );
        app.execute(&copied).await;
        app.execute("UPDATE list_changes SET written_by = '9000000000000000000' WHERE row_id > 2900").await;
        app.execute(&insert(30, 3_000)).await;
        check_pages(&mut connection, 10).await;
        part(&mut connection, 500, 1).await;
        check_pages(&mut connection, 10).await;
        app.execute("DELETE FROM consultations WHERE id > 3000").await;
        check_pages(&mut connection, 10).await;
    }
    upkeep::fold(&mut connection).await.unwrap();
    assert!(is_done(&mut connection).await);
    check_pages(&mut connection, 10).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn folding_has_a_time_of_its_own() {
    let app = TestApp::patient().await;
    app.execute(
        "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS \
             $$BEGIN PERFORM pg_sleep(1.2); RETURN NULL; END$$; \
         CREATE TRIGGER wait AFTER UPDATE ON list_totals FOR EACH STATEMENT EXECUTE FUNCTION wait()",
    )
    .await;
    app.execute(&insert(5, 0)).await;
    let mut connection = app.pool().get().await.unwrap();
    connection.batch_execute("SET statement_timeout = '1s'").await.unwrap();
    assert_eq!(upkeep::fold(&mut connection).await.unwrap(), LISTS * 5);
    let timeout = "SELECT setting::int8 AS number FROM pg_settings WHERE name = 'statement_timeout'";
    assert_eq!(numbers(&mut connection, timeout).await, [1_000]);
}

/// The statements of the server before this schema.
#[tokio::test(flavor = "multi_thread")]
async fn the_version_before_folds_on() {
    let app = TestApp::patient().await;
    let mut connection = app.pool().get().await.unwrap();
    app.execute(&insert(23_000, 0)).await;
    let lists = "SELECT count(list) AS number FROM list_totals WHERE list = 'consultations'";
    for folded in [10_000, 10_000, 3_000, 0] {
        connection.batch_execute(BEGIN).await.unwrap();
        assert_eq!(numbers(&mut connection, lists).await, [1]);
        let fold = "SELECT list_fold('consultations') AS number";
        assert_eq!(numbers(&mut connection, fold).await, [folded]);
        connection.batch_execute("COMMIT").await.unwrap();
        check_pages(&mut connection, 100).await;
    }
    assert!(is_done_where(&mut connection, TABLE).await);
    // It finds the boxes in the same table, and folds them alike.
    let (new, done) = ("SELECT list_fold('consultations/new') AS number", "list = 'consultations/new'");
    for folded in [10_000, 10_000, 3_000, 0] {
        connection.batch_execute(BEGIN).await.unwrap();
        assert_eq!(numbers(&mut connection, new).await, [folded]);
        connection.batch_execute("COMMIT").await.unwrap();
    }
    assert!(is_done_where(&mut connection, done).await);
    check_pages(&mut connection, 10).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_with_changes_goes_down_and_up_again() {
    let app = TestApp::patient().await;
    app.execute(&insert(9_000, 0)).await;
    part(&mut app.pool().get().await.unwrap(), 5_000, 1).await;
    app.revert("20261121000007").await;
    app.execute(&insert(4_000, 9_000)).await;
    app.execute(&format!("{BEGIN}; SELECT list_fold('consultations'); COMMIT;")).await;
    app.execute(&insert(4_000, 13_000)).await;
    migrate(app.pool()).await.unwrap();
    let mut connection = app.pool().get().await.unwrap();
    check_pages(&mut connection, 50).await;
    assert_eq!(upkeep::fold(&mut connection).await.unwrap(), 4_000);
    check_pages(&mut connection, 50).await;
}
