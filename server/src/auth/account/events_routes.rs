//! The call that tells an owner what happened to the account.

use axum::{
    Json,
    extract::{Query, State, rejection::QueryRejection},
    http::StatusCode,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, Type, schema::SchemaType},
};

use crate::{
    auth::{
        account::events::{self, By, Event, EventRow},
        signed_in::AccountOwner,
    },
    http::{error::ApiError, instant},
    storage::{self, Pool},
};

/// How many are told at once.
const PAGE: usize = 20;

/// Which part of it is asked for.
#[derive(Deserialize)]
pub(crate) struct EventsQuery {
    before: Option<i64>,
}

/// What happened to an account.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountEventsResponse {
    /// The newest first.
    results: Vec<AccountEventResponse>,
    /// Whether more happened before.
    more: bool,
}

/// Something that happened to an account.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountEventResponse {
    id: i64,
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    at: DateTime<Utc>,
    #[schema(schema_with = event_schema)]
    event: String,
    /// The account's owner, or the command of whoever runs the server; null where it is not known.
    #[schema(schema_with = by_schema)]
    by: Option<String>,
    /// The owner's browser, in words; empty where it is unknown.
    browser: String,
}

fn event_schema() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(Event::ALL.map(Event::name)))
}

fn by_schema() -> ObjectBuilder {
    let names = By::NAMES.map(Some).into_iter().chain([None]);
    ObjectBuilder::new()
        .schema_type([Type::String, Type::Null].into_iter().collect::<SchemaType>())
        .enum_values(Some(names))
}

impl From<EventRow> for AccountEventResponse {
    fn from(EventRow { id, at, event, by, browser }: EventRow) -> Self {
        Self { id, at, event, by, browser }
    }
}

/// `GET /api/account/events/`: what happened to the account of whoever is signed in.
#[utoipa::path(
    get,
    path = "/api/account/events/",
    tag = "account",
    security(("bearer" = [])),
    params(("before" = Option<i64>, Query, description = "Only what happened before the event of this number")),
    responses((status = 200, description = "What happened, the newest first", body = AccountEventsResponse))
)]
pub(crate) async fn list_account_events(
    owner: AccountOwner,
    State(pool): State<Pool>,
    query: Result<Query<EventsQuery>, QueryRejection>,
) -> Result<Json<AccountEventsResponse>, ApiError> {
    let Query(query) = query.map_err(|_| ApiError::of_status(StatusCode::BAD_REQUEST))?;
    let mut connection = storage::connection(&pool).await?;
    let asked = i64::try_from(PAGE + 1).unwrap_or(i64::MAX);
    let mut rows = events::newest(&mut connection, owner.admin_id, query.before, asked).await?;
    let more = rows.len() > PAGE;
    rows.truncate(PAGE);
    Ok(Json(AccountEventsResponse { results: rows.into_iter().map(Into::into).collect(), more }))
}
