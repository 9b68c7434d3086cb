//! Words that are made in the background, while their records are erased.

use diesel_async::{AsyncConnection as _, SimpleAsyncConnection as _};

use super::fill;
use crate::{resources::consultations::record::Consultation, submissions::forget::forget, testing::app::TestApp};

const EMAIL: &str = "ada@lovelace.example";

/// Two records, of which one is to be erased, whose words are those of an older tokeniser or not there at all.
async fn filled(app: &TestApp, have_older_words: bool) {
    app.execute(&format!(
        "INSERT INTO consultations (slug, full_name, name_key, email, message) \
         VALUES (md5('1'), 'Ada', 'ada', '{EMAIL}', 'We need a shop.'), \
             (md5('2'), 'Grace', 'grace', 'grace@hopper.example', 'We need a shop.')",
    ))
    .await;
    if have_older_words {
        let words = "INSERT INTO consultations_words SELECT id, 0, created_at, name_key, email, '' FROM consultations";
        app.execute(words).await;
    }
}

/// Until somebody waits for a lock.
async fn until_somebody_waits(app: &TestApp) {
    let waits = "pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while app.rows(waits).await == 0 {
        tokio::task::yield_now().await;
    }
}

async fn check(app: &TestApp) {
    assert_eq!(app.rows("consultations").await, 1);
    assert_eq!(app.rows("consultations_words WHERE words @@ 'shop'").await, 1);
    assert_eq!(app.rows("consultations_words").await, 1, "words of what was erased are left");
}

#[tokio::test(flavor = "multi_thread")]
async fn words_made_of_a_record_that_goes_meanwhile_are_not_written() {
    for have_older_words in [false, true] {
        let app = TestApp::start().await;
        filled(&app, have_older_words).await;
        let mut erasing = app.pool().get().await.unwrap();
        erasing.begin_test_transaction().await.unwrap();
        erasing.batch_execute(&format!("DELETE FROM consultations WHERE email = '{EMAIL}'")).await.unwrap();
        // It still reads the record, and then waits to write.
        let pool = app.pool().clone();
        let filling = tokio::spawn(async move { fill::round(&pool).await });
        until_somebody_waits(&app).await;
        erasing.batch_execute("COMMIT").await.unwrap();
        filling.await.unwrap().unwrap();
        check(&app).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn words_that_are_being_written_go_with_their_record() {
    for have_older_words in [false, true] {
        let app = TestApp::start().await;
        filled(&app, have_older_words).await;
        let mut filling = app.pool().get().await.unwrap();
        filling.begin_test_transaction().await.unwrap();
        assert!(!fill::batch::<Consultation>(&mut filling).await.unwrap());
        let pool = app.pool().clone();
        let erasing = tokio::spawn(async move { forget(&pool, EMAIL).await });
        until_somebody_waits(&app).await;
        filling.batch_execute("COMMIT").await.unwrap();
        erasing.await.unwrap().unwrap();
        check(&app).await;
    }
}
