//! Two instances behind PgBouncer.

use anyhow::{Context as _, Result};
use reqwest::Client;

use crate::{
    forms::Kind,
    ledger::Balance,
    pooler::Pooler,
    postgres::Postgres,
    product::{DATABASE, new_database},
    server::{Server, create_admin},
    session::Session,
    visitors::{Visitors, client},
};

/// Two instances that share a database through a pooler.
pub(crate) struct Pair {
    // In the order in which they end.
    pub(crate) servers: [Server; 2],
    pub(crate) pooler: Pooler,
    pub(crate) postgres: Postgres,
    pub(crate) client: Client,
}

impl Pair {
    /// Starts both at once over an empty database, which both want to bring up to date.
    pub(crate) async fn start(settings: &[(&'static str, &str)]) -> Result<Self> {
        let postgres = new_database().await?;
        let pooler = Pooler::start(postgres.socket())?;
        let url = pooler.url(DATABASE);
        let settings = [&[("STATEMENT_CACHE", "off")], settings].concat();
        let servers = Server::start_all(2, &url, &settings)?;
        let servers = <[Server; 2]>::try_from(servers).ok().context("not both instances were started")?;
        let pair = Self { servers, pooler, postgres, client: client()? };
        for server in &pair.servers {
            server.ready(&pair.client).await?;
        }
        Ok(pair)
    }

    /// Where both are.
    pub(crate) fn urls(&self) -> [String; 2] {
        [self.servers[0].url(), self.servers[1].url()]
    }

    /// Creates an admin, through the pooler too, and signs in at the first instance.
    pub(crate) async fn sign_in(&self) -> Result<Session> {
        let password = create_admin(&self.pooler.url(DATABASE), "ada")?;
        Session::sign_in(&self.client, &self.servers[0].url(), "ada", &password).await
    }
}

/// Kills the pooler so many times while forms are sent to both instances.
pub(crate) async fn kill_pooler(rounds: usize) -> Result<Balance> {
    let mut pair = Pair::start(&[]).await?;
    let visitors = Visitors::start(8, Kind::ALL, &pair.urls())?;
    for _ in 0..rounds {
        visitors.ledger.more(40).await?;
        pair.pooler.kill()?;
        pair.pooler.resume()?;
    }
    visitors.ledger.more(40).await?;
    visitors.leave().await?.settle(&pair.postgres.url(DATABASE)).await
}
