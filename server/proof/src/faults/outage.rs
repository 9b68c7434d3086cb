//! Postgres goes away while forms are sent and sessions are kept, and comes back.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use anyhow::{Context as _, Result, ensure};
use reqwest::{Client, StatusCode};
use tokio::{task::JoinHandle, time::sleep};

use crate::{
    forms::{Form, Kind},
    ledger::Balance,
    postgres::Stop,
    product::{DATABASE, Product},
    session::Session,
    visitors::{Refusal, Visitors, refusal},
};

/// Stops Postgres in each of these ways and starts it again; the server runs on.
pub(crate) async fn restart_postgres(ways: &[Stop]) -> Result<Balance> {
    let mut product = Product::start().await?;
    let session = product.sign_in().await?;
    let keeper = Keeper::start(session.clone(), product.client.clone(), product.server.url());
    let visitors = Visitors::start(8, Kind::ALL, &[product.server.url()])?;
    for &way in ways {
        visitors.ledger.more(40).await?;
        product.postgres.stop(way)?;
        refused_meanwhile(&product, &session).await?;
        product.postgres.resume()?;
        visitors.ledger.more(40).await?;
        product.server.ready(&product.client).await?;
        ensure!(product.server.is_running(), "the server ended:\n{}", product.server.log());
    }
    let session = keeper.leave().await?;
    spent_tokens_stay_spent(&product, session).await?;
    product.settle(visitors).await
}

/// Without Postgres every call that needs it is answered 503, in the one shape, and the process lives.
async fn refused_meanwhile(product: &Product, session: &Session) -> Result<()> {
    let (client, server) = (&product.client, product.server.url());
    let login = serde_json::json!({"username": "ada", "password": "correct horse battery staple"});
    let answers = [
        ("a form", Form::new(Kind::Contact).request(client, &server).send().await?),
        ("a login", client.post(format!("{server}/api/token/")).json(&login).send().await?),
        ("a refresh", session.ask_next(client, &server).await?),
        ("a list", session.get(client, &server, "/api/consultations").await?),
        ("a record", session.get(client, &server, "/api/consultations/1").await?),
        ("/readyz", client.get(format!("{server}/readyz")).send().await?),
    ];
    for (what, answer) in answers {
        match refusal(answer).await {
            Refusal::Proper => {}
            Refusal::CutOff => anyhow::bail!("{what} was answered in half"),
            Refusal::Surprise(answer) => anyhow::bail!("{what} was answered {answer}"),
        }
    }
    let alive = client.get(format!("{server}/healthz")).send().await?;
    ensure!(alive.status() == StatusCode::OK, "/healthz answered {}", alive.status());
    Ok(())
}

/// A token that was changed for another ends the sign-in when it comes again much later.
async fn spent_tokens_stay_spent(product: &Product, session: Session) -> Result<()> {
    let (client, server) = (&product.client, product.server.url());
    let next = session.next(client, &server).await?;
    let later = "UPDATE refresh_tokens SET spent_at = spent_at - interval '1 hour'";
    product.postgres.execute(DATABASE, later).await?;
    for (what, token) in [("a spent token", &session), ("the token after it", &next)] {
        let answer = token.ask_next(client, &server).await?;
        ensure!(answer.status() == StatusCode::UNAUTHORIZED, "{what} was answered {}", answer.status());
    }
    Ok(())
}

/// An admin's page that changes its refresh token over and over.
struct Keeper {
    leave: Arc<AtomicBool>,
    task: JoinHandle<Result<Session>>,
}

impl Keeper {
    fn start(session: Session, client: Client, server: String) -> Self {
        let leave = Arc::<AtomicBool>::default();
        let task = tokio::spawn(keep(session, client, server, Arc::clone(&leave)));
        Self { leave, task }
    }

    /// The session as it is at the end.
    async fn leave(self) -> Result<Session> {
        self.leave.store(true, Ordering::Relaxed);
        self.task.await?.context("the session was lost")
    }
}

/// Repeats a refresh that was not answered with the same token, as the page does.
async fn keep(
    mut session: Session,
    client: Client,
    server: String,
    leave: Arc<AtomicBool>,
) -> Result<Session> {
    loop {
        match session.ask_next(&client, &server).await {
            Ok(answer) if answer.status() == StatusCode::OK => {
                if let Ok(next) = Session::read(answer).await {
                    session = next;
                    if leave.load(Ordering::Relaxed) {
                        return Ok(session);
                    }
                }
            }
            Ok(answer) => {
                let status = answer.status();
                ensure!(status == StatusCode::SERVICE_UNAVAILABLE, "a refresh was answered {status}");
            }
            Err(_) => {}
        }
        sleep(Duration::from_millis(20)).await;
    }
}
