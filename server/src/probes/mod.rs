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
    auth::{password::Passwords, state::AuthState},
    background::{
        delivery::{queue, row::Transport},
        mail::outbox::MailOutbox,
        webhook::outbox::WebhookOutbox,
    },
    http::error::ApiError,
    monitoring::metrics::Metrics,
    storage::{self, Pool},
};

/// The time limit of a scrape's query.
const TIME_LIMIT: Duration = Duration::from_secs(2);

/// `GET /metrics`, on a listener of its own. Omits gauges from the database while it is unreachable, and those of what is not
/// sent.
pub(crate) async fn get_metrics(
    State(metrics): State<Arc<Metrics>>,
    State(pool): State<Pool>,
    State(auth): State<Arc<AuthState>>,
    State(mails): State<Option<Arc<MailOutbox>>>,
    State(webhooks): State<Option<Arc<WebhookOutbox>>>,
) -> Result<Response, ApiError> {
    let waiting =
        async |transport, is_sent| if is_sent { count_waiting(&pool, transport).await } else { None };
    let mails = waiting(Transport::Mail, mails.is_some()).await;
    let webhooks = waiting(Transport::Webhook, webhooks.is_some()).await;
    let text = metrics.encode_text(&scrape(&pool, &auth.passwords, mails, webhooks)).map_err(|error| {
        tracing::error!(%error, "metrics could not be written");
        ApiError::internal(error)
    })?;
    let content_type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, content_type)], text).into_response())
}

/// Counts what waits to be sent. Returns also the age of the oldest, in seconds; none while the database is unreachable.
async fn count_waiting(pool: &Pool, transport: Transport) -> Option<(i64, f64)> {
    let pool = pool.clone();
    // Runs to its end in a task of its own, so that its connection returns to the pool without a running query.
    let count =
        tokio::spawn(
            async move { Ok(queue::count_waiting(&mut *storage::get(&pool).await?, transport).await?) },
        );
    let waiting = timeout(TIME_LIMIT, count).await.context("the database did not answer");
    let (waiting, transport) = (waiting.and_then(|counted| counted?), transport.as_str());
    waiting.inspect_err(|error| tracing::warn!(transport, "what waits could not be counted: {error:#}")).ok()
}

/// Returns the metrics that are read at the time of the scrape.
fn scrape(
    pool: &Pool,
    passwords: &Passwords,
    mails: Option<(i64, f64)>,
    webhooks: Option<(i64, f64)>,
) -> Registry {
    let mut registry = Registry::default();
    let pool = pool.status();
    let in_use = pool.size.saturating_sub(pool.available);
    let count = |number: usize| i64::try_from(number).ok();
    for (name, help, value) in [
        ("database_pool_connections_max", "Connections that the pool may open", count(pool.max_size)),
        ("database_pool_connections", "Open connections", count(pool.size)),
        ("database_pool_connections_in_use", "Connections in use", count(in_use)),
        ("database_pool_waiting", "Requests that wait for a connection", count(pool.waiting)),
        ("password_checks_running", "Passwords that are being verified", count(passwords.running())),
        ("password_checks_waiting", "Passwords that wait to be verified", count(passwords.waiting())),
        ("process_resident_memory_bytes", "Memory in use", resident_memory()),
        ("mails_waiting", "Mails that wait to be sent by any instance", mails.map(|(count, _)| count)),
        (
            "webhooks_waiting",
            "Webhooks that wait to be sent by any instance",
            webhooks.map(|(count, _)| count),
        ),
    ] {
        if let Some(value) = value {
            registry.register(name, help, ConstGauge::new(value));
        }
    }
    if let Some((_, oldest)) = mails {
        registry.register("mails_oldest_seconds", "Age of the oldest waiting mail", ConstGauge::new(oldest));
    }
    if let Some((_, oldest)) = webhooks {
        let help = "Age of the oldest waiting webhook";
        registry.register("webhooks_oldest_seconds", help, ConstGauge::new(oldest));
    }
    let checks = "Passwords that were compared with a hash";
    registry.register("password_checks", checks, passwords.checks.clone());
    registry
}

/// Returns the resident memory in bytes, as Linux reports it.
fn resident_memory() -> Option<i64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<i64>().ok()?.checked_mul(1_024)
}
