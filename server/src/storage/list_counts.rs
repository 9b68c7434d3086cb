//! Counts of the lists and their boxes.

use agency_core::{filter::StateFilter, work::RecordState};
use diesel::{
    dsl::sum,
    pg::Pg,
    prelude::*,
    sql_types::{BigInt, Nullable},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::storage::{
    functions::int8,
    names::Name,
    schema::list_counts::{self, BoxedQuery},
};

/// How many records each box of each list holds, from one snapshot.
pub(crate) struct BoxCounts(Vec<(String, Name<RecordState>, Option<i64>)>);

impl BoxCounts {
    pub(crate) async fn load(connection: &mut AsyncPgConnection) -> QueryResult<Self> {
        let boxes = list_counts::table.group_by((list_counts::kind, list_counts::state));
        let counts = boxes.select((list_counts::kind, list_counts::state, int8(sum(list_counts::count))));
        counts.load(connection).await.map(Self)
    }

    /// Returns the counts of a list's boxes.
    pub(crate) fn of(&self, kind: &str) -> Vec<(RecordState, i64)> {
        let count_of = |state| {
            let found = self.0.iter().find(|(list, name, _)| list == kind && name.known() == Some(state));
            (state, found.and_then(|&(_, _, count)| count).unwrap_or_default())
        };
        RecordState::ALL.map(count_of).into()
    }
}

/// Counts the records of a list or of one of its boxes.
pub(crate) async fn count_records(
    mut connection: &AsyncPgConnection,
    kind: &str,
    state: Option<StateFilter>,
) -> QueryResult<i64> {
    let count: Option<i64> = counted(kind, state).get_result(&mut connection).await?;
    Ok(count.unwrap_or_default())
}

/// The query of the records of a list or of one of its boxes; null if there never was one.
pub(crate) fn counted(kind: &str, state: Option<StateFilter>) -> BoxedQuery<'_, Pg, Nullable<BigInt>> {
    let shards = list_counts::table.filter(list_counts::kind.eq(kind)).into_boxed();
    let shards = match state {
        None => shards,
        Some(StateFilter::Only(state)) => shards.filter(list_counts::state.eq(state.as_str())),
        Some(StateFilter::Kept) => shards.filter(list_counts::state.ne(RecordState::Spam.as_str())),
    };
    shards.select(int8(sum(list_counts::count)))
}
