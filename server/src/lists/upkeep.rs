//! Keeps the counts behind the lists small: moves what was written into them, beside the requests.
//!
//! Lists are right at every moment without it; it keeps them fast. Any number of instances may run it.

use std::time::Duration;

use diesel::{
    QueryResult, QueryableByName,
    result::{DatabaseErrorKind, Error as DieselError},
    sql_query,
    sql_types::{BigInt, Bool, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl as _, SimpleAsyncConnection as _};

use crate::{
    lists::changes,
    storage::{self, Pool},
};

/// So many changes slow no list down.
const FEW: i64 = 200;
/// Folded changes leave space behind that is reclaimed when there is this much of it.
const MANY: i64 = 5_000;

const PAUSE: Duration = Duration::from_secs(2);
const SHORT_PAUSE: Duration = Duration::from_millis(100);
/// While the database is away.
const LONG_PAUSE: Duration = Duration::from_secs(10);

/// A part of the work is small, but may meet a slow disk, and undone it would come again. Local to the transaction, so
/// that it reaches no other one through a pooler.
const PART_TIME: &str = "SET LOCAL statement_timeout = '2min'";

/// What a part of the work came to.
#[derive(QueryableByName)]
struct Part {
    /// How many changes it folded.
    #[diesel(sql_type = BigInt)]
    folded: i64,
    /// Whether nothing that is visible is left.
    #[diesel(sql_type = Bool)]
    is_done: bool,
}

/// Folds changes from time to time, more often while many come.
pub(crate) async fn run(pool: Pool) {
    let mut since_vacuum = 0_i64;
    loop {
        let pause = match round(&pool, &mut since_vacuum).await {
            Ok(part) if part.folded > FEW || !part.is_done => SHORT_PAUSE,
            Ok(_) => PAUSE,
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "the lists' counts wait");
                LONG_PAUSE
            }
        };
        tokio::time::sleep(pause).await;
    }
}

/// A part of every list's work.
async fn round(pool: &Pool, since_vacuum: &mut i64) -> anyhow::Result<Part> {
    let mut connection = storage::get(pool).await?;
    let mut round = Part { folded: 0, is_done: true };
    for list in lists(&mut connection).await? {
        let part = fold_part(&mut connection, &list).await?;
        if !list.contains('/') {
            changes::prune(&mut connection, &list).await?;
        }
        round.folded = round.folded.saturating_add(part.folded);
        round.is_done &= part.is_done;
    }
    *since_vacuum = since_vacuum.saturating_add(round.folded);
    if *since_vacuum >= MANY {
        *since_vacuum = 0;
        let vacuum =
            connection.batch_execute("VACUUM list_changes, list_buckets, list_totals, recent_changes").await;
        // Postgres' own comes later.
        if let Err(error) = vacuum {
            tracing::warn!(%error, "what folding leaves behind waits");
        }
    }
    Ok(round)
}

/// Folds all changes of every list that are visible now; returns how many there were.
pub(crate) async fn fold(connection: &mut AsyncPgConnection) -> QueryResult<i64> {
    let mut folded = 0_i64;
    for list in lists(connection).await? {
        loop {
            let part = fold_part(connection, &list).await?;
            folded = folded.saturating_add(part.folded);
            if part.is_done {
                break;
            }
        }
    }
    Ok(folded)
}

async fn lists(connection: &mut AsyncPgConnection) -> QueryResult<Vec<String>> {
    #[derive(QueryableByName)]
    struct List {
        #[diesel(sql_type = Text)]
        list: String,
    }
    let lists: Vec<List> = sql_query("SELECT list FROM list_totals").load(connection).await?;
    Ok(lists.into_iter().map(|row| row.list).collect())
}

async fn fold_part(connection: &mut AsyncPgConnection, list: &str) -> QueryResult<Part> {
    let done = connection
        .build_transaction()
        .repeatable_read()
        .run(async |connection| -> QueryResult<Part> {
            connection.batch_execute(PART_TIME).await?;
            sql_query("SELECT folded, is_done FROM list_fold_part($1)")
                .bind::<Text, _>(list)
                .get_result(connection)
                .await
        })
        .await;
    match done {
        // Another instance was faster.
        Err(DieselError::DatabaseError(DatabaseErrorKind::SerializationFailure, _)) => {
            Ok(Part { folded: 0, is_done: true })
        }
        done => done,
    }
}
