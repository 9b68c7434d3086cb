//! How many may be connected, in all and from one address, and who gives way when places run short.

#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::{sync::Notify, time::Instant};

use crate::{
    http::{client::network, serve::activity::Activity},
    monitoring::metrics::{Metrics, Refused},
};

/// A bound on connections. Where it is reached, whoever is waited for gives way to whoever comes: first those who take
/// nothing of their answer or do not finish a request's head, then those who have asked for nothing more or have just
/// come; of each, the longest first. A request that is worked on is never given up for another connection.
pub(crate) struct ConnectionLimit {
    at_most: usize,
    per_address: usize,
    trusted_proxies: Arc<[IpAddr]>,
    epoch: Instant,
    metrics: Option<Arc<Metrics>>,
    places: Arc<Mutex<Places>>,
}

/// The connections that hold a place.
#[derive(Default)]
struct Places {
    next: u64,
    taken: HashMap<u64, Arc<Place>>,
    /// How many each address holds that has a share.
    shares: HashMap<IpAddr, usize>,
}

/// What is known of a connection.
struct Place {
    /// Whose share it belongs to; nobody's, where a trusted proxy connected.
    client: Option<IpAddr>,
    activity: Activity,
    evicted: Notify,
}

/// A connection's place, which is free again when the last of its guards is dropped: the connection has one, and every
/// request of it carries one in its extensions, for work that outlives the connection.
#[derive(Clone)]
pub(crate) struct ConnectionGuard(Arc<Held>);

struct Held {
    number: u64,
    place: Arc<Place>,
    places: Arc<Mutex<Places>>,
    metrics: Option<Arc<Metrics>>,
}

impl ConnectionLimit {
    /// So many in all, and so many from each address that is no trusted proxy's.
    pub(super) fn new(
        at_most: usize,
        per_address: usize,
        trusted_proxies: Arc<[IpAddr]>,
        metrics: Option<Arc<Metrics>>,
    ) -> Self {
        let places = Arc::default();
        Self { at_most, per_address, trusted_proxies, epoch: Instant::now(), metrics, places }
    }

    /// A place for a client, if need be that of somebody who is waited for.
    pub(super) fn admit(&self, peer: IpAddr, now: Instant) -> Result<ConnectionGuard, Refused> {
        let admitted = self.find_place(peer, now);
        if let (Some(metrics), Err(reason)) = (&self.metrics, &admitted) {
            metrics.connections_refused(*reason).inc();
        }
        admitted
    }

    fn find_place(&self, peer: IpAddr, now: Instant) -> Result<ConnectionGuard, Refused> {
        let peer = peer.to_canonical();
        let client = (!self.trusted_proxies.contains(&peer)).then(|| network(peer));
        let mut places = lock(&self.places);
        if let Some(client) = client
            && places.shares.get(&client).is_some_and(|&taken| taken >= self.per_address)
            && self.evict(&mut places, 1, now, |place| place.client == Some(client)) == 0
        {
            return Err(Refused::Share);
        }
        // Looking at every connection is dear where there are many: so a few are let go at a time.
        let some = (self.at_most / 64).max(1);
        if places.taken.len() >= self.at_most && self.evict(&mut places, some, now, |_| true) == 0 {
            return Err(Refused::Full);
        }
        let number = places.next;
        places.next = number.wrapping_add(1);
        let activity = Activity::new(self.epoch, now);
        let place = Arc::new(Place { client, activity, evicted: Notify::new() });
        places.taken.insert(number, Arc::clone(&place));
        if let Some(client) = client {
            let share = places.shares.entry(client).or_default();
            *share = share.saturating_add(1);
        }
        drop(places);
        if let Some(metrics) = &self.metrics {
            metrics.connections.inc();
        }
        let (places, metrics) = (Arc::clone(&self.places), self.metrics.clone());
        Ok(ConnectionGuard(Arc::new(Held { number, place, places, metrics })))
    }

    /// Ends up to so many connections of those; how many it were. Their places are free at once.
    fn evict(&self, places: &mut Places, count: usize, now: Instant, may: impl Fn(&Place) -> bool) -> usize {
        let all = places.taken.iter().filter(|(_, place)| may(place));
        let mut found = all
            .filter_map(|(&number, place)| Some((place.activity.evictable(now)?, number)))
            .collect::<Vec<_>>();
        found.sort_unstable_by_key(|&((reason, since), number)| (reason.rank(), since, number));
        found.truncate(count);
        for &((reason, _), number) in &found {
            if let Some(place) = places.free(number) {
                place.evicted.notify_one();
            }
            if let Some(metrics) = &self.metrics {
                metrics.connections_evicted(reason.name()).inc();
            }
        }
        found.len()
    }
}

impl Places {
    fn free(&mut self, number: u64) -> Option<Arc<Place>> {
        let place = self.taken.remove(&number)?;
        if let Some(client) = place.client
            && let Some(share) = self.shares.get_mut(&client)
        {
            *share = share.saturating_sub(1);
            if *share == 0 {
                self.shares.remove(&client);
            }
        }
        Some(place)
    }
}

impl ConnectionGuard {
    /// What the connection is doing.
    pub(super) fn activity(&self) -> &Activity {
        &self.0.place.activity
    }

    /// Counts that the client took nothing for too long.
    pub(super) fn stalled(&self) {
        if let Some(metrics) = &self.0.metrics {
            metrics.connections_stalled.inc();
        }
    }

    /// Waits until the place is given to somebody else.
    pub(super) async fn evicted(&self) {
        self.0.place.evicted.notified().await;
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        lock(&self.places).free(self.number);
        if let Some(metrics) = &self.metrics {
            metrics.connections.dec();
        }
    }
}

fn lock(places: &Mutex<Places>) -> MutexGuard<'_, Places> {
    places.lock().unwrap_or_else(PoisonError::into_inner)
}
