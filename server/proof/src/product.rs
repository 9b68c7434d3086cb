//! The product at work: a Postgres and a server over it.

use anyhow::Result;
use reqwest::Client;

use crate::{
    inbox::Inbox,
    ledger::Balance,
    postgres::Postgres,
    server::{Server, create_admin},
    session::Session,
    visitors::{Visitors, client},
};

/// The database of all proofs.
pub(crate) const DATABASE: &str = "agency";

/// A server over a Postgres of its own.
pub(crate) struct Product {
    // Ends before its Postgres does.
    pub(crate) server: Server,
    pub(crate) postgres: Postgres,
    pub(crate) client: Client,
}

impl Product {
    /// Starts both.
    pub(crate) async fn start() -> Result<Self> {
        Self::over(new_database().await?).await
    }

    /// Starts a server over a Postgres.
    pub(crate) async fn over(postgres: Postgres) -> Result<Self> {
        Self::with(postgres, &[]).await
    }

    /// Starts a server over a Postgres, with these settings.
    pub(crate) async fn with(postgres: Postgres, settings: &[(&'static str, &str)]) -> Result<Self> {
        let server = Server::start(&postgres.url(DATABASE), settings)?;
        let client = client()?;
        server.ready(&client).await?;
        Ok(Self { server, postgres, client })
    }

    /// Creates an admin and signs in.
    pub(crate) async fn sign_in(&self) -> Result<Session> {
        let password = create_admin(&self.postgres.url(DATABASE), "ada")?;
        Session::sign_in(&self.client, &self.server.url(), "ada", &password).await
    }

    /// What its API says.
    pub(crate) fn inbox(&self) -> Inbox<'_> {
        Inbox { client: &self.client, server: self.server.url(), database_url: self.postgres.url(DATABASE) }
    }

    /// Sends everybody home and compares their answers with the API and with the rows.
    pub(crate) async fn settle(&self, visitors: Visitors) -> Result<Balance> {
        visitors.leave().await?.settle_with(&self.inbox()).await
    }
}

/// A Postgres with an empty database.
pub(crate) async fn new_database() -> Result<Postgres> {
    let postgres = Postgres::start()?;
    postgres.execute("postgres", &format!("CREATE DATABASE {DATABASE}")).await?;
    Ok(postgres)
}
