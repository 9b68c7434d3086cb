//! Accounts and their sessions in the database.

use std::collections::HashSet;

use agency_core::messages::server as say;
use chrono::{DateTime, Utc};
use diesel::{dsl, prelude::*, sql_types::Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    auth::{
        account::events::{SIGN_IN_ENDED, record_event},
        signed_in::AccountOwner,
    },
    http::error::ApiError,
    storage::{
        self, Pool,
        schema::{admins, refresh_tokens},
    },
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = admins, check_for_backend(diesel::pg::Pg))]
pub(crate) struct Account {
    pub(crate) username: String,
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) email: String,
    pub(crate) password_hash: String,
    /// When the command printed the password; none if the owner chose it.
    pub(super) password_printed_at: Option<DateTime<Utc>>,
    pub(crate) second_factor_at: Option<DateTime<Utc>>,
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

/// Loads the account of its owner.
///
/// # Errors
///
/// 401 if it was removed.
pub(crate) async fn load_account(pool: &Pool, owner: &AccountOwner) -> Result<Account, ApiError> {
    let mut connection = storage::connection(pool).await?;
    let account = admins::table.find(owner.admin_id).select(Account::as_select());
    let account = account.first(&mut connection).await.optional()?;
    account.ok_or(ApiError::unauthorized(say::TOKEN_INVALID))
}

/// Returns the active sessions of an admin, the one refreshed last first.
pub(crate) async fn list_sessions(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
) -> QueryResult<Vec<SessionRow>> {
    let tokens: Vec<SessionRow> = refresh_tokens::table
        .filter(refresh_tokens::admin_id.eq(admin_id))
        .filter(refresh_tokens::spent_at.is_null())
        .filter(refresh_tokens::expires_at.gt(dsl::now.into_sql::<Timestamptz>()))
        .order((refresh_tokens::issued_at.desc(), refresh_tokens::token_hash))
        .select(SessionRow::as_select())
        .load(connection)
        .await?;
    // Two tabs that refreshed at the same time have a token each.
    let mut seen = HashSet::new();
    Ok(tokens.into_iter().filter(|token| seen.insert(token.family.clone())).collect())
}

/// Ends a session of a locked account, and returns whether it existed.
pub(crate) async fn end_session(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
    family: &[u8],
) -> QueryResult<bool> {
    let tokens = refresh_tokens::table.filter(refresh_tokens::admin_id.eq(admin_id));
    let tokens = tokens.filter(refresh_tokens::family.eq(family));
    let existed = diesel::delete(tokens).execute(connection).await? > 0;
    if existed {
        record_event(connection, admin_id, SIGN_IN_ENDED, 1).await?;
    }
    Ok(existed)
}

/// Ends all sessions of an admin.
pub(crate) async fn end_sessions(connection: &mut AsyncPgConnection, admin_id: i64) -> QueryResult<()> {
    let tokens = refresh_tokens::table.filter(refresh_tokens::admin_id.eq(admin_id));
    diesel::delete(tokens).execute(connection).await.map(drop)
}
