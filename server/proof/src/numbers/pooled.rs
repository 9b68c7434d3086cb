//! Three instances between HAProxy and PgBouncer.

use anyhow::Result;
use reqwest::Client;

use crate::{
    addresses::TRUSTED,
    balancer::Balancer,
    forms::Kind,
    inbox::Inbox,
    ledger::Balance,
    pooler::Pooler,
    postgres::Postgres,
    product::{DATABASE, new_database},
    server::{Server, create_admin},
    session::Session,
    visitors::{Visitors, client},
};

const INSTANCES: usize = 3;

/// Instances that share a database through a pooler. A balancer hands each request to the next one of them.
pub(crate) struct Cluster {
    // In the order in which they end.
    balancer: Balancer,
    pub(crate) servers: Vec<Server>,
    pub(crate) pooler: Pooler,
    pub(crate) postgres: Postgres,
    pub(crate) client: Client,
}

impl Cluster {
    /// Starts all at once over an empty database, which all want to bring up to date.
    pub(crate) async fn start() -> Result<Self> {
        let postgres = new_database().await?;
        let pooler = Pooler::start(postgres.socket())?;
        let url = pooler.url(DATABASE);
        let servers = Server::start_all(INSTANCES, &url, &[TRUSTED, ("STATEMENT_CACHE", "off")])?;
        let balancer = Balancer::start(&servers)?;
        let cluster = Self { balancer, servers, pooler, postgres, client: client()? };
        cluster.ready().await?;
        Ok(cluster)
    }

    /// Waits until all can work, and the balancer knows it.
    pub(crate) async fn ready(&self) -> Result<()> {
        for server in &self.servers {
            server.ready(&self.client).await?;
        }
        self.balancer.knows_all(&self.client, self.servers.len()).await
    }

    /// Where all of them are.
    pub(crate) fn url(&self) -> String {
        self.balancer.url()
    }

    /// Creates an admin, through the pooler too, and signs in.
    pub(crate) async fn sign_in(&self) -> Result<Session> {
        let password = create_admin(&self.pooler.url(DATABASE), "ada")?;
        Session::sign_in(&self.client, &self.url(), "ada", &password).await
    }
}

/// Kills the pooler so many times while forms are sent.
pub(crate) async fn kill_pooler(rounds: usize) -> Result<Balance> {
    let mut cluster = Cluster::start().await?;
    let visitors = Visitors::start(8, Kind::ALL, &[cluster.url()])?;
    for _ in 0..rounds {
        visitors.ledger.more(40).await?;
        cluster.pooler.kill()?;
        cluster.pooler.resume()?;
    }
    visitors.ledger.more(40).await?;
    let (server, database_url) = (cluster.url(), cluster.postgres.url(DATABASE));
    visitors.leave().await?.settle_with(&Inbox { client: &cluster.client, server, database_url }).await
}
