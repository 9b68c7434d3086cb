//! What happened to an account, for whoever runs the server's command.

use anyhow::{Result, bail};

use crate::{
    auth::{
        account::events::{self, EventRow},
        admins,
        command::sign_ins::written,
    },
    storage::{self, Pool},
};

/// Prints what happened to accounts of a name; an error when there never was one.
#[expect(clippy::print_stdout, reason = "what happened is what the command answers with")]
pub(super) async fn list(pool: &Pool, name: &str) -> Result<()> {
    let username = admins::username(name)?;
    let mut connection = storage::get(pool).await?;
    let events = events::of_name(&mut connection, &username).await?;
    if events.is_empty() && admins::find(&mut connection, &username).await?.is_none() {
        bail!("there is no admin {username:?}, and never was");
    }
    if events.is_empty() {
        println!("nothing happened: {username}");
    }
    for event in events {
        println!("{}", line(&event));
    }
    Ok(())
}

fn line(EventRow { at, event, by, browser, .. }: &EventRow) -> String {
    let by = by.as_deref().unwrap_or("unknown");
    let from = if browser.is_empty() { String::new() } else { format!(", {browser}") };
    format!("{}  {event:<20}  {by}{from}", written(*at))
}
