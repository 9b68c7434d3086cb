//! Clients that close the connection at any byte of a request or response, on every route, while visitors are served.

mod routes;

use rand::RngExt as _;
use tokio::io::AsyncReadExt as _;

use crate::faults::hang_ups::routes::{Routes, login};
use crate::harness::prelude::*;

/// Clients that leave at the same time.
const AT_ONCE: usize = 8;
/// Maximum bytes of a response that a client reads before it leaves.
const ANSWER_BYTES: usize = 1_000;
/// Maximum time until transactions end after their clients have left.
const SETTLE_TIMEOUT: Duration = Duration::from_secs(20);
/// Maximum database connections of a server: its pool, and a few for readiness and background tasks.
const CONNECTIONS: usize = 16 + 4;
/// Address of clients without a proxy.
const STORM: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 3);

const LOG_CONNECTIONS: &str = "ALTER SYSTEM SET log_connections = on";
const OPEN_WORK: &str = "(SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' \
         AND pid <> pg_backend_pid() AND xact_start IS NOT NULL) \
     + (SELECT count(*) FROM pg_locks WHERE pid <> pg_backend_pid())";

/// Moment at which a client leaves.
#[derive(Clone, Copy)]
enum LeaveAt {
    /// After this many bytes of the request.
    Request(usize),
    /// This long after the last byte of the request.
    Sent(Duration),
    /// After this many bytes of the response.
    Answer(usize),
}

impl LeaveAt {
    /// Picks a random moment during a request of `length` bytes, the wait, or the response.
    fn random(length: usize) -> Self {
        let mut random = rand::rng();
        match random.random_range(0..6) {
            0 | 1 => Self::Request(random.random_range(0..length.max(1))),
            2 => Self::Sent(Duration::ZERO),
            3 => Self::Sent(Duration::from_micros(random.random_range(0..20_000))),
            _ => Self::Answer(random.random_range(1..ANSWER_BYTES)),
        }
    }
}

/// Sends a request and leaves, gracefully or with a reset. Returns the number of response bytes read.
async fn leave(from: Ipv4Addr, server: SocketAddr, request: &[u8], moment: LeaveAt) -> Result<usize> {
    // A server without a free slot can close the connection at any time.
    let Ok(mut connection) = Connection::open_from(from, server).await else { return Ok(0) };
    let (sent, read) = match moment {
        LeaveAt::Request(bytes) => (request.get(..bytes).unwrap_or(request), 0),
        LeaveAt::Sent(_) => (request, 0),
        LeaveAt::Answer(bytes) => (request, bytes),
    };
    let _ = connection.write(sent).await;
    if let LeaveAt::Sent(wait) = moment {
        sleep(wait).await;
    }
    let mut answer = Vec::new();
    let mut wanted = (&mut connection.stream).take(u64::try_from(read)?);
    let _ = timeout(TIMEOUT, wanted.read_to_end(&mut answer)).await.context("the server is silent")?;
    if rand::random() {
        connection.stream.set_zero_linger()?;
    }
    Ok(answer.len())
}

/// Lets clients leave at random moments of every route, at every byte of a form, a login and their responses, and 1 ms
/// after a login.
///
/// # Errors
/// A visitor was refused; a transaction, lock or connection is left; or a form that was cut off and sent again is not
/// stored exactly once.
pub(crate) async fn hang_up(times: usize) -> Result<Balance> {
    let postgres = Postgres::start().await?;
    execute(&postgres.url("postgres"), LOG_CONNECTIONS).await?;
    execute(&postgres.url("postgres"), "SELECT pg_reload_conf()").await?;
    let system = System::over(postgres, &[TRUSTED]).await?;
    let server = system.address();
    let visitors = Visitors::start(Kind::ALL, server);
    let routes = Routes::discover(&system, &visitors.ledger).await?;
    let before = connections(&system.postgres);

    let (mut forms, mut requests) = (Vec::new(), Vec::new());
    for number in 0..times {
        let (bytes, form) = routes.request_for(number)?;
        let moment = LeaveAt::random(bytes.len());
        forms.extend(form);
        requests.push((Ipv4Addr::LOCALHOST, closing(&bytes), moment));
    }
    leave_all(server, requests).await?;
    let contact = Form::new(Kind::Contact);
    for bytes in [contact.request(), login()].map(|bytes| closing(&bytes)) {
        let answer = leave(Ipv4Addr::LOCALHOST, server, &bytes, LeaveAt::Answer(ANSWER_BYTES)).await?;
        let moments = (0..bytes.len()).map(LeaveAt::Request).chain((1..=answer).map(LeaveAt::Answer));
        let requests = moments.map(|moment| (Ipv4Addr::LOCALHOST, bytes.clone(), moment)).collect();
        leave_all(server, requests).await?;
    }
    forms.push(contact);
    leave_all(server, vec![(STORM, login(), LeaveAt::Sent(Duration::from_millis(1))); times]).await?;

    let ledger = visitors.leave().await;
    let until = Instant::now() + SETTLE_TIMEOUT;
    while system.postgres.query_text(OPEN_WORK).await? != "0" {
        ensure!(Instant::now() < until, "transactions or locks are left");
        sleep(Duration::from_millis(20)).await;
    }
    let made = connections(&system.postgres) - before;
    ensure!(made <= CONNECTIONS, "the server made {made} connections to the database");
    for form in &forms {
        send(form, server, &ledger).await;
    }
    let balance = system.compare(&ledger).await?.ensure_smooth()?;
    let within = balance.within.as_millis();
    Ok(balance.with_note(format!(
        "{times} clients sent requests to every route and left at a random moment, as many left 1 ms after a login, and \
         others left at every byte of a form, of a login and of their responses. Visitors opened a connection for each \
         form. None was refused, and 99 % were served within {within} ms. No transaction or lock was left, and the \
         server had opened {made} connections to the database. {} forms that were cut off were sent again and stored \
         once.",
        forms.len()
    )))
}

/// Breaks the connection in the middle of each form and at the start of its response, and sends the form again.
pub(crate) async fn cut_connections(times: usize) -> Result<Balance> {
    let system = System::start(&[TRUSTED]).await?;
    let (server, ledger) = (system.address(), Ledger::default());
    for number in 0..times {
        for &kind in Kind::ALL {
            for moment in [LeaveAt::Request(1 + number * 20), LeaveAt::Answer(1)] {
                let form = Form::new(kind);
                leave(Ipv4Addr::LOCALHOST, server, &form.request(), moment).await?;
                send(&form, server, &ledger).await;
            }
        }
    }
    system.compare(&ledger).await
}

/// Sends these requests, some at the same time, and leaves.
async fn leave_all(server: SocketAddr, requests: Vec<(Ipv4Addr, Vec<u8>, LeaveAt)>) -> Result<()> {
    let (requests, next) = (Arc::new(requests), Arc::new(AtomicUsize::new(0)));
    let mut running = JoinSet::new();
    for _ in 0..AT_ONCE {
        let (requests, next) = (Arc::clone(&requests), Arc::clone(&next));
        running.spawn(async move {
            while let Some((from, bytes, moment)) = requests.get(next.fetch_add(1, Ordering::Relaxed)) {
                leave(*from, server, bytes, *moment).await?;
            }
            anyhow::Ok(())
        });
    }
    running.join_all().await.into_iter().collect()
}

/// Returns the request with a `Connection: close` header.
fn closing(request: &[u8]) -> Vec<u8> {
    let line = request.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let (line, rest) = request.split_at(line);
    [line, b"connection: close\r\n", rest].concat()
}

/// Returns the number of database connections that the server has opened.
fn connections(postgres: &Postgres) -> usize {
    let made = |line: &&str| line.contains("connection authorized") && line.contains("agency-server");
    postgres.log().lines().filter(made).count()
}
