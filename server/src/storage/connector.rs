//! New connections are made at a bounded pace: a database in trouble is not pushed further into it.

use std::{sync::Arc, time::Duration};

use diesel::{ConnectionError, ConnectionResult};
use diesel_async::AsyncPgConnection;
use tokio::{
    sync::{Semaphore, watch},
    time::{Instant, sleep},
};

use crate::storage::{config::DatabaseConfig, connect::establish};

/// How many connections are made at once.
const AT_ONCE: usize = 4;

/// How long a failure keeps its turn from the next attempt.
const PAUSE: Duration = Duration::from_millis(20);

/// Makes connections, a few at a time.
pub(super) struct Connector {
    config: DatabaseConfig,
    turns: Arc<Semaphore>,
    /// When the attempt that failed last was begun.
    failed: watch::Sender<Option<Instant>>,
}

impl Connector {
    /// Makes connections as the settings say.
    pub(super) fn new(config: DatabaseConfig) -> Self {
        Self { config, turns: Arc::new(Semaphore::new(AT_ONCE)), failed: watch::Sender::new(None) }
    }

    /// Connects when it is its turn. Who waits while an attempt fails that was begun later shares that failure, so that
    /// an outage is told at once, however many ask.
    pub(super) async fn connect(&self) -> ConnectionResult<AsyncPgConnection> {
        let asked = Instant::now();
        let mut failed = self.failed.subscribe();
        let shared = ConnectionError::BadConnection("another attempt has just failed".to_owned());
        let turn = tokio::select! {
            turn = Arc::clone(&self.turns).acquire_owned() => turn.map_err(|_| shared)?,
            _ = failed.wait_for(|begun| begun.is_some_and(|begun| begun >= asked)) => return Err(shared),
        };
        let begun = Instant::now();
        let connected = establish(&self.config).await;
        if connected.is_err() {
            self.failed.send_replace(Some(begun));
            tokio::spawn(async move {
                sleep(PAUSE).await;
                drop(turn);
            });
        }
        connected
    }
}
