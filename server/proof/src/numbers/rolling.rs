//! A release comes while everybody works: its migration is carried out below three instances of the release before,
//! which are then replaced one by one.

use anyhow::{Result, ensure};

use crate::{
    forms::Kind, ledger::Balance, numbers::fleet::Fleet, product::DATABASE, readers::Readers,
    visitors::Visitors,
};

/// The migration: every table gets a column, one an index and a trigger.
const NEXT_RELEASE: &str = include_str!("next_release.sql");

/// What the migration's own trigger wrote.
const EVENTS: &str = "SELECT 1 FROM submission_events LIMIT 1";

/// Carries the migration out and replaces so many instances in turn, while forms are sent and lists and pages are read.
/// Nobody is refused or left without an answer. How many pages, lists and records were read.
pub(crate) async fn replace_over_migration(rounds: usize) -> Result<(Balance, u64)> {
    let mut fleet = Fleet::start().await?;
    let visitors = Visitors::start(8, Kind::ALL, &[fleet.url()])?;
    visitors.ledger.more(80).await?;
    let readers = Readers::start(4, &fleet.url(), &fleet.sign_in().await?).await?;
    visitors.ledger.more(40).await?;
    fleet.postgres.execute(DATABASE, NEXT_RELEASE).await?;
    for round in 0..rounds {
        visitors.ledger.more(40).await?;
        ensure!(fleet.is_ready().await?, "an instance does not work with the schema of the next release");
        fleet.stop(round)?;
        visitors.ledger.more(40).await?;
        fleet.resume(round).await?;
    }
    visitors.ledger.more(40).await?;
    let reads = readers.leave().await?;
    let balance = fleet.settle(visitors).await?;
    ensure!(balance.is_smooth(), "instances were replaced over a migration: {balance}");
    ensure!(!fleet.postgres.query(DATABASE, EVENTS).await?.is_empty(), "the migration changed nothing");
    Ok((balance, reads))
}
