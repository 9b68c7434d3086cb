//! Usernames as accounts are compared by.

use std::collections::HashMap;

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
            "the admins {first:?} and {second:?} differ by case alone: rename one of them with \
             `agency-server admin {second} --rename NAME`"
        )
    }
}

/// Returns what usernames are compared by: NFC, in lower case, with one form of sigma.
pub(crate) fn username_key(username: &str) -> String {
    let lower = username.nfc().collect::<String>().to_lowercase();
    // A sigma has a form of its own at the end of a word, and dots within a name end none. A letter in lower case can
    // compose with its marks where the capital does not.
    lower.replace('ς', "σ").nfc().collect()
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization as _;

    use super::username_key;

    #[test]
    fn key_ignores_case_and_composition() {
        for spelled in [
            "Zoé.Ångström",
            "zoe\u{301}.a\u{30a}ngstro\u{308}m",
            "ZOÉ.ÅNGSTRÖM",
            "ZOE\u{301}.\u{212b}NGSTRÖM",
        ] {
            assert_eq!(username_key(spelled), "zoé.ångström", "{spelled}");
        }
        for spelled in ["ΝΙΚΟΣ.ΠΑΠΑΣ", "Νικος.Παπας", "νικοσ.παπασ"] {
            assert_eq!(username_key(spelled), username_key("νικος.παπας"), "{spelled}");
        }
        assert_ne!(username_key("ada"), username_key("аda"));
        assert_ne!(username_key("zoe"), username_key("zoé"));
    }

    proptest! {
        #[test]
        fn key_is_the_same_for_all_spellings_of_a_name(name in "\\PC{0,12}") {
            let key = username_key(&name);
            prop_assert_eq!(username_key(&key), key.clone());
            prop_assert_eq!(username_key(&name.nfd().collect::<String>()), key.clone());
            prop_assert_eq!(username_key(&name.nfc().collect::<String>()), key);
        }
    }
}
