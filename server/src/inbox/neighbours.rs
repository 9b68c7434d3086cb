//! Records before and after a record in a list. The search starts at the sort keys of the record, so the record need not
//! be in the list any more.

use agency_core::{filter::Filter, keys::RecordKey, sort::SortOrder};
use diesel::{prelude::*, sql_types::Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection as _};

use crate::{
    inbox::{
        condition::{Condition, Place, order_by},
        model::record::NeighboursResponse,
        search::{COUNT_CAP, SCAN_ORDER_INDEX, count_hits},
    },
    storage::schema::submissions,
};

/// Loads the neighbours of a record in a filtered list. Returns `None` if there is no such record.
///
/// Few hits are all found first; for many, the index of the order is scanned.
pub(crate) async fn load_neighbours(
    connection: &mut AsyncPgConnection,
    kind: &'static str,
    key: RecordKey<'_>,
    filter: &Filter,
    admin_id: i64,
) -> QueryResult<Option<NeighboursResponse>> {
    let condition = Condition::new(kind, filter, admin_id, None);
    connection
        .build_transaction()
        .read_only()
        .repeatable_read()
        .run(async |connection| {
            let Some(place) = place_of(connection, kind, key).await? else { return Ok(None) };
            let finds_few = condition.has_words && count_hits(connection, &condition).await? <= COUNT_CAP;
            if !finds_few {
                connection.batch_execute(SCAN_ORDER_INDEX).await?;
            }
            let next = nearest(connection, &condition, &place, filter.sort, false, finds_few).await?;
            let previous = nearest(connection, &condition, &place, filter.sort, true, finds_few).await?;
            Ok(Some(NeighboursResponse { previous, next }))
        })
        .await
}

/// Loads the sort keys of a record.
pub(crate) async fn place_of(
    mut connection: &AsyncPgConnection,
    kind: &str,
    key: RecordKey<'_>,
) -> QueryResult<Option<Place>> {
    let places = submissions::table.filter(submissions::kind.eq(kind)).select(Place::as_select());
    match key {
        RecordKey::Id(id) => places.filter(submissions::id.eq(id)).first(&mut connection).await,
        RecordKey::Slug(slug) => places.filter(submissions::slug.eq(slug)).first(&mut connection).await,
    }
    .optional()
}

/// Returns the slug of the first record after a place in an order or its reverse. Few hits are all found first:
///
/// ```sql
/// WITH hits AS MATERIALIZED (SELECT s.id, s.slug, s.created_at, s.name_key FROM submissions AS s WHERE {condition})
/// SELECT s.slug FROM hits AS s WHERE (s.created_at, s.id) < ($5, 7) ORDER BY s.created_at DESC, s.id DESC LIMIT 1
/// ```
async fn nearest(
    connection: &mut AsyncPgConnection,
    condition: &Condition,
    place: &Place,
    sort: SortOrder,
    is_reversed: bool,
    finds_few: bool,
) -> QueryResult<Option<String>> {
    #[derive(QueryableByName)]
    struct Nearest {
        #[diesel(sql_type = Text)]
        slug: String,
    }
    let mut condition = condition.clone();
    let after = condition.after(place.clone(), sort, is_reversed);
    let order = order_by(sort, is_reversed);
    let hits = condition.with_hits("s.id, s.slug, s.created_at, s.name_key", finds_few);
    let statement = format!("{hits} SELECT s.slug FROM hits AS s WHERE {after} {order} LIMIT 1");
    let nearest: Option<Nearest> = condition.bind(statement).get_result(connection).await.optional()?;
    Ok(nearest.map(|Nearest { slug }| slug))
}
