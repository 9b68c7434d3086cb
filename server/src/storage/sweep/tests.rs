use diesel_async::SimpleAsyncConnection as _;

use super::sweep;
use crate::testing::app::TestApp;

#[tokio::test(flavor = "multi_thread")]
async fn deletes_expired_rows_only() {
    let app = TestApp::start().await;
    app.sign_in("ada").await;
    app.execute(
        "SELECT add_consultation();
         INSERT INTO idempotency_keys (key, content_hash, submission_id, created_at)
         SELECT 'old' || n, '', 1, now() - interval '7 days 1 second' FROM generate_series(1, 2500) n;
         INSERT INTO idempotency_keys (key, content_hash, submission_id, created_at)
         VALUES ('young', '', 1, now() - interval '6 days 23 hours');
         INSERT INTO attempt_windows
         SELECT ('old' || n)::bytea, ARRAY[now() - interval '61 minutes'] FROM generate_series(1, 30000) n;
         INSERT INTO attempt_windows
         VALUES ('young', ARRAY[now() - interval '61 minutes', now()]), ('taken back', ARRAY[]::timestamptz[]);
         INSERT INTO refresh_tokens (token_hash, family, admin_id, expires_at)
         SELECT 'spent', '', id, now() - interval '1 second' FROM admins",
    )
    .await;
    // Two instances at the same time do not wait for each other, and no row is counted twice.
    let (first, second) = tokio::join!(sweep(app.pool()), sweep(app.pool()));
    assert_eq!(first.unwrap() + second.unwrap(), 32_502);
    assert_eq!(sweep(app.pool()).await.unwrap(), 0);
    assert_eq!(app.rows("idempotency_keys").await, 1);
    assert_eq!(app.rows("consultations").await, 1);
    assert_eq!(app.rows("attempt_windows WHERE subject = 'young'").await, app.rows("attempt_windows").await);
    assert_eq!(app.rows("refresh_tokens").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn skips_locked_rows() {
    let app = TestApp::start().await;
    app.execute(
        "SELECT add_consultation();
         INSERT INTO idempotency_keys (key, content_hash, submission_id, created_at)
         VALUES ('old', '', 1, now() - interval '8 days');
         INSERT INTO attempt_windows VALUES ('', ARRAY[now() - interval '2 hours'])",
    )
    .await;
    let mut holder = app.pool().get().await.unwrap();
    let hold = "BEGIN; SELECT 1 FROM idempotency_keys FOR UPDATE; SELECT 1 FROM attempt_windows FOR UPDATE";
    holder.batch_execute(hold).await.unwrap();
    assert_eq!(sweep(app.pool()).await.unwrap(), 0);
    holder.batch_execute("COMMIT").await.unwrap();
    assert_eq!(sweep(app.pool()).await.unwrap(), 2);
}
