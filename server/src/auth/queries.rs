//! Admins and refresh tokens in the database.

use chrono::{DateTime, Utc};
use diesel::{dsl, prelude::*, sql_types::Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use utoipa::ToSchema;

use crate::storage::schema::{admins, refresh_tokens};

#[derive(Queryable, Selectable)]
#[diesel(table_name = admins, check_for_backend(diesel::pg::Pg))]
pub(crate) struct Credentials {
    pub(crate) id: i64,
    pub(crate) password_hash: String,
    /// When the second factor was turned on; none if it is off.
    pub(crate) second_factor_at: Option<DateTime<Utc>>,
}

/// The signed-in admin.
#[derive(Debug, Serialize, Queryable, Selectable, ToSchema)]
#[diesel(table_name = admins, check_for_backend(diesel::pg::Pg))]
pub(crate) struct UserInfo {
    first_name: String,
    last_name: String,
    username: String,
    email: String,
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

/// Returns the credentials of a username.
pub(crate) async fn find_credentials(
    connection: &mut AsyncPgConnection,
    username: &str,
) -> QueryResult<Option<Credentials>> {
    let account = admins::table.filter(admins::username.eq(username)).select(Credentials::as_select());
    account.first(connection).await.optional()
}

/// Returns an admin's credentials, and locks the account until the transaction ends.
///
/// What issues a refresh token or ends a session takes this lock first. A new password and a removal update the account,
/// and wait for it. So whatever ends sessions sees all their tokens.
pub(crate) async fn lock_credentials(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
) -> QueryResult<Option<Credentials>> {
    let account = admins::table.find(admin_id).select(Credentials::as_select());
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

pub(crate) async fn insert_refresh_token(
    connection: &mut AsyncPgConnection,
    token: &RefreshToken,
) -> QueryResult<()> {
    diesel::insert_into(refresh_tokens::table).values(token).execute(connection).await.map(drop)
}

/// Deletes all refresh tokens of a session.
pub(crate) async fn delete_session(connection: &mut AsyncPgConnection, family: &[u8]) -> QueryResult<()> {
    let tokens = refresh_tokens::table.filter(refresh_tokens::family.eq(family));
    diesel::delete(tokens).execute(connection).await.map(drop)
}
