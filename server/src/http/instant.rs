//! Instants as the API writes them.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serializer;

/// RFC 3339 in UTC, always with six digits of a second, so that instants sort as text.
pub(crate) fn serialize<S: Serializer>(instant: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&instant.to_rfc3339_opts(SecondsFormat::Micros, true))
}
