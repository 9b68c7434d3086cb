//! What a session, a restore or another locale of the operating system must not change.

use diesel_async::{AsyncMigrationHarness, SimpleAsyncConnection as _};
use diesel_migrations::MigrationHarness as _;

use crate::{
    storage::migrations::MIGRATIONS,
    testing::{
        app::{TestApp, texts},
        rows::insert_consultations,
    },
};

#[tokio::test(flavor = "multi_thread")]
async fn triggers_find_their_tables_whatever_a_session_sets() {
    let app = TestApp::start().await;
    app.sign_in("ada").await;
    let mut session = app.pool().get().await.unwrap();
    let insert = insert_consultations(1, 0);
    let events = "account_events WHERE event = 'password printed'";
    let counted = "(SELECT FROM list_counts GROUP BY () HAVING sum(count) = 2) AS counted";
    for (nth, setting) in [
        "CREATE TEMP TABLE account_events (LIKE account_events INCLUDING ALL); \
         CREATE TEMP TABLE list_counts (LIKE list_counts INCLUDING ALL)",
        "SET agency.rehash = 'on'",
        "SET search_path = ''",
    ]
    .into_iter()
    .enumerate()
    {
        session.batch_execute(setting).await.unwrap();
        let change = format!("UPDATE public.admins SET password_hash = '{nth}'");
        session.batch_execute(&change).await.unwrap();
        assert_eq!(app.rows(events).await, i64::try_from(nth).unwrap() + 1, "{setting}");
        if nth < 2 {
            session.batch_execute(&insert).await.unwrap();
        }
    }
    assert_eq!(app.rows(counted).await, 1);
    // A dump restores without a path, too.
    session.batch_execute("DELETE FROM public.submissions").await.unwrap();
    assert_eq!(app.rows("list_counts WHERE count <> 0").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn triggers_find_their_tables_in_a_schema_of_their_own() {
    let app = TestApp::start().await;
    let mut connection = app.pool().get().await.unwrap();
    connection.batch_execute("CREATE SCHEMA \"Own\"; SET search_path = \"Own\"").await.unwrap();
    let mut harness = AsyncMigrationHarness::new(connection);
    harness.run_pending_migrations(MIGRATIONS).unwrap();
    let paths = "SELECT DISTINCT coalesce(array_to_string(proconfig, ' '), '') AS text FROM pg_proc \
                 WHERE prorettype = 'trigger'::regtype AND pronamespace = '\"Own\"'::regnamespace";
    assert_eq!(texts(&app, paths).await, ["search_path=\"Own\", pg_temp"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn indexes_compare_texts_bytewise() {
    let app = TestApp::start().await;
    let others = "SELECT format('%s.%s', attrelid::regclass, attname) AS text FROM pg_attribute AS a \
        JOIN pg_index ON indrelid = attrelid AND attnum = ANY (indkey) \
        JOIN pg_class AS c ON c.oid = attrelid AND relnamespace = 'public'::regnamespace \
        WHERE attcollation <> 0 AND attcollation <> '\"C\"'::regcollation \
            AND relname <> '__diesel_schema_migrations'";
    assert_eq!(texts(&app, others).await, [] as [String; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn references_have_an_index() {
    let app = TestApp::start().await;
    let others = "SELECT format('%s.%s', conrelid::regclass, conname) AS text FROM pg_constraint \
        WHERE contype = 'f' AND NOT EXISTS \
            (SELECT FROM pg_index WHERE indrelid = conrelid AND indkey[0] = conkey[1])";
    assert_eq!(texts(&app, others).await, [] as [String; 0]);
}
