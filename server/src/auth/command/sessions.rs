//! An admin's sessions, for `agency-server admin`. Their access tokens stop working within ten seconds.
#![expect(clippy::print_stdout, reason = "the command prints the results")]

use anyhow::{Result, ensure};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use chrono::{DateTime, SecondsFormat, Utc};
use diesel_async::AsyncConnection as _;

use crate::{
    auth::{
        account::{
            events::{SIGN_IN_ENDED, record_event},
            queries,
        },
        admins,
    },
    storage::{self, Pool},
};

/// Prints the active sessions.
pub(super) async fn print_sessions(pool: &Pool, name: &str) -> Result<()> {
    let username = admins::normalize_username(name)?;
    let mut connection = storage::get(pool).await?;
    let admin_id = admins::find_admin_id(&mut connection, &username).await?;
    let sessions = queries::list_sessions(&mut connection, admin_id).await?;
    if sessions.is_empty() {
        println!("no sign-ins: {username}");
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
pub(super) fn format_time(at: DateTime<Utc>) -> String {
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
            ensure!(existed, "the admin {username:?} has no sign-in {id:?}");
            Ok(())
        })
        .await?;
    println!("sign-in ended: {username}");
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
    println!("sign-ins ended: {username}, {ended}");
    Ok(())
}
