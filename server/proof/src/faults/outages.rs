//! Killed servers, and outages of Postgres.

use crate::harness::prelude::*;

/// Kills and restarts the server `rounds` times under load.
pub(crate) async fn kill_server(rounds: usize) -> Result<Balance> {
    let mut system = System::start(&[]).await?;
    let visitors = Visitors::start(Kind::ALL, system.address());
    for _ in 0..rounds {
        visitors.ledger.more(40).await?;
        system.server(0)?.kill()?;
        system.resume(0).await?;
    }
    visitors.ledger.more(40).await?;
    system.settle(visitors).await
}

/// Stops and restarts Postgres `rounds` times while the server keeps running and a session is refreshed.
pub(crate) async fn restart_postgres(rounds: usize, how: Stop) -> Result<Balance> {
    let mut system = System::start(&[]).await?;
    let session = system.sign_in().await?;
    let leave = Arc::<AtomicBool>::default();
    let refreshing = tokio::spawn(refresh(session.clone(), Arc::clone(&leave)));
    let visitors = Visitors::start(Kind::ALL, system.address());
    for _ in 0..rounds {
        visitors.ledger.more(40).await?;
        system.postgres.stop(how)?;
        refuses_everything(&system, &session).await?;
        system.postgres.resume()?;
        visitors.ledger.more(40).await?;
        system.ready().await?;
    }
    leave.store(true, Ordering::Relaxed);
    let session = refreshing.await??;
    spent_tokens_end_their_session(&system, &session).await?;
    system.settle(visitors).await
}

/// Checks that every call that needs Postgres is answered with 503 in the API's error format.
async fn refuses_everything(system: &System, session: &Session) -> Result<()> {
    let login = json!({"username": "ada", "password": "correct horse battery staple"});
    let answers = [
        ("a form", once(system.address(), &Form::new(Kind::Contact).request()).await?),
        ("a login", session.post("/api/token/", &login).await?),
        ("a refresh", session.ask_next().await?),
        ("a list", session.get("/api/consultations").await?),
        ("a record", session.get("/api/consultations/1").await?),
        ("/readyz", session.get("/readyz").await?),
    ];
    for (what, answer) in answers {
        ensure!(
            matches!(Outcome::from_answer(&answer), Outcome::Refused),
            "{what} was answered {}",
            answer.status
        );
    }
    session.get("/healthz").await?.ensure(200).map(drop)
}

/// Checks that reusing a spent refresh token after the grace period ends the session.
pub(crate) async fn spent_tokens_end_their_session(system: &System, session: &Session) -> Result<()> {
    let next = session.next().await?;
    system.postgres.execute("UPDATE refresh_tokens SET spent_at = spent_at - interval '1 hour'").await?;
    for session in [session, &next] {
        session.ask_next().await?.ensure(401)?;
    }
    Ok(())
}

/// Refreshes a session repeatedly until `leave` is set. Like the web page, it retries with the same token until it
/// gets a response.
async fn refresh(mut session: Session, leave: Arc<AtomicBool>) -> Result<Session> {
    loop {
        if let Ok(answer) = session.ask_next().await
            && answer.status != 503
        {
            session = session.read_next(answer)?;
            if leave.load(Ordering::Relaxed) {
                return Ok(session);
            }
        }
        sleep(Duration::from_millis(20)).await;
    }
}
