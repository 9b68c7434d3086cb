//! The activity of an account, for `agency-server admin`.
#![expect(clippy::print_stdout, reason = "the command prints the results")]

use anyhow::{Context as _, Result};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

use crate::{
    auth::{account::events_routes::AccountEventResponse, admins, command::sessions::format_time},
    storage::{self, Pool, schema::account_events},
};

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
        println!("nothing happened: {username}");
    }
    for AccountEventResponse { at, event, by, browser, .. } in events {
        let by = by.as_deref().unwrap_or("unknown");
        let from = if browser.is_empty() { String::new() } else { format!(", {browser}") };
        println!("{}  {event:<20}  {by}{from}", format_time(at));
    }
    Ok(())
}
