//! Connections of clients: accepted, limited, served, ended.

mod activity;
mod close;
pub(crate) mod connections;
mod http1;
pub(crate) mod limit;
mod reject;
pub(crate) mod settings;
mod socket;
mod stream;

#[cfg(test)]
mod places_tests;
#[cfg(test)]
mod taking_tests;
#[cfg(test)]
mod tests;

use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use crate::http::{run_to_end::Requests, serve::connections::Listening};

/// Stops to accept and waits for what is in flight, also for those who left; whether all of it ended in time.
pub(crate) async fn finish(serving: Listening, requests: &Requests, time_limit: Duration) -> bool {
    let until = Instant::now() + time_limit;
    let answered = serving.finish(time_limit).await;
    timeout_at(until, requests.ended()).await.is_ok() && answered
}
