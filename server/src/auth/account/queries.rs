//! An admin's own account in the database.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use diesel::{dsl, prelude::*, sql_types::Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::storage::schema::{admins, refresh_tokens};

/// An account's row, as far as its owner sees it.
#[derive(Queryable, Selectable)]
#[diesel(table_name = admins, check_for_backend(diesel::pg::Pg))]
pub(crate) struct Account {
    /// The account's name.
    pub(crate) username: String,
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) email: String,
    /// The password's hash in PHC form.
    pub(crate) password_hash: String,
    pub(super) password_printed_at: Option<DateTime<Utc>>,
    /// Since when signing in asks for a second factor, where it does.
    pub(crate) second_factor_at: Option<DateTime<Utc>>,
}

/// A sign-in that can be gone on with, by the newest token of it.
#[derive(Queryable, Selectable)]
#[diesel(table_name = refresh_tokens, check_for_backend(diesel::pg::Pg))]
pub(crate) struct SignInRow {
    /// What all tokens of it share.
    pub(crate) family: Vec<u8>,
    /// When the password was given.
    pub(crate) begun_at: DateTime<Utc>,
    /// When it was last refreshed.
    pub(crate) issued_at: DateTime<Utc>,
    /// The browser, in words; empty where it is unknown.
    pub(crate) browser: String,
}

/// An account; none when it is gone.
pub(super) async fn account(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
) -> QueryResult<Option<Account>> {
    admins::table.find(admin_id).select(Account::as_select()).first(connection).await.optional()
}

/// The sign-ins of an admin that can be gone on with, the one refreshed last first.
pub(crate) async fn sign_ins(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
) -> QueryResult<Vec<SignInRow>> {
    let tokens: Vec<SignInRow> = refresh_tokens::table
        .filter(refresh_tokens::admin_id.eq(admin_id))
        .filter(refresh_tokens::spent_at.is_null())
        .filter(refresh_tokens::expires_at.gt(dsl::now.into_sql::<Timestamptz>()))
        .order((refresh_tokens::issued_at.desc(), refresh_tokens::token_hash))
        .select(SignInRow::as_select())
        .load(connection)
        .await?;
    // Two tabs that raced have a token each.
    let mut seen = HashSet::new();
    Ok(tokens.into_iter().filter(|token| seen.insert(token.family.clone())).collect())
}

/// Ends one of an admin's sign-ins; whether there was such a one.
pub(crate) async fn end_one(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
    family: &[u8],
) -> QueryResult<bool> {
    let tokens = refresh_tokens::table
        .filter(refresh_tokens::admin_id.eq(admin_id))
        .filter(refresh_tokens::family.eq(family));
    Ok(diesel::delete(tokens).execute(connection).await? > 0)
}

/// Ends all of an admin's sign-ins.
pub(crate) async fn end_all(connection: &mut AsyncPgConnection, admin_id: i64) -> QueryResult<()> {
    let tokens = refresh_tokens::table.filter(refresh_tokens::admin_id.eq(admin_id));
    diesel::delete(tokens).execute(connection).await.map(drop)
}

/// Ends all of an admin's sign-ins but one, and tells which.
pub(super) async fn end_others(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
    family: &[u8],
) -> QueryResult<Vec<Vec<u8>>> {
    let tokens = refresh_tokens::table
        .filter(refresh_tokens::admin_id.eq(admin_id))
        .filter(refresh_tokens::family.ne(family));
    diesel::delete(tokens).returning(refresh_tokens::family).get_results(connection).await
}

/// Gives an admin a password of the admin's own choice.
pub(super) async fn set_password(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
    hash: &str,
) -> QueryResult<()> {
    diesel::update(admins::table.find(admin_id))
        .set((admins::password_hash.eq(hash), admins::password_printed_at.eq(None::<DateTime<Utc>>)))
        .execute(connection)
        .await
        .map(drop)
}
