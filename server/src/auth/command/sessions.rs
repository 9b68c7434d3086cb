//! The sessions and the activity of an account. Access tokens of ended sessions stop working within ten seconds.
#![expect(clippy::print_stdout, reason = "the command prints the results")]

use anyhow::{Context as _, Result, ensure};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use chrono::{DateTime, SecondsFormat, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection as _, RunQueryDsl};

use crate::{
    auth::{
        account::{
            events::{SIGN_IN_ENDED, record_event},
            events_routes::AccountEventResponse,
            queries,
        },
        admins,
    },
    storage::{self, Pool, schema::account_events},
};

/// Prints the active sessions.
pub(super) async fn print_sessions(pool: &Pool, name: &str) -> Result<()> {
    let username = admins::normalize_username(name)?;
    let mut connection = storage::get(pool).await?;
    let admin_id = admins::find_admin_id(&mut connection, &username).await?;
    let sessions = queries::list_sessions(&mut connection, admin_id).await?;
    if sessions.is_empty() {
        println!("no active sessions: {username}");
        return Ok(());
    }
    println!("{:<22}  {:<20}  {:<20}  browser", "id", "begun", "last refreshed");
    for session in sessions {
        let id = Base64UrlUnpadded::encode_string(&session.family);
        let (begun_at, issued_at) = (format_time(session.begun_at), format_time(session.issued_at));
        let browser = if session.browser.is_empty() { "unknown" } else { &session.browser };
        println!("{id:<22}  {begun_at:<20}  {issued_at:<20}  {browser}");
    }
    Ok(())
}

/// Formats a time to the second, in UTC.
fn format_time(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

pub(super) async fn end_session(pool: &Pool, name: &str, id: &str) -> Result<()> {
    let username = admins::normalize_username(name)?;
    let family = Base64UrlUnpadded::decode_vec(id).unwrap_or_default();
    let mut connection = storage::get(pool).await?;
    connection
        .transaction(async |connection| -> Result<()> {
            let admin_id = admins::lock_for_command(connection, &username).await?;
            let existed = queries::end_session(connection, admin_id, &family).await?;
            ensure!(existed, "the admin {username:?} has no session {id:?}");
            Ok(())
        })
        .await?;
    println!("session ended: {username}");
    Ok(())
}

/// Ends all sessions, and prints how many there were.
pub(super) async fn end_sessions(pool: &Pool, name: &str) -> Result<()> {
    let username = admins::normalize_username(name)?;
    let mut connection = storage::get(pool).await?;
    let ended = connection
        .transaction(async |connection| -> Result<usize> {
            let admin_id = admins::lock_for_command(connection, &username).await?;
            let active = queries::list_sessions(connection, admin_id).await?.len();
            queries::end_sessions(connection, admin_id).await?;
            record_event(connection, admin_id, SIGN_IN_ENDED, active).await?;
            Ok(active)
        })
        .await?;
    println!("sessions ended: {username}, {ended}");
    Ok(())
}

/// Prints the events of all accounts that had a username, the oldest first.
pub(super) async fn print_events(pool: &Pool, name: &str) -> Result<()> {
    let username = admins::normalize_username(name)?;
    let mut connection = storage::get(pool).await?;
    let events: Vec<AccountEventResponse> = account_events::table
        .filter(account_events::account.eq(username.as_ref()))
        .order(account_events::id)
        .select(AccountEventResponse::as_select())
        .load(&mut connection)
        .await?;
    if events.is_empty() {
        let admin = admins::find_admin_id(&mut connection, &username).await;
        admin.with_context(|| format!("no account activity of {username:?}"))?;
        println!("no account activity: {username}");
    }
    for AccountEventResponse { at, event, by, browser, .. } in events {
        let by = by.as_deref().unwrap_or("unknown");
        let from = if browser.is_empty() { String::new() } else { format!(", {browser}") };
        println!("{}  {event:<20}  {by}{from}", format_time(at));
    }
    Ok(())
}
