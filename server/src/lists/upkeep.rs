//! Keeps the counts behind the lists small: moves what was written into them, beside the requests.
//!
//! Lists are right at every moment without it; it keeps them fast. Any number of instances may run it.

use std::time::Duration;

use diesel::{
    prelude::*,
    result::{DatabaseErrorKind, Error as DieselError},
    select,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection as _};

use crate::{
    schema::list_totals,
    storage::{self, Pool},
};

diesel::define_sql_function! {
    fn list_fold(list: diesel::sql_types::Text) -> diesel::sql_types::BigInt;
}

/// So many changes slow no list down.
const FEW: i64 = 200;
/// Folded changes leave space behind that is reclaimed when there is this much of it.
const MANY: i64 = 5_000;

const PAUSE: Duration = Duration::from_secs(2);
const SHORT_PAUSE: Duration = Duration::from_millis(100);
/// While the database is away.
const LONG_PAUSE: Duration = Duration::from_secs(10);

/// Folds changes from time to time, more often while many come.
pub(crate) async fn run(pool: Pool) {
    let mut since_vacuum = 0_i64;
    loop {
        let pause = match round(&pool, &mut since_vacuum).await {
            Ok(folded) if folded > FEW => SHORT_PAUSE,
            Ok(_) => PAUSE,
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "the lists' counts wait");
                LONG_PAUSE
            }
        };
        tokio::time::sleep(pause).await;
    }
}

async fn round(pool: &Pool, since_vacuum: &mut i64) -> anyhow::Result<i64> {
    let mut connection = storage::get(pool).await?;
    let folded = fold(&mut connection).await?;
    *since_vacuum = since_vacuum.saturating_add(folded);
    if *since_vacuum >= MANY {
        *since_vacuum = 0;
        connection.batch_execute("VACUUM list_changes, list_buckets, list_totals").await?;
    }
    Ok(folded)
}

/// Folds the changes of every list; returns how many there were.
pub(crate) async fn fold(connection: &mut AsyncPgConnection) -> QueryResult<i64> {
    let lists: Vec<String> = list_totals::table.select(list_totals::list).load(connection).await?;
    let mut folded = 0_i64;
    for list in lists {
        let done = connection
            .build_transaction()
            .repeatable_read()
            .run(async |connection| -> QueryResult<i64> {
                select(list_fold(&list)).get_result(connection).await
            })
            .await;
        match done {
            Ok(count) => folded = folded.saturating_add(count),
            // Another instance was faster.
            Err(DieselError::DatabaseError(DatabaseErrorKind::SerializationFailure, _)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(folded)
}
