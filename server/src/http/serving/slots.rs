//! Connection slots, limited in total and by client address.

use std::{
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    sync::watch,
    time::{Instant, sleep},
};
use tokio_util::sync::CancellationToken;

use crate::{
    http::{client::network, serving::settings::ConnectionSettings},
    monitoring::metrics::{Metrics, Refused},
};

/// Limits connections. When there is no free slot, it evicts the client that has been idle, or has been sending a head,
/// for the longest time. It never evicts requests in progress and new connections.
pub(super) struct Slots {
    settings: ConnectionSettings,
    stop: CancellationToken,
    metrics: Option<Arc<Metrics>>,
    connections: Arc<Mutex<Vec<Arc<Connection>>>>,
}

/// State of a connection.
struct Connection {
    /// The address that it counts for; `None` for trusted proxies.
    client: Option<IpAddr>,
    waiting: Mutex<Option<Waiting>>,
    /// Whether the client does not read.
    is_blocked: watch::Sender<bool>,
    evicted: CancellationToken,
}

/// Wait for the next request.
#[derive(Clone, Copy)]
struct Waiting {
    since: Instant,
    /// Whether it is not the first request.
    is_idle: bool,
}

impl Slots {
    /// Creates the slots, all free.
    pub(super) fn new(
        settings: &ConnectionSettings,
        stop: CancellationToken,
        metrics: Option<Arc<Metrics>>,
    ) -> Self {
        Self { settings: settings.clone(), stop, metrics, connections: Arc::default() }
    }

    /// Takes a slot for a client.
    pub(super) fn acquire(&self, peer: IpAddr) -> Result<Slot, Refused> {
        let slot = self.find_slot(peer.to_canonical());
        if let Some(metrics) = &self.metrics {
            match &slot {
                Ok(_) => drop(metrics.connections.inc()),
                Err(reason) => drop(metrics.connections_refused(*reason).inc()),
            }
        }
        slot
    }

    fn find_slot(&self, peer: IpAddr) -> Result<Slot, Refused> {
        let client = (!self.settings.trusted_proxies.contains(peer)).then(|| network(peer));
        let mut connections = lock(&self.connections);
        let is_own = |connection: &Connection| connection.client == client;
        let of_client = || connections.iter().filter(|connection| is_own(connection)).count();
        if client.is_some() && of_client() >= self.settings.max_per_address {
            self.evict(&mut connections, is_own).ok_or(Refused::Share)?;
        }
        if connections.len() >= self.settings.max {
            self.evict(&mut connections, |_| true).ok_or(Refused::Full)?;
        }
        let connection = Arc::new(Connection {
            client,
            waiting: Mutex::new(Some(Waiting { since: Instant::now(), is_idle: false })),
            is_blocked: watch::Sender::new(false),
            evicted: CancellationToken::new(),
        });
        connections.push(Arc::clone(&connection));
        drop(connections);
        let (connections, metrics) = (Arc::clone(&self.connections), self.metrics.clone());
        Ok(Slot(Arc::new(Held { connection, connections, metrics, stop: self.stop.clone() })))
    }

    fn evict(&self, connections: &mut Vec<Arc<Connection>>, may: impl Fn(&Connection) -> bool) -> Option<()> {
        let late = Instant::now().checked_sub(self.settings.head_grace);
        let evictable = connections.iter().enumerate().filter(|(_, connection)| may(connection));
        let evictable = evictable.filter_map(|(index, connection)| {
            let Waiting { since, is_idle } = (*lock(&connection.waiting))?;
            (is_idle || late.is_some_and(|late| since <= late)).then_some((is_idle, since, index))
        });
        let (is_idle, _, index) = evictable.min()?;
        connections.swap_remove(index).evicted.cancel();
        if let Some(metrics) = &self.metrics {
            metrics.connections_evicted(if is_idle { "idle" } else { "head" }).inc();
        }
        Some(())
    }
}

/// Slot of a connection. Dropping the last clone frees it.
#[derive(Clone)]
pub(super) struct Slot(Arc<Held>);

struct Held {
    connection: Arc<Connection>,
    connections: Arc<Mutex<Vec<Arc<Connection>>>>,
    metrics: Option<Arc<Metrics>>,
    stop: CancellationToken,
}

impl Slot {
    /// Marks a request as in progress until the last clone of the guard is dropped. The connection and the work hold
    /// clones, because the work may outlive the connection.
    pub(super) fn begin_request(&self) -> RequestGuard {
        *lock(&self.0.connection.waiting) = None;
        RequestGuard(Arc::new(InProgress(self.clone())))
    }

    /// Waits until the time for the head of the first request is over, if it has not been received.
    pub(super) async fn late_for_first_head(&self, limit: Duration) {
        sleep(limit).await;
        let is_new = lock(&self.0.connection.waiting).is_some_and(|waiting| !waiting.is_idle);
        if !is_new {
            std::future::pending::<()>().await;
        }
    }

    /// Marks whether the client does not read.
    pub(super) fn set_blocked(&self, is_blocked: bool) {
        self.0.connection.is_blocked.send_if_modified(|was| std::mem::replace(was, is_blocked) != is_blocked);
    }

    /// Waits until the client has read everything that was sent.
    pub(super) async fn unblocked(&self) {
        let is_blocked = &self.0.connection.is_blocked;
        if *is_blocked.borrow() {
            let _ = is_blocked.subscribe().wait_for(|is_blocked| !is_blocked).await;
        }
    }

    /// Counts a client that was too slow to read its response.
    pub(super) fn count_stalled(&self) {
        if let Some(metrics) = &self.0.metrics {
            metrics.connections_stalled.inc();
        }
    }

    /// Waits until another client gets the slot.
    pub(super) async fn evicted(&self) {
        self.0.connection.evicted.cancelled().await;
    }

    /// Waits for this long after the server has begun to stop.
    pub(super) async fn stopped(&self, delay: Duration) {
        self.0.stop.cancelled().await;
        sleep(delay).await;
    }

    /// Waits until no further request may begin.
    pub(super) async fn closing(&self) {
        tokio::select! {
            () = self.0.stop.cancelled() => {}
            () = self.evicted() => {}
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        lock(&self.connections).retain(|connection| !Arc::ptr_eq(connection, &self.connection));
        if let Some(metrics) = &self.metrics {
            metrics.connections.dec();
        }
    }
}

/// Guard of a request in progress, in the extensions of the request.
#[derive(Clone)]
pub(crate) struct RequestGuard(#[expect(dead_code, reason = "held until it is dropped")] Arc<InProgress>);

struct InProgress(Slot);

impl Drop for InProgress {
    fn drop(&mut self) {
        *lock(&self.0.0.connection.waiting) = Some(Waiting { since: Instant::now(), is_idle: true });
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
