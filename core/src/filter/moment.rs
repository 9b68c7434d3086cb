//! Bounds of a filter's date range.

use std::ops::RangeInclusive;

use serde::{Serialize, Serializer};

use crate::instant::{DAY, format_date, format_instant, parse_date, parse_instant};

/// Day or instant that bounds a date range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A whole day in UTC, in days since 1970.
    Day(i64),
    /// An instant, in microseconds since 1970.
    Instant(i64),
    /// The first day of the last days in UTC. `DaysAgo(1)` is today.
    DaysAgo(u16),
}

/// Valid number of days for [`Moment::DaysAgo`].
pub(super) const RELATIVE_DAYS: RangeInclusive<u16> = 1..=366;

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.format())
    }
}

impl Moment {
    /// Parses a date or an instant.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        parse_date(text).map(Self::Day).or_else(|| parse_instant(text).map(Self::Instant))
    }

    /// Parses the start of a range: a date, an instant, or a number of days such as `-7d`, which is today and the six
    /// days before.
    #[must_use]
    pub fn parse_start(text: &str) -> Option<Self> {
        Self::parse(text).or_else(|| {
            let digits = text.strip_prefix('-')?.strip_suffix('d')?;
            let days = digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse().ok())??;
            RELATIVE_DAYS.contains(&days).then_some(Self::DaysAgo(days))
        })
    }

    /// Returns the first microsecond of the day or instant. The result and `now` are in microseconds since 1970.
    #[must_use]
    pub fn start(self, now: i64) -> i64 {
        match self {
            Self::Day(day) => day.saturating_mul(DAY),
            Self::Instant(micros) => micros,
            Self::DaysAgo(days) => first_of_last_days(now, days).saturating_mul(DAY),
        }
    }

    /// Returns the first microsecond after the day or instant. The result and `now` are in microseconds since 1970.
    #[must_use]
    pub fn end(self, now: i64) -> i64 {
        match self {
            Self::Instant(micros) => micros.saturating_add(1),
            Self::Day(_) | Self::DaysAgo(_) => self.start(now).saturating_add(DAY),
        }
    }

    /// Formats it so that [`parse_start`](Self::parse_start) returns the same value.
    #[must_use]
    pub fn format(self) -> String {
        match self {
            Self::Day(day) => format_date(day),
            Self::Instant(micros) => format_instant(micros),
            Self::DaysAgo(days) => format!("-{days}d"),
        }
    }
}

/// Returns the first of the last `days` days, in days since 1970.
fn first_of_last_days(now: i64, days: u16) -> i64 {
    now.div_euclid(DAY).saturating_add(1).saturating_sub(days.into())
}
