//! `agency-server forget`: deletes everything that was sent from an email address, for erasure requests (GDPR).

#[cfg(test)]
pub(crate) mod tests;

use agency_core::{contact, rule::TextRule, stored_forms};
use anyhow::{Result, anyhow};
use diesel::prelude::*;
use diesel_async::{AsyncConnection as _, RunQueryDsl, SimpleAsyncConnection as _};

use crate::{
    intake::search_document::email_key,
    storage::{self, Pool, schema::submissions},
};

/// The rules for an address.
const EMAIL: TextRule = contact::RULES.email;

/// Deletes the submissions of an address with everything that refers to them, and prints their count by type.
///
/// # Errors
///
/// The message of the rules for text that is no address.
#[expect(clippy::print_stdout, reason = "the command prints the counts")]
pub(crate) async fn forget(pool: &Pool, email: &str) -> Result<()> {
    let email = accept_email(email)?;
    let mut connection = storage::get(pool).await?;
    let deleted: Vec<String> = connection
        .transaction(async |connection| -> QueryResult<_> {
            // Deleting many CVs can take longer than a request may.
            connection.batch_execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0").await?;
            diesel::delete(submissions::table.filter(submissions::email_key.eq(email_key(&email))))
                .returning(submissions::kind)
                .get_results(connection)
                .await
        })
        .await?;
    for stored in stored_forms() {
        let rows = deleted.iter().filter(|kind| *kind == stored.table).count();
        println!("{}: {rows}", stored.table);
    }
    Ok(())
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
