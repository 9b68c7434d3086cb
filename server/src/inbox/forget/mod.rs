//! `agency-server forget`: deletes everything that was sent from an email address, for erasure requests (GDPR).

#[cfg(test)]
pub(crate) mod tests;

use agency_core::{contact, rule::TextRule, stored_forms};
use anyhow::{Result, anyhow};
use diesel::prelude::*;
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};

use crate::{
    background::webhook::outbox::{WebhookOutbox, replace_by_deletions},
    intake::search_document::email_key,
    storage::{self, Pool, functions::lift_timeouts, retrying::retrying, schema::submissions},
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
    let deleted =
        retrying(async || try_forget(&mut *storage::get(pool).await?, webhooks, &email).await).await?;
    for stored in stored_forms() {
        let rows = deleted.iter().filter(|kind| *kind == stored.table).count();
        println!("{}: {rows}", stored.table);
    }
    Ok(())
}

/// Deletes the submissions of a mailbox in a transaction, and returns their kinds.
async fn try_forget(
    connection: &mut AsyncPgConnection,
    webhooks: Option<&WebhookOutbox>,
    email: &str,
) -> Result<Vec<String>> {
    let deleting = connection.transaction(async |connection| -> QueryResult<_> {
        lift_timeouts(connection).await?;
        let ids = find_submissions(connection, email).await?;
        let deleted: Vec<(String, String)> =
            diesel::delete(submissions::table.filter(submissions::id.eq_any(ids)))
                .returning((submissions::kind, submissions::slug))
                .get_results(connection)
                .await?;
        let (kinds, slugs) = deleted.into_iter().unzip::<_, _, _, Vec<_>>();
        replace_by_deletions(connection, webhooks, &slugs).await?;
        Ok(kinds)
    });
    Ok(deleting.await?)
}

/// Finds the submissions of a mailbox, in the order of their ids.
pub(crate) async fn find_submissions(
    connection: &mut AsyncPgConnection,
    email: &str,
) -> QueryResult<Vec<i64>> {
    let of_mailbox = submissions::table.filter(submissions::email_key.eq(email_key(email)));
    of_mailbox.order(submissions::id).select(submissions::id).load(connection).await
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
