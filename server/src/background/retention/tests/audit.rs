//! The retention of exports and account activity.

use crate::{background::retention::delete_audit_rows, testing::app::TestApp};

#[tokio::test(flavor = "multi_thread")]
async fn deletes_audit_rows_after_two_years() {
    let app = TestApp::start().await;
    app.execute(
        "INSERT INTO exports (list, by, at) \
         SELECT 'consultations', name, now() - interval '2 years' + off \
         FROM (VALUES ('old', interval '-1 hour'), ('young', interval '1 hour')) AS given (name, off); \
         INSERT INTO account_events (admin_id, account, event, at) \
         SELECT 1, name, 'created', now() - interval '2 years' + off \
         FROM (VALUES ('old', interval '-1 hour'), ('young', interval '1 hour')) AS given (name, off)",
    )
    .await;
    for _ in 0..2 {
        delete_audit_rows(app.pool()).await.unwrap();
        assert_eq!((app.rows("exports").await, app.rows("exports WHERE by = 'young'").await), (1, 1));
        let young = app.rows("account_events WHERE account = 'young'").await;
        assert_eq!((app.rows("account_events").await, young), (1, 1));
    }
}
