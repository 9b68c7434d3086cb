//! What Postgres makes of the statement for a page of a search.

use agency_core::filter::Filter;

use super::{page::ReadList as _, search_cache::SearchCache, search_cache_tests::add, tests::numbers};
use crate::{kinds::consultations::record::Consultation, testing::app::TestApp};

#[tokio::test(flavor = "multi_thread")]
async fn a_search_is_planned_once_a_connection() {
    let app = TestApp::start().await;
    add(&app, 20_000, 0).await;
    app.execute("VACUUM ANALYZE consultations, consultations_words").await;
    let mut connection = app.pool().get().await.unwrap();
    for word in ["shop", "need", "name", "example", "xylophone", "site", "we", "need", "shop", "name"] {
        let (filter, _) = Filter::read(&format!("q={word}"));
        Consultation::page(&mut connection, &SearchCache::default(), &filter, 1).await.unwrap();
    }
    // Postgres plans the first five for themselves, to compare.
    let planned =
        "SELECT custom_plans AS number FROM pg_prepared_statements WHERE statement LIKE 'WITH hits%'";
    assert_eq!(numbers(&mut connection, planned).await, [5]);
}
