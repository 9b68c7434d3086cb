//! Generates load: requests as fast as they are answered, or at a fixed rate.

use crate::harness::prelude::*;

/// Concurrent connections.
pub(crate) const CONNECTIONS: usize = 16;

/// Returns the request with a number.
pub(crate) type MakeRequest = Arc<dyn Fn(u64) -> Vec<u8> + Send + Sync>;

/// Returns the same GET for every number.
pub(crate) fn repeat(path: &str, access: &str) -> MakeRequest {
    let request = get(path, access);
    Arc::new(move |_| request.clone())
}

/// Response to one request.
pub(crate) struct Timed {
    pub(crate) number: u64,
    pub(crate) status: u16,
    pub(crate) milliseconds: f64,
}

/// Sends requests over this many connections until `min_requests` were sent and `time` is over.
pub(crate) async fn answers(
    server: SocketAddr,
    connections: usize,
    min_requests: u64,
    time: Duration,
    make: &MakeRequest,
) -> Result<Vec<Timed>> {
    let (start, next, mut clients) = (Instant::now(), Arc::new(AtomicU64::new(0)), JoinSet::new());
    for _ in 0..connections {
        let mut connection = Connection::open(server).await?;
        let (make, next) = (Arc::clone(make), Arc::clone(&next));
        clients.spawn(async move {
            let mut answers = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if start.elapsed() >= time && number >= min_requests {
                    return anyhow::Ok(answers);
                }
                let sent = Instant::now();
                let status = connection.send(&make(number)).await?.status;
                answers.push(Timed { number, status, milliseconds: milliseconds(sent.elapsed()) });
            }
        });
    }
    let answers = clients.join_all().await.into_iter().collect::<Result<Vec<_>>>()?;
    Ok(answers.into_iter().flatten().collect())
}

/// Returns the requests per second of [`CONNECTIONS`] clients; another status is an error.
pub(crate) async fn rate(server: SocketAddr, status: u16, time: Duration, make: &MakeRequest) -> Result<f64> {
    let start = Instant::now();
    let answers = answers(server, CONNECTIONS, 0, time, make).await?;
    let elapsed = start.elapsed().as_secs_f64();
    for answer in &answers {
        ensure!(answer.status == status, "the server answered {}", answer.status);
    }
    Ok(f64::from(u32::try_from(answers.len())?) / elapsed)
}

/// Sends requests at a fixed rate, each over a new connection, regardless of response times. Returns the response
/// times in milliseconds; another status is an error.
pub(crate) async fn at_rate(
    server: SocketAddr,
    status: u16,
    per_second: f64,
    time: Duration,
    make: &MakeRequest,
) -> Result<Vec<f64>> {
    let mut ticks = interval(Duration::from_secs_f64(1.0 / per_second));
    let (start, mut running) = (Instant::now(), JoinSet::new());
    for number in 0.. {
        ticks.tick().await;
        if start.elapsed() >= time {
            break;
        }
        let make = Arc::clone(make);
        running.spawn(async move {
            let sent = Instant::now();
            once(server, &make(number)).await?.ensure(status)?;
            Ok(milliseconds(sent.elapsed()))
        });
    }
    running.join_all().await.into_iter().collect()
}

pub(crate) fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

pub(crate) fn percentile(percent: usize, mut results: Vec<f64>) -> f64 {
    results.sort_by(f64::total_cmp);
    results.get(results.len() * percent / 100).copied().unwrap_or_default()
}
