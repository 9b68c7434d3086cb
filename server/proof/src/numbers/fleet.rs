//! Three instances behind HAProxy, over one Postgres.

use anyhow::{Context as _, Result, ensure};
use reqwest::Client;

use crate::{
    addresses::TRUSTED,
    balancer::Balancer,
    inbox::Inbox,
    ledger::Balance,
    postgres::Postgres,
    product::{DATABASE, new_database},
    server::{Server, create_admin},
    session::Session,
    site::Site,
    visitors::{Visitors, client},
};

/// How many instances there are.
pub(crate) const INSTANCES: usize = 3;

/// The instances and what they need.
pub(crate) struct Fleet {
    // In the order in which they end.
    balancer: Balancer,
    servers: Vec<Server>,
    pub(crate) postgres: Postgres,
    pub(crate) client: Client,
    _site: Site,
}

impl Fleet {
    /// Starts all, until the balancer knows them.
    pub(crate) async fn start() -> Result<Self> {
        let (postgres, site) = (new_database().await?, Site::new()?);
        let web_root = site.web_root();
        let settings = [TRUSTED, ("WEB_ROOT", &*web_root)];
        let servers = Server::start_all(INSTANCES, &postgres.url(DATABASE), &settings)?;
        let balancer = Balancer::start(&servers)?;
        let fleet = Self { balancer, servers, postgres, client: client()?, _site: site };
        fleet.balancer.knows_all(&fleet.client, INSTANCES).await?;
        Ok(fleet)
    }

    /// Where the site is.
    pub(crate) fn url(&self) -> String {
        self.balancer.url()
    }

    /// Creates an admin and signs in.
    pub(crate) async fn sign_in(&self) -> Result<Session> {
        let password = create_admin(&self.postgres.url(DATABASE), "ada")?;
        Session::sign_in(&self.client, &self.url(), "ada", &password).await
    }

    /// Kills an instance, as a crash would.
    pub(crate) fn kill(&mut self, number: usize) -> Result<()> {
        self.server(number)?.kill()
    }

    /// Tells an instance to stop and waits until it has.
    pub(crate) fn stop(&mut self, number: usize) -> Result<()> {
        self.server(number)?.stop()
    }

    /// Brings back the instance that left, until the balancer knows it.
    pub(crate) async fn resume(&mut self, number: usize) -> Result<()> {
        let server = self.server(number)?;
        ensure!(!server.is_running(), "the instance that left is still there");
        server.resume()?;
        self.balancer.knows_all(&self.client, INSTANCES).await
    }

    /// Whether every instance is ready, asked without the balancer.
    pub(crate) async fn is_ready(&self) -> Result<bool> {
        for server in &self.servers {
            let answer = self.client.get(format!("{}/readyz", server.url())).send().await?;
            if !answer.status().is_success() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Sends everybody home and compares their answers with the API and with the rows.
    pub(crate) async fn settle(&self, visitors: Visitors) -> Result<Balance> {
        let (server, database_url) = (self.url(), self.postgres.url(DATABASE));
        visitors.leave().await?.settle_with(&Inbox { client: &self.client, server, database_url }).await
    }

    fn server(&mut self, number: usize) -> Result<&mut Server> {
        self.servers.get_mut(number % INSTANCES).context("there are no instances")
    }
}
