//! Records before and after a record in a list. The search starts at the sort keys of the record, so the record need not
//! be in the list any more.

use agency_core::{filter::Filter, keys::RecordKey, sort::SortOrder};
use diesel::{pg::Pg, prelude::*};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use tokio::join;

use crate::{
    inbox::{
        filtered::{Place, after, filtered, sorted, terms, with_key},
        model::record::NeighboursResponse,
        search::{COUNT_CAP, Plan, count_hits},
    },
    storage::schema::submissions::{self, BoxedQuery},
};

/// Loads the neighbours of a record in a filtered list. Returns `None` if there is no such record.
pub(crate) async fn load_neighbours(
    connection: &mut AsyncPgConnection,
    kind: &'static str,
    key: RecordKey<'_>,
    filter: &Filter,
    admin_id: i64,
) -> QueryResult<Option<NeighboursResponse>> {
    connection
        .build_transaction()
        .read_only()
        .repeatable_read()
        .run(async |connection| {
            let Some(place) = place_of(connection, kind, key).await? else { return Ok(None) };
            let found = || filtered(kind, filter, admin_id);
            Plan::Estimated.set(connection).await?;
            let is_search = terms(&filter.query()).is_some();
            let finds_few = is_search && count_hits(connection, found()).await? <= COUNT_CAP;
            let plan = if finds_few { Plan::Sorting } else { Plan::Scanning };
            plan.set(connection).await?;
            let (previous, next) = join!(
                nearest(connection, found(), &place, filter.sort.reversed()),
                nearest(connection, found(), &place, filter.sort)
            );
            Ok(Some(NeighboursResponse { previous: previous?, next: next? }))
        })
        .await
}

/// Loads the sort keys of a record.
pub(crate) async fn place_of(
    mut connection: &AsyncPgConnection,
    kind: &str,
    key: RecordKey<'_>,
) -> QueryResult<Option<Place>> {
    with_key(kind, key).select(Place::as_select()).first(&mut connection).await.optional()
}

/// Returns the slug of the first submission after a place in an order.
async fn nearest(
    mut connection: &AsyncPgConnection,
    found: BoxedQuery<'_, Pg>,
    place: &Place,
    sort: SortOrder,
) -> QueryResult<Option<String>> {
    let following = sorted(after(found, place, sort), sort);
    following.select(submissions::slug).first(&mut connection).await.optional()
}
