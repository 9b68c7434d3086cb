//! When a record may go, as the dashboard reads it.

use agency_core::{
    retention::{Policy, delete_at},
    work::RecordState,
};
use chrono::{DateTime, Utc};
use diesel::{prelude::*, sql_types::Timestamptz};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::instant;

/// What is selected of a record for it.
pub(crate) type TimesSql = (Timestamptz, Timestamptz);

/// What it is counted from.
#[derive(Clone, Copy, Debug, Queryable)]
pub(crate) struct Times {
    state_since: DateTime<Utc>,
    created_at: DateTime<Utc>,
}

/// The columns of [`TimesSql`]. What was never moved is in its state since it came.
pub(crate) fn columns(table: &str) -> String {
    format!("coalesce({table}.state_since, {table}.created_at), {table}.created_at")
}

impl Times {
    /// When a record of a table may go; none when it is kept for ever.
    pub(crate) fn delete_at(
        &self,
        table: &str,
        state: RecordState,
        policy: &Policy,
    ) -> Option<DateTime<Utc>> {
        let [since, came] = [self.state_since, self.created_at].map(|at| at.timestamp_micros());
        delete_at(table, state, since, came, policy).and_then(DateTime::from_timestamp_micros)
    }
}

/// Until when a record is kept.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RetentionResponse {
    /// When it is deleted with all that belongs to it, by the settings and the state that it has now; null when it is
    /// kept for ever. A time that is over says that it goes with one of the next sweeps.
    #[serde(serialize_with = "instant::serialize_option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) delete_at: Option<DateTime<Utc>>,
}
