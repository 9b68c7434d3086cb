//! Times as a filter asks for them.

use crate::instant::{DAY, format_date, format_instant, parse_date, parse_instant};

/// A time as it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A whole day in UTC, in days since 1970.
    Day(i64),
    /// An instant, in microseconds since 1970.
    Instant(i64),
}

impl Moment {
    /// Reads a date or an instant.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        parse_date(text).map(Self::Day).or_else(|| parse_instant(text).map(Self::Instant))
    }

    /// The first microsecond since 1970 that belongs to it.
    #[must_use]
    pub const fn start(self) -> i64 {
        match self {
            Self::Day(day) => day.saturating_mul(DAY),
            Self::Instant(micros) => micros,
        }
    }

    /// The first microsecond since 1970 that comes after it.
    #[must_use]
    pub const fn end(self) -> i64 {
        match self {
            Self::Day(day) => day.saturating_add(1).saturating_mul(DAY),
            Self::Instant(micros) => micros.saturating_add(1),
        }
    }

    /// Writes it as it is read.
    #[must_use]
    pub fn format(self) -> String {
        match self {
            Self::Day(day) => format_date(day),
            Self::Instant(micros) => format_instant(micros),
        }
    }
}
