//! Serialization of instants.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serializer;

/// Serializes an optional instant; null for `None`.
#[expect(clippy::ref_option, reason = "serde hands over the field as it is")]
pub(crate) fn serialize_option<S: Serializer>(
    instant: &Option<DateTime<Utc>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match instant {
        Some(instant) => serialize(instant, serializer),
        None => serializer.serialize_none(),
    }
}

/// Serializes an instant as RFC 3339 in UTC, always with microseconds, so that instants sort as text.
pub(crate) fn serialize<S: Serializer>(instant: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&instant.to_rfc3339_opts(SecondsFormat::Micros, true))
}
