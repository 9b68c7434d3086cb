use super::clean_up;
use crate::testing::app::TestApp;

#[tokio::test(flavor = "multi_thread")]
async fn deletes_only_expired_rows() {
    let app = TestApp::start().await;
    app.sign_in("ada").await;
    app.execute(
        "INSERT INTO idempotency_keys (key, content_hash, submission_id, created_at)
         SELECT 'old' || n, '', stored.id, now() - interval '7 days 1 second'
         FROM add_consultation() AS stored (id), generate_series(1, 2500) n;
         INSERT INTO idempotency_keys (key, content_hash, submission_id, created_at)
         VALUES ('young', '', add_consultation(), now() - interval '6 days 23 hours');
         INSERT INTO attempt_windows
         SELECT ('old' || n)::bytea, ARRAY[now() - interval '25 hours'] FROM generate_series(1, 30000) n;
         INSERT INTO attempt_windows
         VALUES ('young', ARRAY[now() - interval '25 hours', now()]), ('taken back', ARRAY[]::timestamptz[]);
         INSERT INTO refresh_tokens (token_hash, family, admin_id, expires_at)
         SELECT 'spent', '', id, now() - interval '1 second' FROM admins",
    )
    .await;
    // Two instances at the same time do not wait for each other, and no row is counted twice.
    let (first, second) = tokio::join!(clean_up(app.pool()), clean_up(app.pool()));
    assert_eq!(first.unwrap() + second.unwrap(), 32_502);
    assert_eq!(clean_up(app.pool()).await.unwrap(), 0);
    assert_eq!(app.rows("idempotency_keys").await, 1);
    assert_eq!(app.rows("attempt_windows WHERE subject = 'young'").await, app.rows("attempt_windows").await);
    assert_eq!(app.rows("refresh_tokens").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn deletes_acknowledgements_that_waited_for_days() {
    let app = TestApp::start().await;
    app.execute(
        "INSERT INTO deliveries (transport, submission_id, slug, purpose, recipient, message_id, message, state, created_at)
         SELECT 'mail', added, 'a', purpose, 'a@b.example', purpose || days, '', 'waiting', now() - make_interval(days => days)
         FROM add_consultation() AS added, unnest(ARRAY['notify', 'acknowledge']) AS purpose, unnest(ARRAY[1, 3]) AS days",
    )
    .await;
    assert_eq!(clean_up(app.pool()).await.unwrap(), 1);
    assert_eq!(app.rows("deliveries WHERE message_id = 'acknowledge3'").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn skips_locked_rows() {
    let app = TestApp::start().await;
    app.execute(
        "INSERT INTO attempt_windows VALUES ('', ARRAY[now() - interval '2 days']);
         INSERT INTO idempotency_keys (key, content_hash, submission_id, created_at)
         VALUES ('k', '', add_consultation(), now() - interval '8 days')",
    )
    .await;
    let mut holder = app.pool().get().await.unwrap();
    let hold = "BEGIN; SELECT 1 FROM idempotency_keys FOR UPDATE; SELECT 1 FROM attempt_windows FOR UPDATE";
    diesel_async::SimpleAsyncConnection::batch_execute(&mut *holder, hold).await.unwrap();
    assert_eq!(clean_up(app.pool()).await.unwrap(), 0);
    diesel_async::SimpleAsyncConnection::batch_execute(&mut *holder, "COMMIT").await.unwrap();
    assert_eq!(clean_up(app.pool()).await.unwrap(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn cleans_up_tables_after_one_that_fails() {
    let app = TestApp::start().await;
    app.execute(
        "ALTER TABLE idempotency_keys RENAME TO other_keys;
         INSERT INTO attempt_windows VALUES ('', ARRAY[now() - interval '2 days'])",
    )
    .await;
    let error = clean_up(app.pool()).await.unwrap_err().to_string();
    assert!(error.starts_with("deleting from idempotency_keys: "), "{error}");
    assert_eq!(app.rows("attempt_windows").await, 0);
}
