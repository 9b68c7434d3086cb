//! Killed servers, and outages of Postgres.

use crate::harness::prelude::*;

/// Kills and restarts the servers of a system in turn under load.
pub(crate) async fn kill_servers(
    system: impl Future<Output = Result<System>>,
    rounds: usize,
) -> Result<Balance> {
    let mut system = system.await?;
    let visitors = Visitors::start(system.address());
    for round in 0..rounds {
        visitors.ledger.more(40).await?;
        system.server(round)?.process.stop(Signal::KILL)?;
        if system.servers.len() > 1 {
            visitors.ledger.more(40).await?;
        }
        system.resume(round).await?;
    }
    system.settle(visitors).await
}

/// Stops and restarts Postgres `rounds` times while the server keeps running and a session is refreshed.
pub(crate) async fn restart_postgres(rounds: usize, signal: Signal) -> Result<Balance> {
    let mut system = System::start(&[]).await?;
    let session = system.sign_in().await?;
    let visitors = Visitors::start(system.address());
    let refreshing = tokio::spawn(refresh(session.clone(), Arc::clone(&visitors.leave)));
    for _ in 0..rounds {
        visitors.ledger.more(40).await?;
        system.postgres.stop(signal)?;
        refuses_everything(&session).await?;
        system.postgres.resume().await?;
        visitors.ledger.more(40).await?;
        system.ready().await?;
    }
    let ledger = visitors.leave().await;
    spent_tokens_end_their_session(&refreshing.await??).await?;
    system.compare(&ledger).await
}

/// Checks that every call that needs Postgres is answered with 503 in the API's error format.
async fn refuses_everything(session: &Session) -> Result<()> {
    let login = json!({"username": "ada", "password": "correct horse battery staple"});
    for (what, answer) in [
        ("a form", once(session.server, &Form::new(Kind::Contact).request()).await?),
        ("a login", session.post("/api/token/", &login).await?),
        ("a refresh", session.ask_next().await?),
        ("a list", session.get("/api/consultations").await?),
        ("a record", session.get("/api/consultations/1").await?),
        ("/readyz", session.get("/readyz").await?),
    ] {
        ensure!(answer.is_refused() && answer.status == 503, "{what} was answered {}", answer.status);
    }
    session.get("/healthz").await?.ensure(200).map(drop)
}

/// Checks that a refresh token ends its session once a token that was issued for it was used.
pub(crate) async fn spent_tokens_end_their_session(session: &Session) -> Result<()> {
    let last = session.next().await?.next().await?;
    for session in [session, &last] {
        session.ask_next().await?.ensure(401)?;
    }
    Ok(())
}

/// Refreshes a session repeatedly until `leave` is set. Like the web page, it retries with the same token until it
/// gets a response.
async fn refresh(mut session: Session, leave: Arc<AtomicBool>) -> Result<Session> {
    while !leave.load(Ordering::Relaxed) {
        if let Ok(answer) = session.ask_next().await
            && answer.status != 503
        {
            session = Session::from_answer(session.server, answer)?;
        }
        sleep(Duration::from_millis(20)).await;
    }
    Ok(session)
}
