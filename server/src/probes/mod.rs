//! Endpoints for operators: `/healthz`, `/readyz` and `/metrics`.

pub(crate) mod health;

#[cfg(test)]
mod tests;

use std::{fs, sync::Arc, time::Duration};

use anyhow::{Context as _, Result};
use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use prometheus_client::{metrics::gauge::ConstGauge, registry::Registry};
use tokio::time::timeout;

use crate::{
    auth::password::Passwords,
    background::mail::queue::{self, Waiting},
    http::error::ApiError,
    monitoring::metrics::Metrics,
    storage::{self, Pool},
};

const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The time limit of a scrape's query.
const TIME_LIMIT: Duration = Duration::from_secs(2);

/// `GET /metrics`, on a listener of its own. Omits gauges from the database while it is unreachable.
pub(crate) async fn get_metrics(
    State(metrics): State<Arc<Metrics>>,
    State(pool): State<Pool>,
    State(passwords): State<Passwords>,
) -> Result<Response, ApiError> {
    let waiting = timeout(TIME_LIMIT, waiting_mails(&pool)).await.context("the database did not answer");
    let waiting = waiting
        .flatten()
        .inspect_err(|error| tracing::warn!("waiting mails could not be counted: {error:#}"));
    let text = metrics.encode_text(&scrape(&pool, &passwords, waiting.ok())).map_err(|error| {
        tracing::error!(%error, "metrics could not be written");
        ApiError::internal()
    })?;
    Ok(([(header::CONTENT_TYPE, CONTENT_TYPE)], text).into_response())
}

async fn waiting_mails(pool: &Pool) -> Result<Waiting> {
    Ok(queue::count_waiting(&mut *storage::get(pool).await?).await?)
}

/// Returns the metrics that are read at the time of the scrape.
fn scrape(pool: &Pool, passwords: &Passwords, waiting: Option<Waiting>) -> Registry {
    let mut registry = Registry::default();
    let pool = pool.status();
    let in_use = pool.size.saturating_sub(pool.available);
    let load = passwords.load();
    for (name, help, value) in [
        ("database_pool_connections_max", "Connections that the pool may open", pool.max_size),
        ("database_pool_connections", "Open connections", pool.size),
        ("database_pool_connections_in_use", "Connections in use", in_use),
        ("database_pool_waiting", "Requests that wait for a connection", pool.waiting),
        ("password_checks_running", "Passwords that are being verified", load.running),
        ("password_checks_waiting", "Passwords that wait to be verified", load.waiting),
    ] {
        registry.register(name, help, ConstGauge::new(i64::try_from(value).unwrap_or(i64::MAX)));
    }
    registry.register(
        "password_checks",
        "Passwords that were compared with a hash",
        passwords.checks.clone(),
    );
    if let Some(Waiting { mails, oldest }) = waiting {
        registry.register(
            "mails_waiting",
            "Mails that wait to be sent by any instance",
            ConstGauge::new(mails),
        );
        registry.register("mails_oldest_seconds", "Age of the oldest waiting mail", ConstGauge::new(oldest));
    }
    if let Some(bytes) = resident_memory() {
        registry.register("process_resident_memory_bytes", "Memory in use", ConstGauge::new(bytes));
    }
    registry
}

/// Returns the resident memory in bytes, as Linux reports it.
fn resident_memory() -> Option<i64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<i64>().ok()?.checked_mul(1_024)
}
