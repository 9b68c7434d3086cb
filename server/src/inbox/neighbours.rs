//! The records before and after one in a list, found from its own place, so that it need not be in the list any more.

use agency_core::{filter::Filter, keys::RecordKey, sort::SortOrder};
use diesel::{
    prelude::*,
    sql_types::{Nullable, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection as _};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    inbox::{
        condition::{Condition, Place, order_by, reversed},
        search::{COUNT_CAP, WALK_THE_ORDER, count_hits},
    },
    storage::schema::submissions,
};

/// The records next to one.
#[derive(Debug, PartialEq, Eq, Serialize, QueryableByName, ToSchema)]
pub(crate) struct NeighboursResponse {
    /// The slug of the one before it; null where it is the first.
    #[diesel(sql_type = Nullable<Text>)]
    previous: Option<String>,
    /// The slug of the one after it; null where it is the last.
    #[diesel(sql_type = Nullable<Text>)]
    next: Option<String>,
}

/// Reads the neighbours of a record in the list that this admin asks for; none where there is no such record.
///
/// As for a page of hits, few are all found, and of many the order's index is walked.
pub(crate) async fn read(
    connection: &mut AsyncPgConnection,
    kind: &'static str,
    key: RecordKey<'_>,
    filter: &Filter,
    admin_id: i64,
) -> QueryResult<Option<NeighboursResponse>> {
    let condition = Condition::of_filter(kind, filter, admin_id);
    connection
        .build_transaction()
        .read_only()
        .repeatable_read()
        .run(async |connection| {
            let Some(place) = place_of(connection, kind, key).await? else { return Ok(None) };
            let finds_few =
                condition.query.is_some() && count_hits(connection, &condition).await? <= COUNT_CAP;
            if !finds_few {
                connection.batch_execute(WALK_THE_ORDER).await?;
            }
            let next = nearest(connection, &condition, &place, filter.sort, finds_few).await?;
            let previous = nearest(connection, &condition, &place, reversed(filter.sort), finds_few).await?;
            Ok(Some(NeighboursResponse { previous, next }))
        })
        .await
}

/// Reads the place of a record in every order.
pub(crate) async fn place_of(
    mut connection: &AsyncPgConnection,
    kind: &str,
    key: RecordKey<'_>,
) -> QueryResult<Option<Place>> {
    let places = submissions::table.filter(submissions::kind.eq(kind)).select((
        submissions::id,
        submissions::created_at,
        submissions::name_key,
    ));
    match key {
        RecordKey::Id(id) => places.filter(submissions::id.eq(id)).first(&mut connection).await,
        RecordKey::Slug(slug) => places.filter(submissions::slug.eq(slug)).first(&mut connection).await,
    }
    .optional()
}

/// The slug of the first record after a place in an order. Few hits are all found first:
///
/// ```sql
/// WITH hits AS MATERIALIZED (SELECT s.id, s.slug, s.created_at, s.name_key FROM submissions AS s WHERE {condition})
/// SELECT s.slug FROM hits AS s WHERE (s.created_at, s.id) < ($3, $4) ORDER BY s.created_at DESC, s.id DESC LIMIT 1
/// ```
async fn nearest(
    connection: &mut AsyncPgConnection,
    condition: &Condition,
    place: &Place,
    sort: SortOrder,
    finds_few: bool,
) -> QueryResult<Option<String>> {
    #[derive(QueryableByName)]
    struct Nearest {
        #[diesel(sql_type = Text)]
        slug: String,
    }
    let mut condition = condition.clone();
    let after = condition.after(place, sort);
    let order = order_by("s", sort, false);
    let all = condition.sql();
    let statement = if finds_few {
        format!(
            "WITH hits AS MATERIALIZED (SELECT s.id, s.slug, s.created_at, s.name_key FROM submissions AS s WHERE {all}) \
             SELECT s.slug FROM hits AS s WHERE {after} {order} LIMIT 1"
        )
    } else {
        format!("SELECT s.slug FROM submissions AS s WHERE {all} AND {after} {order} LIMIT 1")
    };
    let nearest: Option<Nearest> = condition.bind(statement).get_result(connection).await.optional()?;
    Ok(nearest.map(|Nearest { slug }| slug))
}
