//! Usernames as accounts are compared by.

use std::collections::HashMap;

use agency_core::admin;
use anyhow::Result;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use unicode_normalization::UnicodeNormalization as _;

use crate::storage::schema::admins;

/// Two accounts with the same key, so that a person could not name one of them when signing in.
#[derive(Debug)]
pub(crate) struct SameUsernames(String, String);

impl std::error::Error for SameUsernames {}

impl std::fmt::Display for SameUsernames {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self(first, second) = self;
        write!(
            formatter,
            "the admins {first:?} and {second:?} are the same name at the sign-in: rename one of them with \
             `agency-server admin {second} --rename NAME`"
        )
    }
}

/// Returns what usernames are compared by.
pub(crate) fn username_key(username: &str) -> String {
    admin::username_key(username, |text| text.nfc().collect())
}

/// Stores the key of each account that has another one.
///
/// # Errors
///
/// [`SameUsernames`] if two accounts have the same key.
pub(crate) async fn store_username_keys(connection: &mut AsyncPgConnection) -> Result<()> {
    let accounts: Vec<(i64, String, Option<String>)> = admins::table
        .order(admins::id)
        .select((admins::id, admins::username, admins::username_key))
        .load(connection)
        .await?;
    let mut names = HashMap::new();
    for (id, username, stored) in accounts {
        let key = username_key(&username);
        if stored.as_ref() != Some(&key) {
            let set = diesel::update(admins::table.find(id)).set(admins::username_key.eq(&key));
            set.execute(connection).await?;
        }
        if let Some(other) = names.insert(key, username.clone()) {
            return Err(SameUsernames(other, username).into());
        }
    }
    Ok(())
}
