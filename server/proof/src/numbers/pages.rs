//! The site while the database is away.

use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use reqwest::{Response, StatusCode};
use tokio::time::{sleep, timeout};

use crate::{
    balancer::SERVED_BY,
    forms::{Form, Kind},
    numbers::fleet::Fleet,
    postgres::Stop,
    site::PAGE,
    visitors::{Refusal, refusal},
};

/// How long the balancer may take to learn how the instances are.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Stops Postgres below all instances: through the balancer every page is served, so many times, and every call is
/// refused in the API's own shape. Afterwards forms are stored again.
pub(crate) async fn serve_pages_without_database(times: usize) -> Result<()> {
    let mut fleet = Fleet::start().await?;
    fleet.postgres.stop(Stop::Fast)?;
    // At first the balancer still takes the instances for ready, then for living ones only.
    pages_are_served(&fleet, times).await?;
    until_served_by(&fleet, "living/").await?;
    pages_are_served(&fleet, times).await?;
    fleet.postgres.resume()?;
    until_served_by(&fleet, "ready/").await?;
    let stored = send(&fleet).await?;
    ensure!(stored.status() == StatusCode::CREATED, "a form was answered {}", stored.status());
    Ok(())
}

async fn pages_are_served(fleet: &Fleet, times: usize) -> Result<()> {
    for _ in 0..times {
        let page = fleet.client.get(format!("{}{PAGE}", fleet.url())).send().await?;
        ensure!(page.status() == StatusCode::OK, "a page was answered {}", page.status());
        ensure!(page.text().await?.contains("<title>"), "a page came in half");
        match refusal(send(fleet).await?).await {
            Refusal::Proper => {}
            Refusal::CutOff => bail!("a form was not answered by the server"),
            Refusal::Surprise(what) => bail!("a form was answered {what}"),
        }
    }
    Ok(())
}

async fn send(fleet: &Fleet) -> Result<Response> {
    Ok(Form::new(Kind::Contact).request(&fleet.client, &fleet.url()).send().await?)
}

async fn until_served_by(fleet: &Fleet, found_by: &str) -> Result<()> {
    let asking = async {
        loop {
            let answer = fleet.client.get(format!("{}/readyz", fleet.url())).send().await?;
            let name = answer.headers().get(SERVED_BY).and_then(|name| name.to_str().ok());
            if name.is_some_and(|name| name.starts_with(found_by)) {
                return anyhow::Ok(());
            }
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(TIMEOUT, asking).await.with_context(|| format!("the balancer never came to {found_by}"))?
}
