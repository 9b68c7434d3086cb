//! `agency-server sweep`, and the preview of deletions in `agency-server check`.

use std::fmt::Write as _;

use agency_core::{form::StoredForm, stored_forms};
use anyhow::{Result, bail, ensure};
use chrono::TimeDelta;
use diesel_async::AsyncPgConnection;

use crate::{
    background::{
        retention::{Sweep, database_clock, delete_audit_rows, find_due, needs_confirmation, sweep},
        webhook::outbox::WebhookOutbox,
    },
    config::retention::Policy,
    storage::{Pool, list_counts::count_records},
};

/// Deletes due records of every list, also after one has failed, and prints how many. Many wait, unless `is_confirmed`.
#[expect(clippy::print_stdout, reason = "the command prints the counts")]
pub(crate) async fn sweep_all(
    pool: &Pool,
    policy: &Policy,
    webhooks: Option<&WebhookOutbox>,
    is_confirmed: bool,
) -> Result<()> {
    let mut errors = Vec::new();
    for StoredForm { table, .. } in stored_forms() {
        match sweep(pool, table, policy, webhooks, is_confirmed, |_| ()).await {
            Ok(Sweep::Deleted(rows)) => println!("{table}: {rows}"),
            Ok(Sweep::Waiting(rows)) => println!(
                "{table}: 0, {rows} wait because they are more than 1,000 and a tenth of the list: \
                 confirm with `agency-server sweep --yes`"
            ),
            Ok(Sweep::Denied) => {
                bail!("this account may not delete {table}: run the command as the owner of the database")
            }
            Err(error) => errors.push(format!("{table}: {error:#}")),
        }
    }
    if let Err(error) = delete_audit_rows(pool).await {
        errors.push(format!("{error:#}"));
    }
    ensure!(errors.is_empty(), "{}", errors.join("; "));
    Ok(())
}

/// Returns a line for each list with a retention period: how many records would be deleted within a day.
pub(crate) async fn preview(connection: &mut AsyncPgConnection, policy: &Policy) -> Result<String> {
    let mut lines = String::new();
    let tomorrow = database_clock(connection).await? + TimeDelta::days(1);
    for StoredForm { table, .. } in stored_forms() {
        if !policy.lists.contains_key(table) && policy.spam.is_none() {
            continue;
        }
        let due = i64::try_from(find_due(connection, table, policy, tomorrow).await?.len())?;
        let all = count_records(connection, table, None).await?;
        write!(lines, "{table}: {due} of {all} would be deleted within a day")?;
        if needs_confirmation(due, all) {
            lines.push_str(", once confirmed with `agency-server sweep --yes`");
        }
        lines.push('\n');
    }
    Ok(lines)
}
