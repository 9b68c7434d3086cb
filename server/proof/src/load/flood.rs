//! Wrong passwords for made-up accounts, each from an address of its own, from more clients than the server hashes
//! passwords for: an account's owner signs in, changes the password and ends other sessions all the same, and lists are
//! read at the same time.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};
use reqwest::{Client, Response, StatusCode, header};
use serde_json::{Value, json};
use tokio::{
    sync::Notify,
    task::JoinSet,
    time::{MissedTickBehavior, interval, sleep, timeout},
};

use crate::{
    addresses::{self, FORWARDED_FOR},
    load::{
        meter::{Answers, Meter},
        traffic::{Call, Traffic},
    },
    product::{DATABASE, Product},
    server::create_admin,
    session::Session,
};

/// How many clients guess at the same time: more than the 64 that the server admits.
const CLIENTS: usize = 90;

/// How long a client waits after a 503 before it guesses again.
const PAUSE: Duration = Duration::from_millis(250);

/// How long the flood may take until every permit is taken.
const FULL_WITHIN: Duration = Duration::from_secs(30);

/// How many lists are read a second at the same time.
pub(crate) const READS: f64 = 100.0;

/// How often the owner signs in.
const OWNER_EVERY: Duration = Duration::from_millis(500);

/// The owner's account, and its next password.
const OWNER: &str = "grace";
const NEXT_PASSWORD: &str = "plenty of ink and paper";

/// What a flood showed.
pub(crate) struct Flood {
    /// How lists were answered for as long without it.
    pub(crate) alone: Answers,
    /// How they were answered during it.
    pub(crate) beside: Answers,
    /// How many guesses were compared with a password.
    pub(crate) compared: u64,
    /// How many guesses found every permit taken.
    pub(crate) refused: u64,
}

/// Guesses passwords for so long; an error when the owner was refused anything during it.
pub(crate) async fn flood(product: &Product, traffic: &Arc<Traffic>, time: Duration) -> Result<Flood> {
    let password = create_admin(&product.postgres.url(DATABASE), OWNER)?;
    let login = Login { client: product.client.clone(), server: product.server.url() };
    let mut owner = Owner { login: login.clone(), password, cookie: String::new() };
    let session = owner.sign_in().await?;
    let (alone, ()) = read_beside(traffic, time, owner.sign_in_for(time)).await?;
    let guesses = Guesses::start(&login);
    timeout(FULL_WITHIN, guesses.is_full.notified()).await.context("the flood took not every permit")?;
    let (beside, ()) = read_beside(traffic, time, owner.sign_in_for(time)).await?;
    owner.end_other_sessions(&session).await?;
    owner.change_password(&session).await?;
    let (compared, refused) = guesses.stop().await?;
    // The device cookie ended with the password, and nobody guessed at this account.
    owner.sign_in().await?;
    Ok(Flood { alone, beside, compared, refused })
}

/// How lists were answered while something else was done, and what came of that.
async fn read_beside<T>(
    traffic: &Arc<Traffic>,
    time: Duration,
    work: impl Future<Output = Result<T>>,
) -> Result<(Answers, T)> {
    let meter = Arc::<Meter>::default();
    let (done, ()) = tokio::join!(work, traffic.each_at_rate(&[Call::List], READS, time, &meter));
    Ok((meter.total(), done?))
}

/// Someone who has signed in to the account before.
struct Owner {
    login: Login,
    password: String,
    /// The device cookie.
    cookie: String,
}

impl Owner {
    /// Signs in with the device cookie of the last time.
    async fn sign_in(&mut self) -> Result<Session> {
        let answer = self.login.send(OWNER, &self.password, &self.cookie).await?;
        ensure!(answer.status() == StatusCode::OK, "the owner was answered {}", answer.status());
        let cookie = answer.headers().get(header::SET_COOKIE).context("the device got no cookie")?;
        cookie.to_str()?.split(';').next().unwrap_or_default().clone_into(&mut self.cookie);
        Session::read(answer).await
    }

    /// Signs in now and then for so long.
    async fn sign_in_for(&mut self, time: Duration) -> Result<()> {
        let until = Instant::now() + time;
        let mut ticks = interval(OWNER_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while Instant::now() < until {
            ticks.tick().await;
            self.sign_in().await?;
        }
        Ok(())
    }

    async fn end_other_sessions(&self, session: &Session) -> Result<()> {
        let form = json!({"current_password": self.password});
        self.change(session, "sign-ins/end-others", &form).await
    }

    async fn change_password(&mut self, session: &Session) -> Result<()> {
        let form = json!({
            "username": OWNER, "current_password": self.password, "new_password": NEXT_PASSWORD
        });
        self.change(session, "password", &form).await?;
        NEXT_PASSWORD.clone_into(&mut self.password);
        Ok(())
    }

    async fn change(&self, session: &Session, what: &str, form: &Value) -> Result<()> {
        let Login { client, server } = &self.login;
        let request = client.post(format!("{server}/api/account/{what}/")).bearer_auth(&session.access);
        let status = request.json(form).send().await?.status();
        ensure!(status == StatusCode::NO_CONTENT, "{what} was answered {status} to the owner");
        Ok(())
    }
}

/// Clients that guess passwords until they are stopped.
struct Guesses {
    clients: JoinSet<Result<()>>,
    counts: Arc<Counts>,
    /// Notified whenever a guess finds every permit taken.
    is_full: Arc<Notify>,
}

#[derive(Default)]
struct Counts {
    is_over: AtomicBool,
    made: AtomicU64,
    compared: AtomicU64,
    refused: AtomicU64,
}

impl Guesses {
    fn start(login: &Login) -> Self {
        let (counts, is_full) = (Arc::<Counts>::default(), Arc::<Notify>::default());
        let mut clients = JoinSet::new();
        for _ in 0..CLIENTS {
            let (login, counts, is_full) = (login.clone(), Arc::clone(&counts), Arc::clone(&is_full));
            clients.spawn(async move { login.guess(&counts, &is_full).await });
        }
        Self { clients, counts, is_full }
    }

    /// Returns how many guesses were compared, and how many found every permit taken.
    async fn stop(mut self) -> Result<(u64, u64)> {
        self.counts.is_over.store(true, Ordering::Relaxed);
        while let Some(client) = self.clients.join_next().await {
            client??;
        }
        let [compared, refused] = [&self.counts.compared, &self.counts.refused];
        Ok((compared.load(Ordering::Relaxed), refused.load(Ordering::Relaxed)))
    }
}

/// Signs in, each time from an address that was never there before.
#[derive(Clone)]
struct Login {
    client: Client,
    server: String,
}

impl Login {
    async fn send(&self, username: &str, password: &str, cookie: &str) -> Result<Response> {
        let request = self.client.post(format!("{}/api/token/", self.server)).header(header::COOKIE, cookie);
        let request = request.header(FORWARDED_FOR, addresses::next().to_string());
        Ok(request.json(&json!({"username": username, "password": password})).send().await?)
    }

    /// Guesses at one made-up account after the other.
    async fn guess(&self, counts: &Counts, is_full: &Notify) -> Result<()> {
        while !counts.is_over.load(Ordering::Relaxed) {
            let name = format!("nobody {}", counts.made.fetch_add(1, Ordering::Relaxed));
            match self.send(&name, "not the password", "").await?.status() {
                StatusCode::UNAUTHORIZED => drop(counts.compared.fetch_add(1, Ordering::Relaxed)),
                StatusCode::SERVICE_UNAVAILABLE => {
                    counts.refused.fetch_add(1, Ordering::Relaxed);
                    is_full.notify_one();
                    sleep(PAUSE).await;
                }
                other => bail!("a guess was answered {other}"),
            }
        }
        Ok(())
    }
}
