//! Storing accepted forms: one record for a key, however often the form is sent.

use chrono::{DateTime, Utc};
use diesel_async::{AsyncConnection as _, AsyncPgConnection};

use crate::{
    error::ApiError,
    idempotency::{self, FirstAnswer},
    metrics::Submission,
    slug,
    state::AppState,
    storage,
};

/// An accepted form on its way to its table.
pub(crate) trait NewRecord: Sync {
    /// What it counts as.
    const KIND: Submission;

    /// Whether one statement stores it, which is a transaction of its own.
    const ONE_STATEMENT: bool;

    /// By what two forms with the same key are known to be the same.
    fn content(&self) -> impl Iterator<Item = &[u8]> + Send;

    /// Stores it and returns when it was stored.
    fn insert(
        &self,
        connection: &mut AsyncPgConnection,
        slug: &str,
    ) -> impl Future<Output = Result<DateTime<Utc>, ApiError>> + Send;
}

/// Stores a record, once for its key; a repeat gets the first answer again.
pub(crate) async fn store<R: NewRecord>(
    state: &AppState,
    key: Option<&str>,
    record: &R,
) -> Result<FirstAnswer, ApiError> {
    let slug = slug::random();
    let mut connection = storage::connection(&state.pool).await?;
    let answer = if key.is_none() && R::ONE_STATEMENT {
        insert(&mut connection, record, &slug).await?
    } else {
        connection
            .transaction(async |connection| -> Result<_, ApiError> {
                if let Some(key) = key
                    && let Some(first) = idempotency::claim(connection, key, record.content(), &slug).await?
                {
                    return Ok(first);
                }
                insert(connection, record, &slug).await
            })
            .await?
    };
    // A repeat is answered with the first one's slug.
    if answer.slug == slug {
        state.metrics.stored(R::KIND);
    }
    Ok(answer)
}

async fn insert<R: NewRecord>(
    connection: &mut AsyncPgConnection,
    record: &R,
    slug: &str,
) -> Result<FirstAnswer, ApiError> {
    Ok(FirstAnswer { created_at: record.insert(connection, slug).await?, slug: slug.to_owned() })
}
