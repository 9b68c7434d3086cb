//! `agency-server forget`: deletes everything that was sent from an email address, for erasure requests (GDPR).

#[cfg(test)]
pub(crate) mod tests;

use agency_core::{contact, rule::TextRule, search::TOKENISER, stored_forms};
use anyhow::{Result, anyhow};
use diesel::prelude::*;
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};

use crate::{
    background::webhook::outbox::{WebhookOutbox, replace_by_deletions},
    intake::search_document::email_key,
    storage::{self, Pool, functions::set_config, schema::submissions},
};

/// The rules for an address.
const EMAIL: TextRule = contact::RULES.email;

/// Deletes the submissions of an address with everything that refers to them, and prints their count by type.
///
/// # Errors
///
/// The message of the rules for text that is no address.
#[expect(clippy::print_stdout, reason = "the command prints the counts")]
pub(crate) async fn forget(pool: &Pool, webhooks: Option<&WebhookOutbox>, email: &str) -> Result<()> {
    let email = accept_email(email)?;
    let mut connection = storage::get(pool).await?;
    let deleted: Vec<String> = connection
        .transaction(async |connection| -> QueryResult<_> {
            lift_timeouts(connection).await?;
            let ids = find_submissions(connection, &email).await?;
            let deleted: Vec<(String, String)> =
                diesel::delete(submissions::table.filter(submissions::id.eq_any(ids)))
                    .returning((submissions::kind, submissions::slug))
                    .get_results(connection)
                    .await?;
            let (kinds, slugs) = deleted.into_iter().unzip::<_, _, _, Vec<_>>();
            replace_by_deletions(connection, webhooks, &slugs).await?;
            Ok(kinds)
        })
        .await?;
    for stored in stored_forms() {
        let rows = deleted.iter().filter(|kind| *kind == stored.table).count();
        println!("{}: {rows}", stored.table);
    }
    Ok(())
}

/// Lets the statements of a transaction take longer than a request may: many CVs have gigabytes.
pub(crate) async fn lift_timeouts(connection: &mut AsyncPgConnection) -> QueryResult<()> {
    let settings = (set_config("statement_timeout", "0", true), set_config("lock_timeout", "0", true));
    diesel::select(settings).execute(connection).await.map(drop)
}

/// Finds the submissions of a mailbox, in the order of their ids.
///
/// Rows that are not reindexed yet can have another key, so all of those with the same part before the `@` are read, and
/// their addresses compared.
pub(crate) async fn find_submissions(
    connection: &mut AsyncPgConnection,
    email: &str,
) -> QueryResult<Vec<i64>> {
    let key = email_key(email);
    let local = key.rsplit_once('@').map_or(key.as_str(), |(local, _)| local);
    // The column compares bytes, and `A` follows `@`.
    let [first, end] = ['@', 'A'].map(|next| format!("{local}{next}"));
    let has_same_local = submissions::email_key.ge(first).and(submissions::email_key.lt(end));
    let is_outdated = submissions::words_version.lt(TOKENISER);
    let rows: Vec<(i64, String)> = submissions::table
        .filter(submissions::email_key.eq(&key).or(has_same_local.and(is_outdated)))
        .order(submissions::id)
        .select((submissions::id, submissions::email))
        .load(connection)
        .await?;
    Ok(rows.into_iter().filter(|(_, email)| email_key(email) == key).map(|(id, _)| id).collect())
}

/// Normalizes an address.
///
/// # Errors
///
/// The message of the rules for text that is no address.
pub(crate) fn accept_email(email: &str) -> Result<String> {
    let email = EMAIL.normalize(email).into_owned();
    EMAIL.check_normalized(&email).map_err(|message| anyhow!("{message}"))?;
    Ok(email)
}
