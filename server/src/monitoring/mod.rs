//! What those who watch the server are told.

pub(crate) mod health;
pub(crate) mod metrics;
pub(crate) mod telemetry;
