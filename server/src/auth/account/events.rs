//! The activity of an account: which events happened, and who caused them.

use axum::{
    Json,
    extract::{Query, rejection::QueryRejection},
    http::StatusCode,
};
use chrono::{DateTime, Utc};
use diesel::{
    prelude::*,
    sql_types::{Bool, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::{Deserialize, Serialize};
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, Type, schema::SchemaType},
};

use crate::{
    auth::signed_in::AccountOwner,
    http::{error::ApiError, instant},
    storage::schema::{account_events, admins},
};

pub(crate) const SIGN_IN_ENDED: &str = "sign-in ended";
pub(crate) const OTHER_SIGN_INS_ENDED: &str = "other sign-ins ended";
pub(crate) const RECOVERY_CODE_USED: &str = "recovery code used";
pub(crate) const RECOVERY_CODES_MADE: &str = "recovery codes made";
pub(crate) const SECOND_FACTOR_REFUSED: &str = "second factor refused";
pub(crate) const REFRESH_TOKEN_REUSED: &str = "refresh token reused";

/// All events. Triggers record those of the account's row.
pub(super) const EVENTS: [&str; 13] = [
    "created",
    "removed",
    "profile changed",
    "password printed",
    "password changed",
    SIGN_IN_ENDED,
    OTHER_SIGN_INS_ENDED,
    "second factor on",
    "second factor off",
    RECOVERY_CODE_USED,
    RECOVERY_CODES_MADE,
    SECOND_FACTOR_REFUSED,
    REFRESH_TOKEN_REUSED,
];

/// The names of known actors.
pub(super) const ACTORS: [&str; 2] = [OWNER, COMMAND];
pub(crate) const OWNER: &str = "owner";
/// `agency-server admin`.
pub(crate) const COMMAND: &str = "command";

#[diesel::declare_sql_function]
extern "SQL" {
    fn set_config(setting: Text, value: Text, is_local: Bool) -> Text;
}

/// Sets the cause of all events until the transaction ends. `by` is empty for someone who only knows the password.
pub(crate) async fn set_actor(
    connection: &mut AsyncPgConnection,
    by: &str,
    browser: &str,
) -> QueryResult<()> {
    let settings = (set_config("agency.by", by, true), set_config("agency.browser", browser, true));
    diesel::select(settings).execute(connection).await.map(drop)
}

/// Makes the trigger ignore a new hash until the transaction ends, because the password stays the same.
pub(crate) async fn ignore_rehash(connection: &mut AsyncPgConnection) -> QueryResult<()> {
    diesel::select(set_config("agency.rehash", "on", true)).execute(connection).await.map(drop)
}

/// Records an event that no trigger records.
pub(crate) async fn record_event(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
    event: &str,
) -> QueryResult<()> {
    admins::table
        .find(admin_id)
        .select((admins::id, admins::username, event.into_sql::<Text>()))
        .insert_into(account_events::table)
        .into_columns((account_events::admin_id, account_events::account, account_events::event))
        .execute(connection)
        .await
        .map(drop)
}

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
    pub(crate) at: DateTime<Utc>,
    #[schema(schema_with = event_schema)]
    pub(crate) event: String,
    /// The account's owner, or the command `agency-server admin`; null if unknown.
    #[schema(schema_with = by_schema, required = true)]
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
    get, path = "/account/events", tag = "account",
    params(("before" = Option<i64>, Query, description = "Only events before the one with this id")),
    responses((status = 200, description = "The events, the newest first", body = AccountEventsResponse))
)]
pub(crate) async fn list_account_events(
    owner: AccountOwner,
    query: Result<Query<EventsQuery>, QueryRejection>,
) -> Result<Json<AccountEventsResponse>, ApiError> {
    let Query(query) = query.map_err(|_| ApiError::of_status(StatusCode::BAD_REQUEST))?;
    let mut connection = owner.connection().await?;
    let mut results: Vec<_> = account_events::table
        .filter(account_events::admin_id.eq(owner.session.admin_id))
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
