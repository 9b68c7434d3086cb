//! Wrong passwords for one account, each from an address of its own: its owner signs in all the same, and lists are read
//! beside it.

use std::{sync::Arc, time::Duration};

use anyhow::{Context as _, Result, bail, ensure};
use reqwest::{Client, Response, StatusCode, header};
use serde_json::json;
use tokio::{
    task::JoinSet,
    time::{MissedTickBehavior, interval},
};

use crate::{
    addresses::{self, FORWARDED_FOR},
    load::{
        meter::{Answers, Meter},
        traffic::{Call, Traffic},
    },
    product::{DATABASE, Product},
    server::create_admin,
};

/// How many passwords are guessed a second.
const GUESSES: u32 = 100;

/// How many lists are read a second meanwhile.
pub(crate) const READS: f64 = 100.0;

/// After how many guesses the owner signs in again.
const BETWEEN: u32 = 50;

/// What a flood showed.
pub(crate) struct Flood {
    /// How lists were answered for as long without it.
    pub(crate) alone: Answers,
    /// How they were answered beside it.
    pub(crate) beside: Answers,
    /// How many guesses were compared with the password.
    pub(crate) compared: usize,
}

/// Guesses an account's password so many times; an error when its owner could not sign in meanwhile.
pub(crate) async fn flood(product: &Product, traffic: &Arc<Traffic>, guesses: u32) -> Result<Flood> {
    let password = create_admin(&product.postgres.url(DATABASE), "grace")?;
    let (client, server) = (product.client.clone(), product.server.url());
    let mut owner = Owner { login: Login { client, server }, password, mark: String::new() };
    owner.sign_in().await?;
    let (alone, _) = read_beside(traffic, guesses, owner.beside(guesses, false)).await?;
    let (beside, compared) = read_beside(traffic, guesses, owner.beside(guesses, true)).await?;
    Ok(Flood { alone, beside, compared })
}

/// How lists were answered while something else was done, and what came of that.
async fn read_beside<T>(
    traffic: &Arc<Traffic>,
    guesses: u32,
    work: impl Future<Output = Result<T>>,
) -> Result<(Answers, T)> {
    let meter = Arc::<Meter>::default();
    let time = Duration::from_secs_f64(f64::from(guesses) / f64::from(GUESSES));
    let (done, ()) = tokio::join!(work, traffic.each_at_rate(&[Call::List], READS, time, &meter));
    Ok((meter.total(), done?))
}

/// Whoever has signed in to the account before.
struct Owner {
    login: Login,
    password: String,
    /// The cookie that marks the device.
    mark: String,
}

impl Owner {
    /// Signs in by the mark of the last time.
    async fn sign_in(&mut self) -> Result<()> {
        let answer = self.login.send(&self.password, &self.mark).await?;
        ensure!(answer.status() == StatusCode::OK, "the owner was answered {}", answer.status());
        let cookie = answer.headers().get(header::SET_COOKIE).context("the device was not marked")?;
        cookie.to_str()?.split(';').next().unwrap_or_default().clone_into(&mut self.mark);
        Ok(())
    }

    /// Signs in now and then while others guess, or nobody does; how many guesses were compared with the password.
    async fn beside(&mut self, guesses: u32, is_flooded: bool) -> Result<usize> {
        let mut ticks = interval(Duration::from_secs(1) / GUESSES);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
        let mut running = JoinSet::new();
        for number in 0..guesses {
            ticks.tick().await;
            if is_flooded {
                let login = self.login.clone();
                running.spawn(async move { login.guess().await });
            }
            if number % BETWEEN == 0 {
                self.sign_in().await?;
            }
        }
        let mut compared = 0_usize;
        while let Some(guess) = running.join_next().await {
            compared = compared.saturating_add(usize::from(guess??));
        }
        // The flood is over and still counts.
        self.sign_in().await?;
        Ok(compared)
    }
}

/// Signs in to the account, each time from an address that was never there before.
#[derive(Clone)]
struct Login {
    client: Client,
    server: String,
}

impl Login {
    async fn send(&self, password: &str, mark: &str) -> Result<Response> {
        let request = self.client.post(format!("{}/api/token/", self.server)).header(header::COOKIE, mark);
        let request = request.header(FORWARDED_FOR, addresses::next().to_string());
        Ok(request.json(&json!({"username": "grace", "password": password})).send().await?)
    }

    /// Whether a guess was compared with the password.
    async fn guess(&self) -> Result<bool> {
        match self.send("not the password", "").await?.status() {
            StatusCode::UNAUTHORIZED => Ok(true),
            StatusCode::TOO_MANY_REQUESTS => Ok(false),
            other => bail!("a guess was answered {other}"),
        }
    }
}
