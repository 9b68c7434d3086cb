//! `agency-server admin`.
#![expect(clippy::print_stdout, reason = "the command prints the results")]

#[cfg(test)]
mod tests;

use agency_core::{
    admin::{EMAIL, FIRST_NAME, LAST_NAME},
    login::RULES,
    rule::TextRule,
};
use anyhow::{Result, anyhow};
use clap::Args;
use diesel::prelude::*;
use diesel_async::{AsyncConnection as _, RunQueryDsl};

use crate::{
    auth::{
        account::events::{COMMAND, set_actor},
        admins::{self, AdminChange},
    },
    storage::{self, Pool, schema::admins as accounts},
};

/// An account, and what to do with it.
#[derive(Args)]
pub(crate) struct AdminCommand {
    /// The account's name
    name: String,
    /// Do nothing if there is an admin already
    #[arg(long, conflicts_with = "Profile")]
    first: bool,
    #[command(flatten)]
    profile: Profile,
    #[command(flatten)]
    instead: Instead,
}

/// Alternatives to creating the account or resetting its password.
#[derive(Args)]
#[group(multiple = false, conflicts_with_all = ["first", "Profile"])]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
struct Instead {
    /// Remove the account, and sign it out everywhere
    #[arg(long)]
    remove: bool,
    /// Turn off two-factor authentication; the password stays
    #[arg(long)]
    no_second_factor: bool,
    /// List active sessions, the last active one first
    #[arg(long)]
    sign_ins: bool,
    /// Sign out the session with this id
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    end_sign_in: Option<String>,
    /// Sign out everywhere; the password stays
    #[arg(long)]
    end_sign_ins: bool,
    /// List the account activity, the oldest first, also of a removed account
    #[arg(long)]
    events: bool,
}

/// The parts of the profile to set; others stay as they are.
#[derive(Args, AsChangeset, Default)]
#[diesel(table_name = accounts)]
pub(crate) struct Profile {
    /// The first name
    #[arg(long, value_parser = accept(&FIRST_NAME))]
    first_name: Option<String>,
    /// The last name
    #[arg(long, value_parser = accept(&LAST_NAME))]
    last_name: Option<String>,
    /// The email address
    #[arg(long, value_parser = accept(&EMAIL))]
    email: Option<String>,
}

/// Returns a parser of an option by its rule.
fn accept(rule: &'static TextRule) -> impl Fn(&str) -> Result<String> + Clone {
    |text| {
        let text = rule.normalize(text);
        rule.check_normalized(&text).map_err(|message| anyhow!("{message}"))?;
        Ok(text.into_owned())
    }
}

impl AdminCommand {
    /// Runs the command.
    pub(crate) async fn run_admin_command(self, pool: &Pool) -> Result<()> {
        let (name, instead) = (self.name.as_str(), self.instead);
        let change = if instead.remove {
            AdminChange::Remove
        } else if instead.no_second_factor {
            AdminChange::EndSecondFactor
        } else if let Some(id) = instead.end_sign_in {
            AdminChange::EndSession(id)
        } else if instead.end_sign_ins {
            AdminChange::EndSessions
        } else if instead.sign_ins {
            return admins::print_sessions(pool, name).await;
        } else if instead.events {
            return admins::print_events(pool, name).await;
        } else {
            return create_or_change(pool, name, &self.profile, self.first).await;
        };
        admins::change(pool, name, change).await
    }
}

/// Creates an admin with a profile, or changes the profile of an existing one. Without options, resets the password of an
/// existing one.
pub(crate) async fn create_or_change(pool: &Pool, name: &str, profile: &Profile, first: bool) -> Result<()> {
    if update_profile(pool, name, profile).await? {
        println!("changed: {}", RULES.username.normalize(name));
        return Ok(());
    }
    admins::create_or_reset(pool, name, first).await?;
    update_profile(pool, name, profile).await.map(drop)
}

/// Changes the profile of an admin. Returns false if there is no such admin, or nothing to change.
async fn update_profile(pool: &Pool, name: &str, profile: &Profile) -> Result<bool> {
    let mut connection = storage::get(pool).await?;
    let account = accounts::table.filter(accounts::username.eq(RULES.username.normalize(name)));
    let changed = connection
        .transaction(async |connection| -> QueryResult<usize> {
            set_actor(connection, COMMAND, "").await?;
            diesel::update(account).set(profile).execute(connection).await
        })
        .await
        .optional_empty_changeset()?;
    Ok(changed.is_some_and(|rows| rows > 0))
}
