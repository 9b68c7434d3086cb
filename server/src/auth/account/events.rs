//! The activity of an account: which events happened, and who caused them.

use axum::{Json, extract::Query};
use chrono::{DateTime, Utc};
use diesel::{prelude::*, sql_types::Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    auth::current_admin::AccountOwner,
    http::{error::ApiError, instant},
    storage::{
        functions::set_config,
        schema::{account_events, admins},
        text_enum::text_enum,
    },
};

text_enum! {
    /// What happened to an account.
    #[expect(dead_code, reason = "triggers record the events of the account's row")]
    pub(crate) enum AccountEvent {
        Created = "created",
        Removed = "removed",
        ProfileChanged = "profile changed",
        PasswordPrinted = "password printed",
        PasswordChanged = "password changed",
        SessionEnded = "sign-in ended",
        OtherSessionsEnded = "other sign-ins ended",
        SecondFactorOn = "second factor on",
        SecondFactorOff = "second factor off",
        RecoveryCodeUsed = "recovery code used",
        RecoveryCodesMade = "recovery codes made",
        SecondFactorRefused = "second factor refused",
        RefreshTokenReused = "refresh token reused",
        SessionRefreshedAgain = "session refreshed again",
    }
}

text_enum! {
    /// Who caused an event.
    pub(crate) enum Actor {
        Owner = "owner",
        /// `agency-server admin`.
        Command = "command",
    }
}

/// Sets the cause of all events until the transaction ends. `by` is none for someone who only knows the password.
pub(crate) async fn set_actor(
    connection: &mut AsyncPgConnection,
    by: Option<Actor>,
    browser: &str,
) -> QueryResult<()> {
    let by = by.map_or("", Actor::as_str);
    let settings = (set_config("agency.by", by, true), set_config("agency.browser", browser, true));
    diesel::select(settings).execute(connection).await.map(drop)
}

/// Records an event that no trigger records.
pub(crate) async fn record_event(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
    event: AccountEvent,
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

/// Events on a page.
const PAGE_SIZE: usize = 20;

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
    #[schema(value_type = AccountEvent)]
    pub(crate) event: String,
    /// The account's owner, or the command `agency-server admin`; null if unknown.
    #[schema(value_type = Option<Actor>, required = true)]
    pub(crate) by: Option<String>,
    /// The browser in words; empty if unknown. Both browsers of a session that was refreshed again.
    pub(crate) browser: String,
}

/// `GET /api/account/events/`: lists the account activity.
#[utoipa::path(
    get, path = "/account/events", tag = "account",
    params(("before" = Option<i64>, Query, description = "Only events before the one with this id")),
    responses((status = 200, description = "The events, the newest first", body = AccountEventsResponse))
)]
pub(crate) async fn list_account_events(
    owner: AccountOwner,
    Query(EventsQuery { before }): Query<EventsQuery>,
) -> Result<Json<AccountEventsResponse>, ApiError> {
    let mut connection = owner.connection().await?;
    let mut results: Vec<_> = account_events::table
        .filter(account_events::admin_id.eq(owner.session.admin_id))
        .filter(account_events::id.lt(before.unwrap_or(i64::MAX)))
        .order(account_events::id.desc())
        .limit(i64::try_from(PAGE_SIZE + 1).unwrap_or(i64::MAX))
        .select(AccountEventResponse::as_select())
        .load(&mut connection)
        .await?;
    let more = results.len() > PAGE_SIZE;
    results.truncate(PAGE_SIZE);
    Ok(Json(AccountEventsResponse { results, more }))
}

#[cfg(test)]
mod tests;
