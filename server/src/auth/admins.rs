//! Creates, changes, shows and removes admins, for `agency-server admin`.
#![expect(clippy::print_stdout, reason = "the command prints the results")]

use std::borrow::Cow;

use agency_core::{admin::check_username, login::RULES};
use anyhow::{Context as _, Result, anyhow, ensure};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use chrono::{DateTime, SecondsFormat, Utc};
use diesel::{
    dsl::{self, exists},
    prelude::*,
    select, sql_query,
    sql_types::BigInt,
};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};

use crate::{
    auth::{
        account::events::{AccountEventResponse, COMMAND, SIGN_IN_ENDED, record_event, set_actor},
        display_name::display_name_sql,
        password,
        queries::{self, Sessions},
        second_factor,
    },
    storage::{
        self, Pool,
        schema::{account_events, admins},
        slug,
    },
};

/// The characters of printed passwords: none that look alike.
const ALPHABET: &[u8] = b"abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const PASSWORD_LENGTH: usize = 24;

/// Creates an admin, or resets an admin's password and ends all sessions. Prints the password.
///
/// With `first`, does nothing if there is any admin.
pub(crate) async fn create_or_reset(pool: &Pool, name: &str, first: bool) -> Result<()> {
    let username = normalize_username(name)?;
    let mut connection = storage::get(pool).await?;
    // Names from before a rule was changed stay valid.
    if queries::find_account(&mut connection, &username).await?.is_none() {
        check_username(&username).map_err(|message| anyhow!("{message}"))?;
    }
    if first && select(exists(admins::table.select(admins::id))).get_result(&mut connection).await? {
        return Ok(());
    }
    let password = random_password();
    let hash = password::hash(&password)?;
    connection
        .transaction(async |connection| -> QueryResult<()> {
            set_actor(connection, COMMAND, "").await?;
            // Locks the account, so that no session starts until the transaction ends.
            let id: i64 = diesel::insert_into(admins::table)
                .values((admins::username.eq(username.as_ref()), admins::password_hash.eq(&hash)))
                .on_conflict(admins::username)
                .do_update()
                .set((admins::password_hash.eq(&hash), admins::password_printed_at.eq(dsl::now)))
                .returning(admins::id)
                .get_result(connection)
                .await?;
            queries::end_sessions(connection, id, Sessions::All, None).await.map(drop)
        })
        .await?;
    println!("username: {username}\npassword: {password}");
    Ok(())
}

pub(crate) enum AdminChange {
    /// Removes the account, ends its sessions and unassigns its records.
    Remove,
    /// Turns the second factor off, for an admin who has lost both the app and the recovery codes.
    EndSecondFactor,
    /// Ends the session with this id.
    EndSession(String),
    /// Ends all sessions, and prints how many there were.
    EndSessions,
}

/// Changes an existing account. Access tokens of ended sessions stop working within ten seconds.
pub(crate) async fn change(pool: &Pool, name: &str, change: AdminChange) -> Result<()> {
    let username = normalize_username(name)?;
    let mut connection = storage::get(pool).await?;
    let done = connection.transaction(async |connection| -> Result<String> {
        // Locked until the transaction ends.
        let account = admins::table.filter(admins::username.eq(username.as_ref())).select(admins::id);
        let id: Option<i64> = account.for_update().first(connection).await.optional()?;
        let id = id.with_context(|| no_admin(&username))?;
        set_actor(connection, COMMAND, "").await?;
        Ok(match change {
            AdminChange::Remove => {
                unassign_records(connection, id).await?;
                diesel::delete(admins::table.find(id)).execute(connection).await?;
                format!("removed: {username}")
            }
            AdminChange::EndSecondFactor => {
                let was_on = second_factor::turn_off(connection, id).await?;
                ensure!(was_on, "the admin {username:?} has no second factor");
                format!("second factor off: {username}")
            }
            AdminChange::EndSession(session) => {
                let family = Base64UrlUnpadded::decode_vec(&session).unwrap_or_default();
                let one = Sessions::One(&family);
                let ended = queries::end_sessions(connection, id, one, Some(SIGN_IN_ENDED)).await?;
                ensure!(!ended.is_empty(), "the admin {username:?} has no session {session:?}");
                format!("session ended: {username}")
            }
            AdminChange::EndSessions => {
                let active = queries::list_sessions(connection, id, &[]).await?.len();
                queries::end_sessions(connection, id, Sessions::All, None).await?;
                for _ in 0..active {
                    record_event(connection, id, SIGN_IN_ENDED).await?;
                }
                format!("sessions ended: {username}, {active}")
            }
        })
    });
    println!("{}", done.await?);
    Ok(())
}

/// Prints the active sessions.
pub(crate) async fn print_sessions(pool: &Pool, name: &str) -> Result<()> {
    let username = normalize_username(name)?;
    let mut connection = storage::get(pool).await?;
    let account = queries::find_account(&mut connection, &username).await?;
    let account = account.with_context(|| no_admin(&username))?;
    let sessions = queries::list_sessions(&mut connection, account.id, &[]).await?;
    if sessions.is_empty() {
        println!("no active sessions: {username}");
        return Ok(());
    }
    println!("{:<22}  {:<20}  {:<20}  browser", "id", "begun", "last refreshed");
    for session in sessions {
        let id = Base64UrlUnpadded::encode_string(&session.family);
        let (begun_at, refreshed_at) = (format_time(session.begun_at), format_time(session.refreshed_at));
        let browser = if session.browser.is_empty() { "unknown" } else { &session.browser };
        println!("{id:<22}  {begun_at:<20}  {refreshed_at:<20}  {browser}");
    }
    Ok(())
}

/// Formats a time to the second, in UTC.
fn format_time(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// Prints the events of all accounts that had a username, the oldest first.
pub(crate) async fn print_events(pool: &Pool, name: &str) -> Result<()> {
    let username = normalize_username(name)?;
    let mut connection = storage::get(pool).await?;
    let events: Vec<AccountEventResponse> = account_events::table
        .filter(account_events::account.eq(username.as_ref()))
        .order(account_events::id)
        .select(AccountEventResponse::as_select())
        .load(&mut connection)
        .await?;
    if events.is_empty() {
        let account = queries::find_account(&mut connection, &username).await?;
        ensure!(account.is_some(), "no account activity of {username:?}");
        println!("no account activity: {username}");
    }
    for AccountEventResponse { at, event, by, browser, .. } in events {
        let by = by.as_deref().unwrap_or("unknown");
        let from = if browser.is_empty() { String::new() } else { format!(", {browser}") };
        println!("{}  {event:<20}  {by}{from}", format_time(at));
    }
    Ok(())
}

/// Unassigns all records of a locked admin, and adds that to their history.
async fn unassign_records(connection: &mut AsyncPgConnection, admin_id: i64) -> QueryResult<usize> {
    let statement = format!(
        "WITH changed AS ( \
             UPDATE submissions SET assigned_to = NULL, version = version + 1 WHERE assigned_to = $1 \
             RETURNING id, state \
         ) \
         INSERT INTO history (submission_id, action, from_state, to_state, from_admin) \
         SELECT changed.id, 'assign', state, state, {} \
         FROM changed, admins WHERE admins.id = $1 ORDER BY changed.id",
        display_name_sql("admins")
    );
    sql_query(statement).bind::<BigInt, _>(admin_id).execute(connection).await
}

fn no_admin(username: &str) -> String {
    format!("there is no admin {username:?}")
}

/// Normalizes and checks a username.
fn normalize_username(name: &str) -> Result<Cow<'_, str>> {
    let username = RULES.username.normalize(name);
    RULES.username.check_normalized(&username).map_err(|message| anyhow!("{message}"))?;
    Ok(username)
}

/// Returns 24 of 56 characters: 139 random bits.
fn random_password() -> String {
    slug::random_text(ALPHABET, PASSWORD_LENGTH)
}

#[cfg(test)]
#[path = "admins_tests.rs"]
mod tests;
