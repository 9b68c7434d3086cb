//! Flood of wrong passwords for unknown accounts from different addresses, with more clients than password permits. An
//! owner with a device cookie can sign in, and lists are read.

use tokio::sync::watch;

use crate::harness::prelude::*;

/// Concurrent clients that guess: more than the server's 64 permits.
const CLIENTS: usize = 90;
/// Lists read per second.
const READS: f64 = 100.0;

/// Guesses passwords for `time` and returns a summary.
///
/// # Errors
/// The owner or a reader was refused, or the 99th percentile of lists took more than `lists_within` milliseconds and
/// more than twice as long as without the flood.
pub(crate) async fn flood(time: Duration, lists_within: f64) -> Result<String> {
    let system = System::start(&[TRUSTED]).await?;
    let (server, session) = (system.address(), system.sign_in().await?);
    let password = create_admin(&system.postgres.url(), "grace")?;
    let credentials = json!({"username": "grace", "password": password});
    // The device cookie of an earlier sign-in.
    let answer = once(server, &post("/api/token/", "", &credentials)).await?.ensure(200)?;
    let cookie =
        answer.header("set-cookie").and_then(|cookie| cookie.split(';').next()).context("no cookie")?;
    let lists = repeat("/api/consultations", &session.access);
    let read = async || {
        let until = Instant::now() + time;
        let owner = async {
            while Instant::now() < until {
                let sign_in = post("/api/token/", &format!("cookie: {cookie}\r\n"), &credentials);
                once(server, &sign_in).await?.ensure(200).context("the owner")?;
                sleep(Duration::from_millis(500)).await;
            }
            Ok(())
        };
        let (times, ()) = tokio::try_join!(at_rate(server, 200, READS, time, &lists), owner)?;
        anyhow::Ok(percentile(99, times))
    };
    let without = read().await?;
    // Guesses with a checked password, and guesses that found every permit taken.
    let (counts, mut clients) = (watch::Sender::new((0, 0)), JoinSet::new());
    for _ in 0..CLIENTS {
        let counts = counts.clone();
        clients.spawn(async move { guess(server, &counts).await });
    }
    wait_until("the flood gets every permit", async || Ok(counts.borrow().1 > 0)).await?;
    let during = read().await?;
    if let Some(ended) = clients.try_join_next() {
        ended??;
    }
    let (compared, refused) = *counts.borrow();
    let figures = format!("99 % of lists within {during:.1} ms; within {without:.1} ms without the flood");
    ensure!(compared > 0 && during <= lists_within.max(2.0 * without), "{figures}");
    Ok(format!(
        "The flood was {} s of wrong passwords from {CLIENTS} clients, each for another account and from another \
         address. {compared} passwords were checked, and {refused} found every permit taken. An owner with a device \
         cookie signed in twice a second. {READS:.0} lists a second were read, {figures}.",
        time.as_secs()
    ))
}

/// Guesses at one unknown account after the other, until it is aborted.
async fn guess(server: SocketAddr, counts: &watch::Sender<(usize, usize)>) -> Result<()> {
    loop {
        match once(server, &login()).await?.status {
            401 => counts.send_modify(|counts| counts.0 += 1),
            503 => {
                counts.send_modify(|counts| counts.1 += 1);
                sleep(Duration::from_millis(250)).await;
            }
            other => bail!("a guess was answered {other}"),
        }
    }
}
