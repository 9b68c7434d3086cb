//! Counts of the lists and their boxes.

use agency_core::work::RecordState;
use diesel::{dsl::sum, prelude::*};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::storage::{functions::int8, schema::list_counts};

/// Counts the records of a list or of one of its boxes.
pub(crate) async fn count_records(
    mut connection: &AsyncPgConnection,
    kind: &str,
    state: Option<RecordState>,
) -> QueryResult<i64> {
    let mut shards = list_counts::table.filter(list_counts::kind.eq(kind)).into_boxed();
    if let Some(state) = state {
        shards = shards.filter(list_counts::state.eq(state.as_str()));
    }
    let count: Option<i64> = shards.select(int8(sum(list_counts::count))).get_result(&mut connection).await?;
    Ok(count.unwrap_or_default())
}
