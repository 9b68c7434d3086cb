//! The machine of the primary is lost, and a synchronous standby takes its place.

use anyhow::Result;

use crate::{
    forms::Kind,
    inbox::Inbox,
    ledger::Balance,
    patroni::Patroni,
    product::DATABASE,
    server::Server,
    visitors::{Visitors, client},
};

/// Kills the primary while forms are sent, so many times; the one that was killed comes back as the standby.
pub(crate) async fn lose_primary(rounds: usize) -> Result<Balance> {
    let mut patroni = Patroni::start().await?;
    let primary = patroni.primary().await?;
    crate::postgres::execute(&primary.url("postgres"), &format!("CREATE DATABASE {DATABASE}")).await?;
    let server = Server::start(&patroni.url(DATABASE), &[])?;
    server.ready(&client()?).await?;
    let visitors = Visitors::start(8, Kind::ALL, &[server.url()])?;
    for round in 0..rounds {
        patroni.has_synchronous_standby().await?;
        visitors.ledger.more(40).await?;
        patroni.kill_primary().await?;
        visitors.ledger.more(40).await?;
        if round.saturating_add(1) < rounds {
            patroni.resume_killed()?;
        }
    }
    let ledger = visitors.leave().await?;
    let primary = patroni.primary().await?;
    let database_url = primary.url(DATABASE);
    ledger.settle_with(&Inbox { client: &client()?, server: server.url(), database_url }).await
}
