//! `agency-server admin`.

mod sessions;

#[cfg(test)]
mod tests;

use anyhow::Result;
use clap::Args;

use crate::{
    auth::{
        admins,
        profile::{self, Profile},
    },
    storage::Pool,
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

impl AdminCommand {
    /// Runs the command.
    pub(crate) async fn run_admin_command(self, pool: &Pool) -> Result<()> {
        let (name, instead) = (self.name.as_str(), self.instead);
        if instead.remove {
            return admins::remove(pool, name).await;
        }
        if instead.no_second_factor {
            return admins::end_second_factor(pool, name).await;
        }
        if instead.sign_ins {
            return sessions::print_sessions(pool, name).await;
        }
        if let Some(id) = instead.end_sign_in {
            return sessions::end_session(pool, name, &id).await;
        }
        if instead.end_sign_ins {
            return sessions::end_sessions(pool, name).await;
        }
        if instead.events {
            return sessions::print_events(pool, name).await;
        }
        profile::create_or_change(pool, name, &self.profile, self.first).await
    }
}
