//! Logs and metrics.

pub(crate) mod metrics;
pub(crate) mod telemetry;
