//! Connection slots, limited in total and by client address.

use std::{
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use scopeguard::ScopeGuard;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;

use crate::{
    http::{client::network, serving::settings::ConnectionSettings},
    monitoring::metrics::{Metrics, Refused},
};

/// Limits connections. When there is no free slot, it evicts the client that has been idle, or has been sending a head,
/// for the longest time. It never evicts requests in progress and new connections.
pub(super) struct Slots {
    pub(super) settings: ConnectionSettings,
    pub(super) metrics: Arc<Metrics>,
    stop: CancellationToken,
    connections: Mutex<Vec<Arc<Connection>>>,
}

/// State of a connection.
struct Connection {
    /// The address that it counts for; `None` for trusted proxies.
    client: Option<IpAddr>,
    /// `None` while a request is in progress.
    waiting: Mutex<Option<Waiting>>,
    closing: CancellationToken,
}

/// Wait for the next request. Late heads are evicted before idle connections.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    /// Whether it is not the first request.
    is_idle: bool,
    since: Instant,
}

/// Marks a request as in progress until the last clone is dropped. The connection and the work hold clones, because the
/// work may outlive the connection.
pub(crate) type RequestGuard = Arc<ScopeGuard<Arc<Slot>, fn(Arc<Slot>)>>;

impl Slots {
    /// Creates the slots, all free. Their connections close when `stop` is cancelled.
    pub(super) fn new(
        settings: ConnectionSettings,
        stop: CancellationToken,
        metrics: Arc<Metrics>,
    ) -> Arc<Self> {
        Arc::new(Self { settings, metrics, stop, connections: Mutex::default() })
    }

    /// Takes a slot for a client.
    pub(super) fn acquire(self: &Arc<Self>, peer: IpAddr) -> Result<Arc<Slot>, Refused> {
        let peer = peer.to_canonical();
        let client = (!self.settings.trusted_proxies.contains(peer)).then(|| network(peer));
        let mut connections = lock(&self.connections);
        let is_own = |connection: &Arc<Connection>| connection.client == client;
        let own = connections.iter().filter(|connection| is_own(connection)).count();
        let is_share_taken = client.is_some() && own >= self.settings.max_per_address;
        let refused = if is_share_taken && !self.evict(&mut connections, is_own) {
            Some(Refused::Share)
        } else if connections.len() >= self.settings.max && !self.evict(&mut connections, |_| true) {
            Some(Refused::Full)
        } else {
            None
        };
        if let Some(reason) = refused {
            self.metrics.connections_refused(reason).inc();
            return Err(reason);
        }
        let waiting = Mutex::new(Some(Waiting { is_idle: false, since: Instant::now() }));
        let connection = Arc::new(Connection { client, waiting, closing: self.stop.child_token() });
        connections.push(Arc::clone(&connection));
        self.metrics.connections.inc();
        Ok(Arc::new(Slot { slots: Arc::clone(self), connection }))
    }

    /// Takes a slot from another client. Returns whether there was one to take.
    fn evict(&self, connections: &mut Vec<Arc<Connection>>, may: impl Fn(&Arc<Connection>) -> bool) -> bool {
        let late = Instant::now().checked_sub(self.settings.head_grace);
        let evictable = connections.iter().enumerate().filter(|(_, connection)| may(connection));
        let evictable =
            evictable.filter_map(|(index, connection)| Some(((*lock(&connection.waiting))?, index)));
        let evicted =
            evictable.filter(|(wait, _)| wait.is_idle || late.is_some_and(|late| wait.since <= late));
        let Some((Waiting { is_idle, .. }, index)) = evicted.min() else { return false };
        connections.swap_remove(index).closing.cancel();
        self.metrics.connections_evicted(if is_idle { "idle" } else { "head" }).inc();
        true
    }
}

/// Slot of a connection, free when it is dropped.
pub(crate) struct Slot {
    pub(super) slots: Arc<Slots>,
    connection: Arc<Connection>,
}

impl Slot {
    /// Marks a request as in progress.
    pub(super) fn begin_request(self: &Arc<Self>) -> RequestGuard {
        *lock(&self.connection.waiting) = None;
        Arc::new(scopeguard::guard::<_, fn(Arc<Self>)>(Arc::clone(self), |slot| {
            *lock(&slot.connection.waiting) = Some(Waiting { is_idle: true, since: Instant::now() });
        }))
    }

    /// Returns the token that is cancelled when no further request may begin: the server stops, or another client gets
    /// the slot.
    pub(super) fn closing(&self) -> &CancellationToken {
        &self.connection.closing
    }

    /// Waits until the connection must end at once: no further request may begin, and the client has had time to read the
    /// rest.
    pub(super) async fn must_end(&self) {
        self.closing().cancelled().await;
        sleep(self.slots.settings.reject).await;
        while lock(&self.connection.waiting).is_none() {
            sleep(self.slots.settings.reject).await;
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        lock(&self.slots.connections).retain(|connection| !Arc::ptr_eq(connection, &self.connection));
        self.slots.metrics.connections.dec();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
