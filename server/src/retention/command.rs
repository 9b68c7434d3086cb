//! What the commands say of records whose time is over.

use std::fmt::Write as _;

use agency_core::{form::Stored, retention::Policy, stored_forms};
use anyhow::Result;
use diesel::{QueryResult, sql_query, sql_types::BigInt};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl as _, SimpleAsyncConnection as _};

use crate::{
    lists::upkeep,
    retention::{
        Consent, Outcome,
        condition::count,
        guard::{LONGEST_PAUSE, judge},
        look::{COUNTED, look},
        sweep,
    },
    storage::{self, Pool},
};

/// Until the sweeps of the coming night.
const TONIGHT: &str = "now() + interval '24 hours'";

/// Deletes what is due, with what waits where somebody has said yes, and tells how much of each list it was.
#[expect(clippy::print_stdout, reason = "what went and what waits is what the command answers with")]
pub(crate) async fn sweep_all(pool: &Pool, policy: &Policy, yes: bool) -> Result<()> {
    let consent = if yes { Consent::Given } else { Consent::Guarded(LONGEST_PAUSE) };
    for Stored { table, .. } in stored_forms() {
        match sweep(pool, table, policy, consent).await? {
            Outcome::Deleted(rows) => println!("{table}: {rows}"),
            Outcome::Waits(rows, why) => println!(
                "{table}: 0, {} due and wait, because {why}; if they may go, say `agency-server sweep --yes`",
                at_least(rows)
            ),
            Outcome::Denied => anyhow::bail!("this account may not delete {table}"),
            Outcome::Busy => println!("{table}: 0, another sweep is at it"),
        }
    }
    // What tells the lists of the deleted rows has their names, and goes when it is counted.
    upkeep::fold(&mut *storage::get(pool).await?).await?;
    Ok(())
}

/// How many records of each list would go within a day by the settings, a line each; nothing where all are kept.
pub(crate) async fn preview(connection: &mut AsyncPgConnection, policy: &Policy) -> Result<String> {
    let mut lines = String::new();
    for Stored { table, .. } in stored_forms() {
        if !policy.lists.contains_key(table) && policy.spam.is_none() {
            continue;
        }
        let (due, rows, why) = connection
            .transaction(async |connection| -> QueryResult<_> {
                // Many rows may be counted, which takes longer than a request may.
                connection.batch_execute("SET LOCAL statement_timeout = 0").await?;
                let tonight = look(connection, table, policy, TONIGHT).await?;
                let due: i64 = sql_query(count(table, policy, TONIGHT, "ALL"))
                    .get_result::<Counted>(connection)
                    .await?
                    .count;
                Ok((due, tonight.rows, judge(&tonight, table, policy, LONGEST_PAUSE)))
            })
            .await?;
        write!(lines, "{table}: {due} of {rows} would be deleted within a day")?;
        if let Some(why) = why {
            write!(lines, ", after `agency-server sweep --yes` alone, because {why}")?;
        }
        lines.push('\n');
    }
    Ok(lines)
}

#[derive(diesel::QueryableByName)]
struct Counted {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// What is many is not counted to its end.
fn at_least(rows: i64) -> String {
    if rows > COUNTED { format!("{COUNTED} or more are") } else { format!("{rows} are") }
}
