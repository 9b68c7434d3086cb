//! Whether the process lives, and whether it can work.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use agency_core::messages::server as say;
use anyhow::{Context as _, Result};
use axum::{Json, extract::State, http::StatusCode};
use diesel_async::AsyncPgConnection;
use serde::Serialize;
use tokio::{
    sync::Mutex,
    time::{Instant, timeout},
};

use crate::{
    http::error::ApiError,
    storage::{
        config::DatabaseConfig,
        connect,
        migrations::{self, Schema},
    },
};

/// How the server is.
#[derive(Serialize)]
pub(crate) struct HealthResponse {
    status: &'static str,
}

/// `GET /healthz`: the process lives and is not stopping, so it may be asked for all that needs no database.
pub(crate) async fn get_liveness(
    State(readiness): State<Arc<Readiness>>,
) -> Result<Json<HealthResponse>, ApiError> {
    if readiness.is_stopping() {
        return refused(say::STOPPING);
    }
    Ok(Json(HealthResponse { status: "alive" }))
}

/// `GET /readyz`: the database answers with a schema that the server works with, and the server is not stopping.
pub(crate) async fn get_readiness(
    State(readiness): State<Arc<Readiness>>,
) -> Result<Json<HealthResponse>, ApiError> {
    if readiness.is_stopping() {
        return refused(say::STOPPING);
    }
    match readiness.schema().await {
        Some(Schema::Current | Schema::Newer) => Ok(Json(HealthResponse { status: "ready" })),
        Some(Schema::Pending) => refused(say::SCHEMA_PENDING),
        Some(Schema::TooNew) => refused(say::SCHEMA_NEWER),
        None => Err(ApiError::unavailable()),
    }
}

const fn refused(message: &'static str) -> Result<Json<HealthResponse>, ApiError> {
    Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, message))
}

/// Asks the database by a connection of its own, so that the answer comes also while all others are in use.
pub(crate) struct Readiness {
    config: DatabaseConfig,
    stopping: AtomicBool,
    probe: Mutex<Probe>,
}

#[derive(Default)]
struct Probe {
    connection: Option<AsyncPgConnection>,
    last: Option<(Instant, Option<Schema>)>,
}

impl Readiness {
    /// Of the database with these settings.
    pub(crate) fn new(config: DatabaseConfig) -> Self {
        Self { config, stopping: AtomicBool::new(false), probe: Mutex::default() }
    }

    /// From now on the server is not ready.
    pub(crate) fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    /// Whether the server was told to stop.
    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// How the schema stands; none when the database does not answer. Who asks at the same time shares an answer.
    async fn schema(&self) -> Option<Schema> {
        let asked = Instant::now();
        let mut probe = self.probe.lock().await;
        if let Some((started, answer)) = probe.last
            && started >= asked
        {
            return answer;
        }
        let started = Instant::now();
        let answer = timeout(self.config.timeouts.readiness, self.ask(probe.connection.take())).await;
        let answer = answer.context("the database did not answer in time").flatten();
        let schema = match answer {
            Ok((schema, connection)) => {
                probe.connection = Some(connection);
                Some(schema)
            }
            Err(error) => {
                tracing::warn!("not ready: {error:#}");
                None
            }
        };
        probe.last = Some((started, schema));
        schema
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
