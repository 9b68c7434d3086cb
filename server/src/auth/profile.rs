//! The name and address of an admin, as `agency-server admin` sets them.

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
        account::events::{Actor, set_actor},
        admins,
    },
    storage::{self, Pool, schema::admins as accounts},
};

/// The options to set; others stay as they are.
#[derive(Args, AsChangeset, Default)]
#[diesel(table_name = accounts)]
pub(crate) struct Profile {
    /// The first name
    #[arg(long, value_parser = accept(&FIRST_NAME))]
    pub(crate) first_name: Option<String>,
    /// The last name
    #[arg(long, value_parser = accept(&LAST_NAME))]
    pub(crate) last_name: Option<String>,
    /// The email address
    #[arg(long, value_parser = accept(&EMAIL))]
    pub(crate) email: Option<String>,
}

impl Profile {
    const fn is_empty(&self) -> bool {
        self.first_name.is_none() && self.last_name.is_none() && self.email.is_none()
    }
}

/// Returns a parser of an option by its rule.
fn accept(rule: &'static TextRule) -> impl Fn(&str) -> Result<String> + Clone {
    |text| {
        let text = rule.normalize(text);
        rule.check_normalized(&text).map_err(|message| anyhow!("{message}"))?;
        Ok(text.into_owned())
    }
}

/// Creates an admin with a profile, or changes the profile of an existing one. Without options, resets the password of an
/// existing one.
#[expect(clippy::print_stdout, reason = "the command prints the results")]
pub(crate) async fn create_or_change(pool: &Pool, name: &str, profile: &Profile, first: bool) -> Result<()> {
    if profile.is_empty() {
        return admins::create_or_reset(pool, name, first).await;
    }
    if update_profile(pool, name, profile).await? {
        println!("changed: {}", RULES.username.normalize(name));
        return Ok(());
    }
    admins::create_or_reset(pool, name, first).await?;
    update_profile(pool, name, profile).await.map(drop)
}

/// Changes the profile of an admin, and returns whether there is one.
async fn update_profile(pool: &Pool, name: &str, profile: &Profile) -> Result<bool> {
    let mut connection = storage::get(pool).await?;
    let account = accounts::table.filter(accounts::username.eq(RULES.username.normalize(name)));
    let changed = connection
        .transaction(async |connection| -> QueryResult<usize> {
            set_actor(connection, Actor::Command).await?;
            diesel::update(account).set(profile).execute(connection).await
        })
        .await?;
    Ok(changed > 0)
}
