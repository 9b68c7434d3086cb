//! `agency-server admin`: creates, changes and removes admins.
#![expect(clippy::print_stdout, reason = "the command prints the results")]

use std::borrow::Cow;

use agency_core::{
    admin::{EMAIL, FIRST_NAME, LAST_NAME, check_username},
    login::RULES,
    rule::TextRule,
    work::RecordAction,
};
use anyhow::{Context as _, Result, anyhow, bail, ensure};
use chrono::{DateTime, Utc};
use clap::Args;
use diesel::{
    dsl::{self, exists},
    prelude::*,
    select,
    sql_types::{Nullable, Text, Timestamptz},
};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};

use crate::{
    auth::{
        account::events::{AccountEvent, Actor, set_actor},
        display_name::display_name,
        password,
        queries::{self, Sessions},
        second_factor,
    },
    background::{
        delivery::row,
        webhook::outbox::{RecordChange, WebhookOutbox},
    },
    storage::{
        self, Pool,
        functions::lift_timeouts,
        random,
        retrying::retrying,
        schema::{admins, history, submissions},
        usernames::username_key,
    },
};

/// The characters of printed passwords: none that look alike.
const ALPHABET: &[u8] = b"abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const PASSWORD_LENGTH: usize = 24;

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
struct Instead {
    /// Remove the account, and sign it out everywhere
    #[arg(long)]
    remove: bool,
    /// Turn off two-factor authentication; the password stays
    #[arg(long)]
    no_second_factor: bool,
    /// Sign out everywhere; the password stays
    #[arg(long)]
    end_sign_ins: bool,
    /// Rename the account; password and sessions stay
    #[arg(long, value_name = "NEW")]
    rename: Option<String>,
}

/// The parts of the profile to set; others stay as they are.
#[derive(Args, AsChangeset, Default)]
#[diesel(table_name = admins)]
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
    pub(crate) async fn run_admin_command(self, pool: &Pool, webhooks: Option<&WebhookOutbox>) -> Result<()> {
        let (name, instead) = (self.name.as_str(), self.instead);
        if let Some(new) = &instead.rename {
            return rename(pool, name, new).await;
        }
        let change = if instead.remove {
            AdminChange::Remove
        } else if instead.no_second_factor {
            AdminChange::EndSecondFactor
        } else if instead.end_sign_ins {
            AdminChange::EndSessions
        } else {
            return create_or_change(pool, name, &self.profile, self.first).await;
        };
        self::change(pool, webhooks, name, change).await
    }
}

/// Creates an admin with a profile, or changes the profile of an existing one. Without options, resets the password of an
/// existing one.
async fn create_or_change(pool: &Pool, name: &str, profile: &Profile, first: bool) -> Result<()> {
    if update_profile(pool, name, profile).await? {
        println!("changed: {}", RULES.username.normalize(name));
        return Ok(());
    }
    create_or_reset(pool, name, first).await?;
    update_profile(pool, name, profile).await.map(drop)
}

/// Changes the profile of an admin. Returns false if there is no such admin, or nothing to change.
async fn update_profile(pool: &Pool, name: &str, profile: &Profile) -> Result<bool> {
    let mut connection = storage::get(pool).await?;
    let account =
        admins::table.filter(admins::username_key.eq(username_key(&RULES.username.normalize(name))));
    let changed = connection
        .transaction(async |connection| -> QueryResult<usize> {
            set_actor(connection, Some(Actor::Command), "").await?;
            diesel::update(account).set(profile).execute(connection).await
        })
        .await
        .optional_empty_changeset()?;
    Ok(changed.is_some_and(|rows| rows > 0))
}

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
    let username = connection
        .transaction(async |connection| -> QueryResult<String> {
            set_actor(connection, Some(Actor::Command), "").await?;
            // Locks the account, so that no session starts until the transaction ends.
            let (id, username): (i64, String) = diesel::insert_into(admins::table)
                .values((
                    admins::username.eq(username.as_ref()),
                    admins::username_key.eq(username_key(&username)),
                    admins::password_hash.eq(&hash),
                ))
                .on_conflict(admins::username_key)
                .do_update()
                .set((admins::password_hash.eq(&hash), admins::password_printed_at.eq(dsl::now)))
                .returning((admins::id, admins::username))
                .get_result(connection)
                .await?;
            queries::end_sessions(connection, id, Sessions::All, None).await?;
            Ok(username)
        })
        .await?;
    println!("username: {username}\npassword: {password}");
    Ok(())
}

#[derive(Clone, Copy)]
pub(crate) enum AdminChange {
    /// Removes the account, ends its sessions and unassigns its records.
    Remove,
    /// Turns the second factor off, for an admin who has lost both the app and the recovery codes.
    EndSecondFactor,
    /// Ends all sessions, and prints how many there were.
    EndSessions,
}

/// Changes an existing account.
///
/// Tries again, as the server does, if it conflicts with what admins do at the same time.
pub(crate) async fn change(
    pool: &Pool,
    webhooks: Option<&WebhookOutbox>,
    name: &str,
    change: AdminChange,
) -> Result<()> {
    let username = normalize_username(name)?;
    let done =
        retrying(async || try_change(&mut *storage::get(pool).await?, webhooks, &username, change).await);
    println!("{}", done.await?);
    Ok(())
}

/// Changes an existing account in a transaction, and returns what was done in words.
async fn try_change(
    connection: &mut AsyncPgConnection,
    webhooks: Option<&WebhookOutbox>,
    username: &str,
    change: AdminChange,
) -> Result<String> {
    let done = connection.transaction(async |connection| -> Result<String> {
        let account = admins::table.filter(admins::username_key.eq(username_key(username)));
        let account = account.select((admins::id, admins::username));
        let found: Option<(i64, String)> = match change {
            AdminChange::Remove => {
                // Many records take longer than a request may.
                lift_timeouts(connection).await?;
                // Before the account, in the order of actions on records.
                lock_assigned_records(connection, username).await?;
                account.for_update().first(connection).await.optional()?
            }
            AdminChange::EndSecondFactor | AdminChange::EndSessions => {
                account.for_no_key_update().first(connection).await.optional()?
            }
        };
        let (id, username) = found.with_context(|| no_admin(username))?;
        set_actor(connection, Some(Actor::Command), "").await?;
        Ok(match change {
            AdminChange::Remove => {
                unassign_records(connection, webhooks, id).await?;
                diesel::delete(admins::table.find(id)).execute(connection).await?;
                format!("removed: {username}")
            }
            AdminChange::EndSecondFactor => {
                let was_on = second_factor::turn_off(connection, id).await?;
                ensure!(was_on, "the admin {username:?} has no second factor");
                format!("second factor off: {username}")
            }
            AdminChange::EndSessions => {
                let all = Sessions::All;
                let ended =
                    queries::end_sessions(connection, id, all, Some(AccountEvent::SessionEnded)).await?;
                format!("sessions ended: {username}, {ended}")
            }
        })
    });
    done.await
}

/// Renames an account.
async fn rename(pool: &Pool, name: &str, new: &str) -> Result<()> {
    let (name, new) = (normalize_username(name)?, RULES.username.normalize(new));
    check_username(&new).map_err(|message| anyhow!("{message}"))?;
    let mut connection = storage::get(pool).await?;
    let renamed = connection.transaction(async |connection| -> Result<String> {
        let account = |name: &str| admins::table.filter(admins::username_key.eq(username_key(name)));
        let account_of = async |connection: &mut AsyncPgConnection, name: &str| {
            let found = account(name).select((admins::id, admins::username)).for_no_key_update();
            found.first::<(i64, String)>(connection).await.optional()
        };
        let (id, former) = account_of(connection, &name).await?.with_context(|| no_admin(&name))?;
        if let Some((_, other)) = account_of(connection, &new).await?.filter(|(other, _)| *other != id) {
            bail!("there is an admin {other:?} already");
        }
        set_actor(connection, Some(Actor::Command), "").await?;
        diesel::update(admins::table.find(id))
            .set((admins::username.eq(new.as_ref()), admins::username_key.eq(username_key(&new))))
            .execute(connection)
            .await?;
        Ok(format!("renamed: {former} is now {new}"))
    });
    println!("{}", renamed.await?);
    Ok(())
}

/// Locks the records of an admin in the order of their ids.
async fn lock_assigned_records(connection: &mut AsyncPgConnection, username: &str) -> QueryResult<()> {
    let ids = admins::table.filter(admins::username_key.eq(username_key(username))).select(admins::id);
    let records = submissions::table.filter(submissions::assigned_to.eq_any(ids.nullable()));
    let locked = records.order(submissions::id).select(submissions::id).for_update();
    locked.load::<i64>(connection).await.map(drop)
}

/// Unassigns all records of a locked admin, adds that to their history, and writes their webhooks.
async fn unassign_records(
    connection: &mut AsyncPgConnection,
    webhooks: Option<&WebhookOutbox>,
    admin_id: i64,
) -> QueryResult<usize> {
    let name: String = admins::table.find(admin_id).select(display_name()).first(connection).await?;
    let assigned = diesel::update(submissions::table.filter(submissions::assigned_to.eq(admin_id)));
    let changed: Vec<(i64, String, String, String, i32, DateTime<Utc>)> = assigned
        .set((submissions::assigned_to.eq(None::<i64>), submissions::version.eq(submissions::version + 1)))
        .returning((
            submissions::id,
            submissions::kind,
            submissions::slug,
            submissions::state,
            submissions::version,
            dsl::now.into_sql::<Timestamptz>(),
        ))
        .get_results(connection)
        .await?;
    let updates = changed.iter().filter_map(|(_, kind, slug, state, version, at)| {
        webhooks?.updated(&RecordChange {
            kind,
            slug,
            version: *version,
            state,
            assigned_to: None,
            action: RecordAction::Assign.as_str(),
            by: None,
            at: *at,
        })
    });
    row::insert(connection, updates).await?;
    let changed = changed.iter().map(|(id, ..)| *id);
    submissions::table
        .filter(submissions::id.eq_any(changed))
        .order(submissions::id)
        .select((
            submissions::id,
            RecordAction::Assign.as_str().into_sql::<Text>(),
            submissions::state,
            submissions::state,
            name.into_sql::<Nullable<Text>>(),
        ))
        .insert_into(history::table)
        .into_columns((
            history::submission_id,
            history::action,
            history::from_state,
            history::to_state,
            history::from_admin,
        ))
        .execute(connection)
        .await
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
    random::text(ALPHABET, PASSWORD_LENGTH)
}

#[cfg(test)]
mod tests;
