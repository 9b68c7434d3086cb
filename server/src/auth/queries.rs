//! Admins and refresh tokens in the database.

use chrono::{DateTime, Utc};
use diesel::{dsl, prelude::*, sql_types::Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use utoipa::ToSchema;

use crate::storage::schema::{admins, refresh_tokens};

/// What is needed to verify a password.
#[derive(Queryable, Selectable)]
#[diesel(table_name = admins, check_for_backend(diesel::pg::Pg))]
pub(crate) struct Credentials {
    /// The admin's number.
    pub(crate) id: i64,
    /// The password's hash in PHC form.
    pub(crate) password_hash: String,
    /// Since when signing in asks for a second factor, where it does.
    pub(crate) second_factor_at: Option<DateTime<Utc>>,
}

/// Who an admin is, as the dashboard shows it.
#[derive(Debug, Serialize, Queryable, Selectable, ToSchema)]
#[diesel(table_name = admins, check_for_backend(diesel::pg::Pg))]
pub(crate) struct UserInfo {
    first_name: String,
    last_name: String,
    username: String,
    email: String,
}

/// A refresh token's row.
#[derive(Insertable, Queryable, Selectable)]
#[diesel(table_name = refresh_tokens, check_for_backend(diesel::pg::Pg))]
pub(crate) struct RefreshToken {
    /// SHA-256 of the token.
    pub(crate) token_hash: Vec<u8>,
    /// Shared by all tokens of one sign-in.
    pub(crate) family: Vec<u8>,
    /// Whose token it is.
    pub(crate) admin_id: i64,
    /// When it ends by itself.
    pub(crate) expires_at: DateTime<Utc>,
    /// When it was changed for another.
    pub(crate) spent_at: Option<DateTime<Utc>>,
    /// When the password was given.
    pub(crate) begun_at: DateTime<Utc>,
    /// The browser that signed in, in words; empty where it is unknown.
    pub(crate) browser: String,
}

/// A sign-in that can still be gone on with.
pub(crate) struct Living {
    /// Since when its admin's password is the one that the command printed, where it is.
    pub(crate) password_printed_at: Option<DateTime<Utc>>,
}

/// The credentials of an account.
pub(crate) async fn credentials(
    connection: &mut AsyncPgConnection,
    username: &str,
) -> QueryResult<Option<Credentials>> {
    admins::table
        .filter(admins::username.eq(username))
        .select(Credentials::as_select())
        .first(connection)
        .await
        .optional()
}

/// Who an admin is; none when the account is gone.
pub(crate) async fn user_info(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
) -> QueryResult<Option<UserInfo>> {
    admins::table.find(admin_id).select(UserInfo::as_select()).first(connection).await.optional()
}

/// An admin's password hash, with the account locked until the transaction ends; none when it is gone.
///
/// Whoever issues a refresh token or ends a sign-in holds this lock first; a new password and a removal change the
/// account, and wait for it. So no token is stored that an ending does not see.
pub(crate) async fn lock_admin(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
) -> QueryResult<Option<String>> {
    admins::table.find(admin_id).select(admins::password_hash).for_update().first(connection).await.optional()
}

/// An admin's credentials, with the account locked until the transaction ends; none when it is gone.
pub(crate) async fn lock_credentials(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
) -> QueryResult<Option<Credentials>> {
    let account = admins::table.find(admin_id).select(Credentials::as_select());
    account.for_update().first(connection).await.optional()
}

/// A refresh token's row, and what time it is.
pub(crate) async fn find_refresh_token(
    connection: &mut AsyncPgConnection,
    token_hash: &[u8],
) -> QueryResult<Option<(RefreshToken, DateTime<Utc>)>> {
    refresh_tokens::table
        .find(token_hash)
        .select((RefreshToken::as_select(), dsl::now.into_sql::<Timestamptz>()))
        .first(connection)
        .await
        .optional()
}

/// A sign-in, if it can still be gone on with: one of its refresh tokens is neither spent nor expired.
pub(crate) async fn living(
    connection: &mut AsyncPgConnection,
    family: &[u8],
    now: DateTime<Utc>,
) -> QueryResult<Option<Living>> {
    let found = refresh_tokens::table
        .inner_join(admins::table)
        .filter(refresh_tokens::family.eq(family))
        .filter(refresh_tokens::spent_at.is_null())
        .filter(refresh_tokens::expires_at.gt(now))
        .select(admins::password_printed_at)
        .first(connection)
        .await
        .optional()?;
    Ok(found.map(|password_printed_at| Living { password_printed_at }))
}

/// Stores a refresh token.
pub(crate) async fn insert_refresh_token(
    connection: &mut AsyncPgConnection,
    token: &RefreshToken,
) -> QueryResult<()> {
    diesel::insert_into(refresh_tokens::table).values(token).execute(connection).await.map(drop)
}

/// Marks a refresh token as changed for another.
pub(crate) async fn spend_refresh_token(
    connection: &mut AsyncPgConnection,
    token_hash: &[u8],
) -> QueryResult<()> {
    diesel::update(refresh_tokens::table.find(token_hash))
        .set(refresh_tokens::spent_at.eq(dsl::now.into_sql::<Timestamptz>().nullable()))
        .execute(connection)
        .await
        .map(drop)
}

/// Ends a sign-in: all its refresh tokens.
pub(crate) async fn end_family(connection: &mut AsyncPgConnection, family: &[u8]) -> QueryResult<()> {
    diesel::delete(refresh_tokens::table.filter(refresh_tokens::family.eq(family)))
        .execute(connection)
        .await
        .map(drop)
}

/// Forgets an admin's refresh tokens that have expired.
pub(crate) async fn sweep_refresh_tokens(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
    now: DateTime<Utc>,
) -> QueryResult<()> {
    diesel::delete(
        refresh_tokens::table
            .filter(refresh_tokens::admin_id.eq(admin_id))
            .filter(refresh_tokens::expires_at.le(now)),
    )
    .execute(connection)
    .await
    .map(drop)
}
