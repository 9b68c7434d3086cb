//! Flood of wrong passwords for unknown accounts from different addresses, with more clients than password permits. An
//! owner with a device cookie can sign in, and lists are read.

use tokio::sync::Notify;

use crate::harness::prelude::*;

/// Concurrent clients that guess: more than the server's 64 permits.
const CLIENTS: usize = 90;
/// Pause of a client after a 503.
const PAUSE: Duration = Duration::from_millis(250);
/// Maximum time until the flood holds every permit.
const FULL_WITHIN: Duration = Duration::from_secs(30);
/// Lists read per second.
const READS: f64 = 100.0;
/// Interval between the owner's sign-ins.
const OWNER_EVERY: Duration = Duration::from_millis(500);

#[derive(Default)]
struct Counts {
    is_over: AtomicBool,
    /// Notified when a guess finds every permit taken.
    is_full: Notify,
    made: AtomicUsize,
    compared: AtomicUsize,
    refused: AtomicUsize,
}

/// Guesses passwords for `time` and returns a summary.
///
/// # Errors
/// The owner or a reader was refused, or the 99th percentile of lists took more than `lists_within` milliseconds and
/// more than twice as long as without the flood.
pub(crate) async fn flood(time: Duration, lists_within: f64) -> Result<String> {
    let system = System::start(&[TRUSTED]).await?;
    let (server, session) = (system.address(), system.sign_in().await?);
    let password = create_admin(&system.database_url(), "grace")?;
    // The device cookie of an earlier sign-in.
    let answer = sign_in(server, "grace", &password, "").await?.ensure(200)?;
    let cookie =
        answer.header("set-cookie").and_then(|cookie| cookie.split(';').next()).context("no cookie")?;
    let lists = repeat("/api/consultations", &session.access);
    let read = async || {
        let until = Instant::now() + time;
        let owner = async {
            while Instant::now() < until {
                sign_in(server, "grace", &password, cookie).await?.ensure(200).context("the owner")?;
                sleep(OWNER_EVERY).await;
            }
            Ok(())
        };
        let (times, ()) = tokio::try_join!(at_rate(server, 200, READS, time, &lists), owner)?;
        anyhow::Ok(p99(times))
    };
    let without = read().await?;
    let (counts, mut clients) = (Arc::<Counts>::default(), JoinSet::new());
    for _ in 0..CLIENTS {
        let counts = Arc::clone(&counts);
        clients.spawn(async move { guess(server, &counts).await });
    }
    timeout(FULL_WITHIN, counts.is_full.notified()).await.context("the flood did not get every permit")?;
    let during = read().await?;
    counts.is_over.store(true, Ordering::Relaxed);
    clients.join_all().await.into_iter().collect::<Result<()>>()?;
    let [compared, refused] = [&counts.compared, &counts.refused].map(|count| count.load(Ordering::Relaxed));
    let figures = format!("99 % of lists within {during:.1} ms; within {without:.1} ms without the flood");
    ensure!(compared > 0 && during <= lists_within.max(2.0 * without), "{figures}");
    Ok(format!(
        "The flood was {} s of wrong passwords from {CLIENTS} clients, each for another account and from another \
         address. {compared} passwords were checked, and {refused} found every permit taken. An owner with a device \
         cookie signed in twice a second. {READS:.0} lists a second were read, {figures}.",
        time.as_secs()
    ))
}

/// Signs in, each time from another forwarded address.
async fn sign_in(server: SocketAddr, username: &str, password: &str, cookie: &str) -> Result<Answer> {
    let form = json!({"username": username, "password": password}).to_string();
    let headers = format!("{}cookie: {cookie}\r\ncontent-type: application/json\r\n", forwarded());
    once(server, &request("POST", "/api/token/", &headers, form.as_bytes())).await
}

/// Guesses at one unknown account after the other.
async fn guess(server: SocketAddr, counts: &Counts) -> Result<()> {
    while !counts.is_over.load(Ordering::Relaxed) {
        let name = format!("nobody {}", counts.made.fetch_add(1, Ordering::Relaxed));
        match sign_in(server, &name, "not the password", "").await?.status {
            401 => drop(counts.compared.fetch_add(1, Ordering::Relaxed)),
            503 => {
                counts.refused.fetch_add(1, Ordering::Relaxed);
                counts.is_full.notify_one();
                sleep(PAUSE).await;
            }
            other => bail!("a guess was answered {other}"),
        }
    }
    Ok(())
}
