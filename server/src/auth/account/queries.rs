//! An admin's own account in the database.

use chrono::{DateTime, Utc};
use diesel::{
    dsl,
    prelude::*,
    sql_types::{BigInt, Text, Timestamptz},
};
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
    pub(super) family: Vec<u8>,
    pub(super) begun_at: Option<DateTime<Utc>>,
    pub(super) issued_at: DateTime<Utc>,
    pub(super) browser: String,
}

/// What happens to an account beside changes of its row, which the database notes by itself.
#[derive(Clone, Copy)]
pub(crate) enum Event {
    /// One of its sign-ins is ended.
    SignInEnded,
    /// All of them but one are ended.
    OtherSignInsEnded,
    /// A recovery code is used up.
    RecoveryCodeUsed,
    /// New recovery codes replace the former ones.
    RecoveryCodesMade,
}

impl Event {
    /// What the account's history calls it.
    const fn name(self) -> &'static str {
        match self {
            Self::SignInEnded => "sign-in ended",
            Self::OtherSignInsEnded => "other sign-ins ended",
            Self::RecoveryCodeUsed => "recovery code used",
            Self::RecoveryCodesMade => "recovery codes made",
        }
    }
}

/// An account; none when it is gone.
pub(super) async fn account(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
) -> QueryResult<Option<Account>> {
    admins::table.find(admin_id).select(Account::as_select()).first(connection).await.optional()
}

/// The sign-ins of an admin that can be gone on with, the one refreshed last first.
pub(super) async fn sign_ins(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
) -> QueryResult<Vec<SignInRow>> {
    refresh_tokens::table
        .filter(refresh_tokens::admin_id.eq(admin_id))
        .filter(refresh_tokens::spent_at.is_null())
        .filter(refresh_tokens::expires_at.gt(dsl::now.into_sql::<Timestamptz>()))
        .order((refresh_tokens::issued_at.desc(), refresh_tokens::token_hash))
        .select(SignInRow::as_select())
        .load(connection)
        .await
}

/// Ends one of an admin's sign-ins; whether there was such a one.
pub(super) async fn end_one(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
    family: &[u8],
) -> QueryResult<bool> {
    let tokens = refresh_tokens::table
        .filter(refresh_tokens::admin_id.eq(admin_id))
        .filter(refresh_tokens::family.eq(family));
    Ok(diesel::delete(tokens).execute(connection).await? > 0)
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

/// Adds to the account's history what the database does not add by itself.
pub(crate) async fn note(connection: &mut AsyncPgConnection, admin_id: i64, event: Event) -> QueryResult<()> {
    let statement = "INSERT INTO account_events (admin_id, account, event) \
                     SELECT id, username, $2 FROM admins WHERE id = $1";
    let query = diesel::sql_query(statement).bind::<BigInt, _>(admin_id).bind::<Text, _>(event.name());
    query.execute(connection).await.map(drop)
}
