//! Several servers: behind HAProxy, over PgBouncer, and with a failing primary.

use crate::faults::outages::spent_tokens_end_their_session;
use crate::harness::prelude::*;

/// Failed logins before further ones are refused.
const ATTEMPTS: usize = 10;
/// Migration of a later release: new columns in every table, an index, a table and a trigger.
const NEXT_RELEASE: &str = include_str!("harness/next_release.sql");

/// Replaces servers in turn while forms are sent and everything is read. The next release's migration runs halfway. No
/// request is refused.
pub(crate) async fn replace_servers(rounds: usize) -> Result<Balance> {
    let mut system = System::balanced(false).await?;
    let visitors = Visitors::start(system.address());
    visitors.ledger.more(40).await?;
    let reading = tokio::spawn(read(system.sign_in().await?, Arc::clone(&visitors.leave)));
    for round in 0..rounds {
        if round == rounds / 2 {
            system.postgres.execute(NEXT_RELEASE).await?;
        }
        visitors.ledger.more(40).await?;
        system.server(round)?.stop()?;
        visitors.ledger.more(40).await?;
        system.resume(round).await?;
    }
    let (ledger, reads) = (visitors.leave().await, reading.await??);
    let events = system.postgres.query_text("SELECT count(*) FROM submission_events").await?;
    ensure!(events != "0", "the migration's trigger wrote nothing");
    let note = format!(
        "Servers were replaced, and the migration ran halfway. {reads} pages, lists and records were read over a kept \
         connection. None was refused."
    );
    Ok(Balance { note: Some(note), ..system.compare(&ledger).await?.ensure_smooth()? })
}

/// Reads all paths in turn over a kept connection until `leave` is set. Returns the number of responses.
async fn read(session: Session, leave: Arc<AtomicBool>) -> Result<usize> {
    let newest = session.get("/api/consultations").await?.json_text("/results/0/slug")?;
    let record = format!("/api/consultations/{newest}");
    let paths =
        ["/", "/api/consultations?page=1", "/api/userinfo/", "/api/applications?sort=name_asc", &record];
    let (mut connection, mut reads) = (Connection::open(session.server).await?, 0);
    while !leave.load(Ordering::Relaxed) {
        for path in paths {
            connection.send(&get(path, &session.access)).await?.ensure(200).context(path.to_owned())?;
            reads += 1;
        }
    }
    Ok(reads)
}

/// Kills the primary's machine `rounds` times. Each time it returns as the standby. Another address of the database is
/// silent all the time.
pub(crate) async fn lose_primary(rounds: usize) -> Result<Balance> {
    let mut patroni = Patroni::start().await?;
    let mut server = Server::start(&patroni.url(), &[])?;
    server.ready().await?;
    let visitors = Visitors::start(server.address);
    for _ in 0..rounds {
        patroni.wait_for("sync").await?;
        visitors.ledger.more(40).await?;
        let primary = patroni.wait_for("primary").await?;
        patroni.node(primary)?.kill()?;
        visitors.ledger.more(40).await?;
        patroni.node(primary)?.patroni.restart()?;
    }
    server.ready().await?;
    visitors.leave().await.settle(server.address, &patroni.url()).await
}

/// Kills the pooler `rounds` times.
pub(crate) async fn kill_pooler(rounds: usize) -> Result<Balance> {
    let mut system = System::balanced(true).await?;
    let visitors = Visitors::start(system.address());
    for _ in 0..rounds {
        visitors.ledger.more(40).await?;
        system.pooler.as_mut().context("no pooler")?.kill_and_resume().await?;
    }
    system.settle(visitors).await
}

/// Checks that servers over a pooler give the same response to parallel repeats of a form, share sessions, and share
/// the count of failed logins.
pub(crate) async fn act_as_one() -> Result<String> {
    let system = System::balanced(true).await?;
    let server = system.address();
    for &kind in Kind::ALL {
        let (form, mut repeats) = (Form::new(kind), JoinSet::new());
        for _ in 0..50 {
            // Each from another address.
            let request = form.request();
            repeats.spawn(async move {
                loop {
                    let answer = once(server, &request).await?;
                    if !answer.is_refused() {
                        return answer.ensure(201);
                    }
                    sleep(Duration::from_millis(50)).await;
                }
            });
        }
        let answers = repeats.join_all().await.into_iter().map(|answer| Ok(answer?.body));
        let answers = answers.collect::<Result<BTreeSet<_>>>()?.len();
        ensure!(answers == 1, "50 repeats of a form got {answers} different answers");
    }
    let rows = system.postgres.query_text("SELECT count(*) FROM submissions").await?;
    ensure!(rows == "2", "two forms have {rows} rows");
    let session = system.sign_in().await?;
    spent_tokens_end_their_session(&session.next().await?).await?;
    let wrong = json!({"username": "ada", "password": "not the password"});
    for number in 0..ATTEMPTS + system.servers.len() {
        let answer = session.post("/api/token/", &wrong).await?;
        answer.ensure(if number < ATTEMPTS { 401 } else { 429 })?;
    }
    Ok("Three servers between HAProxy and PgBouncer gave the same response to 50 parallel repeats of a form. They \
        refreshed and ended each other's sessions. They shared the count of failed logins."
        .to_owned())
}

/// Stops Postgres under all servers. The balancer serves pages from live servers, and forms are refused in the API's
/// error format.
pub(crate) async fn serve_pages_without_database() -> Result<String> {
    let mut system = System::balanced(false).await?;
    system.postgres.stop(Signal::INT)?;
    // At first the balancer treats the servers as ready, then only as live.
    pages_are_served(&system).await?;
    system.wait_until_used("/readyz", "living/").await?;
    pages_are_served(&system).await?;
    system.postgres.resume().await?;
    system.ready().await?;
    once(system.address(), &Form::new(Kind::Contact).request()).await?.ensure(201)?;
    Ok("While Postgres was stopped, HAProxy served the site's pages from live servers. Forms were refused in the API's \
        error format."
        .to_owned())
}

async fn pages_are_served(system: &System) -> Result<()> {
    for _ in 0..50 {
        once(system.address(), &get("/", "")).await?.ensure(200)?;
        let answer = once(system.address(), &Form::new(Kind::Contact).request()).await?;
        ensure!(answer.is_refused(), "a form was answered {}", answer.status);
    }
    Ok(())
}
