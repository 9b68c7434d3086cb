//! Three instances behind HAProxy, of which some are killed or replaced.

use anyhow::{Result, ensure};

use crate::{forms::Kind, ledger::Balance, numbers::fleet::Fleet, visitors::Visitors};

/// How an instance leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leave {
    /// It is killed.
    Killed,
    /// It is told to stop, as when a new version takes its place: nobody may notice.
    Stopped,
}

/// Lets instances leave one after the other while forms are sent through the balancer; each comes back.
pub(crate) async fn replace_instances(rounds: usize, leave: Leave) -> Result<Balance> {
    let mut fleet = Fleet::start().await?;
    let visitors = Visitors::start(8, Kind::ALL, &[fleet.url()])?;
    for round in 0..rounds {
        visitors.ledger.more(40).await?;
        match leave {
            Leave::Killed => fleet.kill(round)?,
            Leave::Stopped => fleet.stop(round)?,
        }
        visitors.ledger.more(40).await?;
        fleet.resume(round).await?;
    }
    visitors.ledger.more(40).await?;
    let balance = fleet.settle(visitors).await?;
    ensure!(leave == Leave::Killed || balance.is_smooth(), "instances were replaced: {balance}");
    Ok(balance)
}
