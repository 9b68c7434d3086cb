//! Admins and their refresh tokens in the database.

use std::collections::HashSet;

use agency_core::messages::server as say;
use chrono::{DateTime, Utc};
use diesel::{dsl, prelude::*, sql_types::Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    auth::account::events::record_event,
    http::error::ApiError,
    storage::schema::{admins, refresh_tokens},
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = admins, check_for_backend(diesel::pg::Pg))]
pub(crate) struct Account {
    pub(crate) id: i64,
    pub(crate) username: String,
    pub(crate) first_name: String,
    pub(crate) last_name: String,
    pub(crate) email: String,
    pub(crate) password_hash: String,
    /// When the command printed the password; none if the owner chose it.
    pub(crate) password_printed_at: Option<DateTime<Utc>>,
    /// When the second factor was turned on; none if it is off.
    pub(crate) second_factor_at: Option<DateTime<Utc>>,
}

#[derive(Insertable, Queryable, Selectable)]
#[diesel(table_name = refresh_tokens, check_for_backend(diesel::pg::Pg))]
pub(crate) struct RefreshToken {
    pub(crate) token_hash: Vec<u8>,
    pub(crate) family: Vec<u8>,
    pub(crate) admin_id: i64,
    pub(crate) expires_at: DateTime<Utc>,
    /// When it was exchanged for another; none if it is valid.
    pub(crate) spent_at: Option<DateTime<Utc>>,
    pub(crate) begun_at: DateTime<Utc>,
    pub(crate) browser: String,
}

/// An active session, by its newest refresh token.
#[derive(Queryable, Selectable)]
#[diesel(table_name = refresh_tokens, check_for_backend(diesel::pg::Pg))]
pub(crate) struct SessionRow {
    pub(crate) family: Vec<u8>,
    pub(crate) begun_at: DateTime<Utc>,
    pub(crate) issued_at: DateTime<Utc>,
    pub(crate) browser: String,
}

/// Returns the account of a signed-in admin. Fails with 401 if it was removed.
pub(crate) async fn load_account(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
) -> Result<Account, ApiError> {
    find_account_by_id(connection, admin_id).await?.ok_or(ApiError::unauthorized(say::TOKEN_INVALID))
}

/// Returns the account with an id.
pub(crate) async fn find_account_by_id(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
) -> QueryResult<Option<Account>> {
    admins::table.find(admin_id).select(Account::as_select()).first(connection).await.optional()
}

/// Returns the account with a username.
pub(crate) async fn find_account(
    connection: &mut AsyncPgConnection,
    username: &str,
) -> QueryResult<Option<Account>> {
    let account = admins::table.filter(admins::username.eq(username)).select(Account::as_select());
    account.first(connection).await.optional()
}

/// Returns an account, and locks it until the transaction ends.
///
/// What issues a refresh token or ends a session takes this lock first. A new password and a removal update the account,
/// and wait for it. So whatever ends sessions sees all their tokens.
pub(crate) async fn lock_account(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
) -> QueryResult<Option<Account>> {
    let account = admins::table.find(admin_id).select(Account::as_select());
    account.for_update().first(connection).await.optional()
}

/// Returns a refresh token's row, and the database's time.
pub(crate) async fn find_refresh_token(
    connection: &mut AsyncPgConnection,
    token_hash: &[u8],
) -> QueryResult<Option<(RefreshToken, DateTime<Utc>)>> {
    let token = refresh_tokens::table.find(token_hash);
    let token = token.select((RefreshToken::as_select(), dsl::now.into_sql::<Timestamptz>()));
    token.first(connection).await.optional()
}

/// Returns the active sessions of an admin, the one refreshed last first.
pub(crate) async fn list_sessions(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
) -> QueryResult<Vec<SessionRow>> {
    let mut tokens: Vec<SessionRow> = refresh_tokens::table
        .filter(refresh_tokens::admin_id.eq(admin_id))
        .filter(refresh_tokens::spent_at.is_null())
        .filter(refresh_tokens::expires_at.gt(dsl::now))
        .order((refresh_tokens::issued_at.desc(), refresh_tokens::token_hash))
        .select(SessionRow::as_select())
        .load(connection)
        .await?;
    // Two tabs that refreshed at the same time have a token each.
    let mut seen = HashSet::new();
    tokens.retain(|token| seen.insert(token.family.clone()));
    Ok(tokens)
}

/// Sessions of an account to end.
#[derive(Clone, Copy)]
pub(crate) enum Sessions<'a> {
    All,
    One(&'a [u8]),
    AllBut(&'a [u8]),
}

/// Ends sessions of a locked account, and returns those of all deleted tokens. Records an event if there were any.
pub(crate) async fn end_sessions(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
    sessions: Sessions<'_>,
    event: Option<&str>,
) -> QueryResult<Vec<Vec<u8>>> {
    let tokens = diesel::delete(refresh_tokens::table).filter(refresh_tokens::admin_id.eq(admin_id));
    let tokens = match sessions {
        Sessions::All => tokens.into_boxed(),
        Sessions::One(family) => tokens.filter(refresh_tokens::family.eq(family)).into_boxed(),
        Sessions::AllBut(family) => tokens.filter(refresh_tokens::family.ne(family)).into_boxed(),
    };
    let ended: Vec<Vec<u8>> = tokens.returning(refresh_tokens::family).get_results(connection).await?;
    if let Some(event) = event.filter(|_| !ended.is_empty()) {
        record_event(connection, admin_id, event).await?;
    }
    Ok(ended)
}
