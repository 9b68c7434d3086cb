//! `/healthz` and `/readyz`.

use std::sync::Arc;

use agency_core::messages::server as say;
use anyhow::{Context as _, Result};
use axum::{Json, extract::State, http::StatusCode};
use diesel_async::AsyncPgConnection;
use serde::Serialize;
use tokio::{
    sync::Mutex,
    time::{Instant, timeout},
};
use tokio_util::sync::CancellationToken;

use crate::{
    background::supervisor::Tasks,
    config::database::DatabaseConfig,
    http::error::ApiError,
    storage::{
        connect,
        migrations::{self, Schema},
    },
};

/// The state of the server.
#[derive(Serialize)]
pub(crate) struct HealthResponse {
    status: &'static str,
    /// Background tasks that keep failing. The server is ready nonetheless: it accepts forms.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    failing_tasks: Vec<&'static str>,
}

/// `GET /healthz`: the process runs and is not stopping.
pub(crate) async fn get_liveness(
    State(stopping): State<CancellationToken>,
) -> Result<Json<HealthResponse>, ApiError> {
    if stopping.is_cancelled() {
        return unavailable(say::STOPPING);
    }
    Ok(Json(HealthResponse { status: "alive", failing_tasks: Vec::new() }))
}

/// `GET /readyz`: the database is reachable, its schema fits this server, and the server is not stopping.
pub(crate) async fn get_readiness(
    State(readiness): State<Arc<Readiness>>,
    State(stopping): State<CancellationToken>,
    State(tasks): State<Arc<Tasks>>,
) -> Result<Json<HealthResponse>, ApiError> {
    if stopping.is_cancelled() {
        return unavailable(say::STOPPING);
    }
    match readiness.schema().await {
        Some(Schema::Current | Schema::Newer) => {
            Ok(Json(HealthResponse { status: "ready", failing_tasks: tasks.failing() }))
        }
        Some(Schema::Pending) => unavailable(say::SCHEMA_PENDING),
        Some(Schema::TooNew) => unavailable(say::SCHEMA_NEWER),
        None => Err(ApiError::unavailable()),
    }
}

const fn unavailable(message: &'static str) -> Result<Json<HealthResponse>, ApiError> {
    Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, message))
}

/// Checks the database with a connection of its own, so that it does not wait for the pool.
pub(crate) struct Readiness {
    config: DatabaseConfig,
    probe: Mutex<Probe>,
}

#[derive(Default)]
struct Probe {
    connection: Option<AsyncPgConnection>,
    started: Option<Instant>,
    schema: Option<Schema>,
}

impl Readiness {
    pub(crate) fn new(config: DatabaseConfig) -> Self {
        Self { config, probe: Mutex::default() }
    }

    /// Returns the state of the schema; none if the database is unreachable. Concurrent calls share a check.
    async fn schema(&self) -> Option<Schema> {
        let asked = Instant::now();
        let mut probe = self.probe.lock().await;
        if probe.started.is_none_or(|started| started < asked) {
            probe.started = Some(Instant::now());
            let check = timeout(self.config.timeouts.readiness, self.ask(probe.connection.take()));
            let check = check.await.context("the database did not answer in time").flatten();
            let check = check.inspect_err(|error| tracing::warn!("not ready: {error:#}")).ok();
            (probe.schema, probe.connection) = check.unzip();
        }
        probe.schema
    }

    async fn ask(&self, kept: Option<AsyncPgConnection>) -> Result<(Schema, AsyncPgConnection)> {
        if let Some(mut connection) = kept
            && let Ok(schema) = migrations::schema(&mut connection).await
        {
            return Ok((schema, connection));
        }
        let mut connection = connect::establish(&self.config).await?;
        Ok((migrations::schema(&mut connection).await?, connection))
    }
}
