//! An admin's sign-ins, for whoever runs the server's command. What they opened is shut within ten seconds at every
//! instance, as after any other end of a sign-in elsewhere.

#![expect(clippy::print_stdout, reason = "what was found and done is what the command answers with")]

use anyhow::{Result, bail};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use chrono::{DateTime, SecondsFormat, Utc};
use diesel::prelude::*;
use diesel_async::AsyncConnection as _;

use crate::{
    auth::{
        account::{
            events::{By, Event, done_by, note, note_times},
            queries::{self, SignInRow},
        },
        admins,
    },
    storage::{self, Pool},
};

/// Prints the sign-ins that can be gone on with.
pub(super) async fn list(pool: &Pool, name: &str) -> Result<()> {
    let username = admins::username(name)?;
    let mut connection = storage::get(pool).await?;
    let Some(admin_id) = admins::find(&mut connection, &username).await? else {
        bail!("there is no admin {username:?}");
    };
    let sign_ins = queries::sign_ins(&mut connection, admin_id).await?;
    if sign_ins.is_empty() {
        println!("no sign-ins: {username}");
        return Ok(());
    }
    println!("{:<22}  {:<20}  {:<20}  browser", "id", "begun", "last refreshed");
    for sign_in in sign_ins {
        println!("{}", line(&sign_in));
    }
    Ok(())
}

fn line(sign_in: &SignInRow) -> String {
    let id = Base64UrlUnpadded::encode_string(&sign_in.family);
    let begun_at = written(sign_in.begun_at);
    let browser = if sign_in.browser.is_empty() { "unknown" } else { &sign_in.browser };
    format!("{id:<22}  {begun_at:<20}  {:<20}  {browser}", written(sign_in.issued_at))
}

/// An instant to the second, in UTC.
pub(super) fn written(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// Ends one sign-in; an error when there is no such one.
pub(super) async fn end_one(pool: &Pool, name: &str, id: &str) -> Result<()> {
    let username = admins::username(name)?;
    let family = Base64UrlUnpadded::decode_vec(id).unwrap_or_default();
    let mut connection = storage::get(pool).await?;
    let ended = connection
        .transaction(async |connection| -> QueryResult<Option<bool>> {
            let Some(admin_id) = admins::lock(connection, &username).await? else { return Ok(None) };
            let ended = queries::end_one(connection, admin_id, &family).await?;
            if ended {
                done_by(connection, By::Command).await?;
                note(connection, admin_id, Event::SignInEnded).await?;
            }
            Ok(Some(ended))
        })
        .await?;
    match ended {
        None => bail!("there is no admin {username:?}"),
        Some(false) => bail!("the admin {username:?} has no sign-in {id:?}"),
        Some(true) => println!("sign-in ended: {username}"),
    }
    Ok(())
}

/// Ends all sign-ins, and tells how many there were.
pub(super) async fn end_all(pool: &Pool, name: &str) -> Result<()> {
    let username = admins::username(name)?;
    let mut connection = storage::get(pool).await?;
    let ended = connection
        .transaction(async |connection| -> QueryResult<Option<usize>> {
            let Some(admin_id) = admins::lock(connection, &username).await? else { return Ok(None) };
            let living = queries::sign_ins(connection, admin_id).await?.len();
            queries::end_all(connection, admin_id).await?;
            done_by(connection, By::Command).await?;
            note_times(connection, admin_id, Event::SignInEnded, living).await?;
            Ok(Some(living))
        })
        .await?;
    let Some(ended) = ended else { bail!("there is no admin {username:?}") };
    println!("sign-ins ended: {username}, {ended}");
    Ok(())
}
