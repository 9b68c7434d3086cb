//! Tests reindexing during deletions.

use diesel_async::{AsyncConnection as _, SimpleAsyncConnection as _};

use crate::{
    inbox::{
        forget::forget,
        reindex::{reindex, reindex_batch},
    },
    resources::List,
    testing::app::TestApp,
};

const EMAIL: &str = "ada@lovelace.example";

/// Inserts two records with words of an older tokeniser. One of them will be deleted.
async fn filled(app: &TestApp) {
    app.execute(&format!(
        "SELECT add_consultation(email => '{EMAIL}'); SELECT add_consultation(full_name => 'Grace Hopper')"
    ))
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn skips_records_being_deleted() {
    let app = TestApp::start().await;
    filled(&app).await;
    let mut deleting = app.pool().get().await.unwrap();
    deleting.begin_test_transaction().await.unwrap();
    deleting.batch_execute(&format!("DELETE FROM submissions WHERE email = '{EMAIL}'")).await.unwrap();
    assert!(reindex(app.pool()).await.unwrap());
    deleting.batch_execute("COMMIT").await.unwrap();
    assert_eq!(app.rows("submissions WHERE words @@ 'shop'").await, 1);
    assert_eq!(app.rows("submissions").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn lets_records_be_deleted_afterwards() {
    let app = TestApp::start().await;
    filled(&app).await;
    let mut reindexing = app.pool().get().await.unwrap();
    reindexing.begin_test_transaction().await.unwrap();
    assert!(reindex_batch(&mut reindexing, List::Consultations).await.unwrap());
    let pool = app.pool().clone();
    let deleting = tokio::spawn(async move { forget(&pool, None, EMAIL).await });
    app.wait_for_lock_waiter().await;
    reindexing.batch_execute("COMMIT").await.unwrap();
    deleting.await.unwrap().unwrap();
    assert_eq!(app.rows("submissions WHERE words @@ 'shop'").await, 1);
    assert_eq!(app.rows("submissions").await, 1);
}
