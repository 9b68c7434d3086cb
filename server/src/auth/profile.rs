//! What an admin is called, as the command gives it.

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
        account::events::{By, done_by},
        admins,
    },
    storage::{self, Pool, schema::admins as accounts},
};

/// What is given; nothing else is changed.
#[derive(Args, AsChangeset, Default)]
#[diesel(table_name = accounts)]
pub(crate) struct Profile {
    /// The first name
    #[arg(long, value_parser = accept(&FIRST_NAME))]
    pub(crate) first_name: Option<String>,
    /// The last name
    #[arg(long, value_parser = accept(&LAST_NAME))]
    pub(crate) last_name: Option<String>,
    /// The e-mail address
    #[arg(long, value_parser = accept(&EMAIL))]
    pub(crate) email: Option<String>,
}

impl Profile {
    /// Whether nothing is given.
    pub(crate) const fn is_empty(&self) -> bool {
        self.first_name.is_none() && self.last_name.is_none() && self.email.is_none()
    }
}

/// Reads an option as its rule does.
fn accept(rule: &'static TextRule) -> impl Fn(&str) -> Result<String> + Clone {
    |text| {
        let text = rule.normalize(text);
        rule.check_normalized(&text).map_err(|message| anyhow!("{message}"))?;
        Ok(text.into_owned())
    }
}

/// Creates an admin with what is given, or gives it to one who is there, whose password stays then. Without
/// anything given, an admin who is there gets a new password.
#[expect(clippy::print_stdout, reason = "who was changed is what the command answers with")]
pub(crate) async fn create_or_change(pool: &Pool, name: &str, profile: &Profile, first: bool) -> Result<()> {
    if profile.is_empty() {
        return admins::create_or_reset(pool, name, first).await;
    }
    if update(pool, name, profile).await? {
        println!("changed: {}", RULES.username.normalize(name));
        return Ok(());
    }
    admins::create_or_reset(pool, name, first).await?;
    update(pool, name, profile).await.map(drop)
}

/// Gives an admin what is given; false when there is no such admin.
async fn update(pool: &Pool, name: &str, profile: &Profile) -> Result<bool> {
    let mut connection = storage::get(pool).await?;
    let account = accounts::table.filter(accounts::username.eq(RULES.username.normalize(name)));
    let changed = connection
        .transaction(async |connection| -> QueryResult<usize> {
            done_by(connection, By::Command).await?;
            diesel::update(account).set(profile).execute(connection).await
        })
        .await?;
    Ok(changed > 0)
}
