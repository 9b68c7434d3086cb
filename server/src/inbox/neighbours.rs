//! Records before and after a record in a list. The search starts at the sort keys of the record, so the record need not
//! be in the list any more.

use std::sync::Arc;

use agency_core::{filter::Filter, keys::RecordKey, sort::SortOrder};
use axum::{Json, extract::State};
use diesel::{pg::Pg, prelude::*};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use tokio::join;
use utoipa::ToSchema;

use crate::{
    auth::current_admin::CurrentAdmin,
    http::error::{ApiError, ErrorResponse},
    inbox::{
        filtered::{Place, after, filtered, load_place, sorted, terms},
        page::Page,
        params::ListParams,
        record_path::{RecordPath, not_found},
        search::{COUNT_CAP, Plan, count_hits},
        state::InboxState,
    },
    storage::{
        self,
        schema::submissions::{self, BoxedQuery},
    },
};

/// Records before and after a record.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NeighboursResponse {
    /// Slug of the record before; null for the first.
    #[schema(required = true)]
    pub(crate) previous: Option<String>,
    /// Slug of the record after; null for the last.
    #[schema(required = true)]
    pub(crate) next: Option<String>,
}

/// Returns the records before and after a record in a list.
///
/// They are found from the record's own place, so also when it has left the list. The page number has no effect here.
#[utoipa::path(
    get,
    path = "/{key}/neighbours",
    tag = "records",
    params(
        RecordPath,
        ListParams
    ),
    responses(
        (status = 200, description = "The records before and after this one", body = NeighboursResponse),
        (status = 404, description = "There is no such record", body = ErrorResponse),
        (status = 422, description = "Invalid fields", body = ErrorResponse)
    )
)]
pub(crate) async fn get_record_neighbours(
    admin: CurrentAdmin,
    State(state): State<Arc<InboxState>>,
    path: RecordPath,
    ListParams(filter): ListParams,
) -> Result<Json<NeighboursResponse>, ApiError> {
    let (list, key) = (path.list, path.key()?);
    let _permit = state.search_permit(&filter).await?;
    let mut connection = storage::connection(&state.pool).await?;
    let found = load_neighbours(&mut connection, list.name(), key, &filter, admin.id).await?;
    found.map(Json).ok_or_else(|| not_found(list))
}

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
            let Some(place) = load_place(connection, kind, key).await? else { return Ok(None) };
            let found = || filtered(kind, filter, admin_id);
            Plan::Estimated.set(connection).await?;
            // Postgres knows how common a value of another filter is.
            if terms(&filter.query()).is_some() {
                let finds_few = count_hits(connection, found()).await? <= COUNT_CAP;
                let plan = if finds_few { Plan::Sorting } else { Plan::Scanning };
                plan.set(connection).await?;
            }
            let (previous, next) = join!(
                nearest(connection, found(), &place, filter.sort.reversed()),
                nearest(connection, found(), &place, filter.sort)
            );
            Ok(Some(NeighboursResponse { previous: previous?, next: next? }))
        })
        .await
}

/// Returns the slug of the first submission after a place in an order.
async fn nearest(
    mut connection: &AsyncPgConnection,
    found: BoxedQuery<'_, Pg>,
    place: &Place,
    sort: SortOrder,
) -> QueryResult<Option<String>> {
    let following = Page::new(sorted(after(found, place, sort), sort), 1);
    submissions::table.filter(following).select(submissions::slug).first(&mut connection).await.optional()
}
