//! Admins and their refresh tokens in the database.

use std::{cmp::Reverse, collections::HashSet};

use base64ct::{Base64UrlUnpadded, Encoding as _};
use chrono::{DateTime, Utc};
use diesel::{
    dsl::{self, exists},
    prelude::*,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::{Serialize, Serializer};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use crate::{
    auth::{
        account::events::{AccountEvent, record_event},
        token::{Credentials, CredentialsId},
    },
    http::instant,
    storage::{
        schema::{admins, refresh_tokens},
        usernames::username_key,
    },
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = admins, check_for_backend(diesel::pg::Pg))]
pub(crate) struct Account {
    pub(crate) id: i64,
    #[diesel(embed)]
    pub(crate) user: UserInfo,
    pub(crate) password_hash: String,
    /// When the command printed the password; none if the owner chose it.
    pub(crate) password_printed_at: Option<DateTime<Utc>>,
    /// When the second factor was turned on; none if it is off.
    pub(crate) second_factor_at: Option<DateTime<Utc>>,
}

impl Account {
    /// Returns the credentials. The password's hash is salted, so their id reveals nothing.
    pub(crate) fn credentials(&self) -> Credentials {
        let second_factor = self.second_factor_at.map_or(0, |at| at.timestamp_micros());
        let hash = Sha256::new().chain_update(second_factor.to_be_bytes()).chain_update(&self.password_hash);
        Credentials { admin_id: self.id, id: CredentialsId(hash.finalize().to_vec()), since: Utc::now() }
    }
}

/// The signed-in admin.
#[derive(Queryable, Selectable, Serialize, ToSchema)]
#[diesel(table_name = admins, check_for_backend(diesel::pg::Pg))]
pub(crate) struct UserInfo {
    first_name: String,
    last_name: String,
    pub(crate) username: String,
    email: String,
}

/// An active session.
#[derive(Queryable, Serialize, ToSchema)]
pub(crate) struct SessionResponse {
    /// The id to end the session with.
    #[serde(rename = "id", serialize_with = "serialize_id")]
    #[schema(value_type = String)]
    session_id: Vec<u8>,
    /// When the session started.
    #[serde(serialize_with = "instant::serialize")]
    begun_at: DateTime<Utc>,
    /// When the session was last refreshed.
    #[serde(serialize_with = "instant::serialize")]
    refreshed_at: DateTime<Utc>,
    /// The browser in words; empty if unknown.
    browser: String,
    /// Whether it is the session of this request.
    current: bool,
}

fn serialize_id<S: Serializer>(session_id: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&Base64UrlUnpadded::encode_string(session_id))
}

/// Returns the account with an id.
pub(crate) async fn find_account_by_id(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
) -> QueryResult<Option<Account>> {
    admins::table.find(admin_id).select(Account::as_select()).first(connection).await.optional()
}

/// Returns the account with a username, in any case and composition.
pub(crate) async fn find_account(
    connection: &mut AsyncPgConnection,
    username: &str,
) -> QueryResult<Option<Account>> {
    let account = admins::table.filter(admins::username_key.eq(username_key(username)));
    account.select(Account::as_select()).first(connection).await.optional()
}

/// Returns an account, and locks it until the transaction ends.
///
/// What issues a refresh token or ends a session takes this lock first. A new password and a removal update the account,
/// and wait for it. So whatever ends sessions sees all their tokens. Actions on records, which refer to the account, do not
/// wait for it.
pub(crate) async fn lock_account(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
) -> QueryResult<Option<Account>> {
    let account = admins::table.find(admin_id).select(Account::as_select());
    account.for_no_key_update().first(connection).await.optional()
}

/// Returns the active sessions of an admin, the one refreshed last first.
pub(crate) async fn list_sessions(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
    current: &[u8],
) -> QueryResult<Vec<SessionResponse>> {
    use refresh_tokens::{begun_at, browser, family, issued_at};
    let mut sessions: Vec<SessionResponse> = refresh_tokens::table
        .filter(refresh_tokens::admin_id.eq(admin_id))
        .filter(refresh_tokens::spent_at.is_null())
        .filter(refresh_tokens::expires_at.gt(dsl::now))
        // The newest token of each session.
        .distinct_on(family)
        .order((family, issued_at.desc()))
        .select((family, begun_at, issued_at, browser, family.eq(current)))
        .load(connection)
        .await?;
    sessions.sort_by_key(|session| Reverse(session.refreshed_at));
    Ok(sessions)
}

/// Returns the condition that a session has not been ended.
#[dsl::auto_type(no_type_alias)]
pub(crate) fn is_session<'a>(id: &'a [u8]) -> _ {
    exists(refresh_tokens::table.filter(refresh_tokens::family.eq(id)))
}

/// Sessions of an account to end.
#[derive(Clone, Copy)]
pub(crate) enum Sessions<'a> {
    All,
    One(&'a [u8]),
    AllBut(&'a [u8]),
}

/// Ends sessions of a locked account, and returns how many. Records an event if there were any.
pub(crate) async fn end_sessions(
    connection: &mut AsyncPgConnection,
    admin_id: i64,
    sessions: Sessions<'_>,
    event: Option<AccountEvent>,
) -> QueryResult<usize> {
    let tokens = diesel::delete(refresh_tokens::table).filter(refresh_tokens::admin_id.eq(admin_id));
    let tokens = match sessions {
        Sessions::All => tokens.into_boxed(),
        Sessions::One(id) => tokens.filter(refresh_tokens::family.eq(id)).into_boxed(),
        Sessions::AllBut(id) => tokens.filter(refresh_tokens::family.ne(id)).into_boxed(),
    };
    let ended: Vec<Vec<u8>> = tokens.returning(refresh_tokens::family).get_results(connection).await?;
    let ended = ended.into_iter().collect::<HashSet<_>>().len();
    if let Some(event) = event.filter(|_| ended > 0) {
        record_event(connection, admin_id, event).await?;
    }
    Ok(ended)
}
