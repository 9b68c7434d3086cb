//! The account activity for its owner.

use axum::{
    Json,
    extract::{Query, State, rejection::QueryRejection},
    http::StatusCode,
};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use serde::{Deserialize, Serialize};
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, Type, schema::SchemaType},
};

use crate::{
    auth::{
        account::events::{ACTORS, EVENTS},
        signed_in::AccountOwner,
    },
    http::{error::ApiError, instant},
    storage::{self, Pool, schema::account_events},
};

/// The events of a page.
const PAGE: usize = 20;

#[derive(Deserialize)]
pub(crate) struct EventsQuery {
    before: Option<i64>,
}

/// A page of account activity.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountEventsResponse {
    /// The events, the newest first.
    results: Vec<AccountEventResponse>,
    /// Whether there are older events.
    more: bool,
}

/// An event of an account.
#[derive(Queryable, Selectable, Serialize, ToSchema)]
#[diesel(table_name = account_events, check_for_backend(diesel::pg::Pg))]
pub(crate) struct AccountEventResponse {
    id: i64,
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    pub(crate) at: DateTime<Utc>,
    #[schema(schema_with = event_schema)]
    pub(crate) event: String,
    /// The account's owner, or the command `agency-server admin`; null if unknown.
    #[schema(schema_with = by_schema)]
    pub(crate) by: Option<String>,
    /// The browser in words; empty if unknown.
    pub(crate) browser: String,
}

fn event_schema() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(EVENTS))
}

fn by_schema() -> ObjectBuilder {
    let names = ACTORS.map(Some).into_iter().chain([None]);
    ObjectBuilder::new()
        .schema_type([Type::String, Type::Null].into_iter().collect::<SchemaType>())
        .enum_values(Some(names))
}

/// `GET /api/account/events/`: lists the account activity.
#[utoipa::path(
    get,
    path = "/api/account/events/",
    tag = "account",
    security(("bearer" = [])),
    params(("before" = Option<i64>, Query, description = "Only events before the one with this id")),
    responses((status = 200, description = "The events, the newest first", body = AccountEventsResponse))
)]
pub(crate) async fn list_account_events(
    owner: AccountOwner,
    State(pool): State<Pool>,
    query: Result<Query<EventsQuery>, QueryRejection>,
) -> Result<Json<AccountEventsResponse>, ApiError> {
    let Query(query) = query.map_err(|_| ApiError::of_status(StatusCode::BAD_REQUEST))?;
    let mut connection = storage::connection(&pool).await?;
    let mut results: Vec<_> = account_events::table
        .filter(account_events::admin_id.eq(owner.admin_id))
        .filter(account_events::id.lt(query.before.unwrap_or(i64::MAX)))
        .order(account_events::id.desc())
        .limit(i64::try_from(PAGE + 1).unwrap_or(i64::MAX))
        .select(AccountEventResponse::as_select())
        .load(&mut connection)
        .await?;
    let more = results.len() > PAGE;
    results.truncate(PAGE);
    Ok(Json(AccountEventsResponse { results, more }))
}
