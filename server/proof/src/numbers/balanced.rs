//! Three instances behind HAProxy, of which some are killed or replaced.

use anyhow::{Result, ensure};

use crate::{
    balancer::Balancer,
    forms::Kind,
    ledger::Balance,
    product::{DATABASE, new_database},
    server::Server,
    visitors::Visitors,
};

const INSTANCES: usize = 3;

/// How an instance leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leave {
    /// It is killed.
    Killed,
    /// It is told to stop, as when a new version takes its place.
    Stopped,
}

/// Lets instances leave one after the other while forms are sent through the balancer; each comes back.
pub(crate) async fn replace_instances(rounds: usize, leave: Leave) -> Result<Balance> {
    let postgres = new_database().await?;
    let url = postgres.url(DATABASE);
    let mut servers = Server::start_all(INSTANCES, &url, &[("TRUSTED_PROXIES", "127.0.0.1")])?;
    let balancer = Balancer::start(&servers)?;
    let visitors = Visitors::start(8, Kind::ALL, &[balancer.url()])?;
    for round in 0..rounds {
        let Some(server) = servers.get_mut(round % INSTANCES) else { continue };
        visitors.ledger.more(40).await?;
        match leave {
            Leave::Killed => server.kill()?,
            Leave::Stopped => server.stop()?,
        }
        visitors.ledger.more(40).await?;
        ensure!(!server.is_running(), "the instance that left is still there");
        server.resume()?;
    }
    visitors.ledger.more(40).await?;
    visitors.leave().await?.settle(&postgres.url(DATABASE)).await
}
