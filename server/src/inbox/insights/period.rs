//! Days of a time zone, as instants.

use agency_core::{
    instant::{DAY, WRITABLE, parse_date},
    validation::FieldError,
};
use chrono::{DateTime, Datelike as _, Days, NaiveDate, NaiveTime, TimeZone as _, Utc, Weekday};
use chrono_tz::{GapInfo, Tz};
use serde::Serialize;
use utoipa::ToSchema;

/// Maximum days of a period: five years.
const MAX_DAYS: i64 = 1_830;

/// Maximum days of a period that is divided into weeks.
const MAX_DAYS_IN_WEEKS: i64 = 26 * 7;

pub(super) const LIST_ERROR: FieldError =
    FieldError::new("list", "List must be consultations or applications");
const FROM_ERROR: FieldError = FieldError::new("from", "From must be a date such as 2026-01-31");
const TO_ERROR: FieldError = FieldError::new("to", "To must be a date such as 2026-01-31");
const ORDER_ERROR: FieldError = FieldError::new("from", "From must not be after To");
const LENGTH_ERROR: FieldError = FieldError::new("to", "To must be at most 1,830 days from From");
pub(super) const ZONE_ERROR: FieldError =
    FieldError::new("zone", "Zone must be a time zone such as America/Chicago");

/// Parts of a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = InsightsUnit)]
pub(crate) enum Unit {
    Week,
    Month,
}

/// A period of days, divided into weeks or months.
pub(super) struct Period {
    pub(super) unit: Unit,
    pub(super) start: DateTime<Utc>,
    pub(super) end: DateTime<Utc>,
    /// The first instants of the period before and of each part, then the end.
    pub(super) starts: Vec<DateTime<Utc>>,
}

impl Period {
    /// Divides the days from the first to the last one.
    pub(super) fn new(from: NaiveDate, to: NaiveDate, zone: Tz) -> Self {
        let days = length(from, to);
        let unit = if days <= MAX_DAYS_IN_WEEKS { Unit::Week } else { Unit::Month };
        let is_start = |day: &NaiveDate| match unit {
            Unit::Week => day.weekday() == Weekday::Mon,
            Unit::Month => day.day() == 1,
        };
        let before = from - Days::new(days.unsigned_abs());
        let parts = from.iter_days().take_while(|day| *day <= to).skip(1).filter(is_start);
        let [before, start, end] = [before, from, to + Days::new(1)].map(|day| first_instant(day, zone));
        let parts = parts.map(|day| first_instant(day, zone));
        Self { unit, start, end, starts: [before, start].into_iter().chain(parts).chain([end]).collect() }
    }
}

/// Parses a day.
pub(super) fn parse_day(text: &str) -> Option<NaiveDate> {
    DateTime::from_timestamp_micros(parse_date(text)?.checked_mul(DAY)?).map(|midnight| midnight.date_naive())
}

/// Returns what is wrong with the days.
pub(super) fn errors(from: Option<NaiveDate>, to: Option<NaiveDate>) -> Vec<FieldError> {
    match (from, to) {
        (Some(from), Some(to)) if from > to => vec![ORDER_ERROR],
        (Some(from), Some(to)) if length(from, to) > MAX_DAYS => vec![LENGTH_ERROR],
        _ => {
            let missing = [from.is_none().then_some(FROM_ERROR), to.is_none().then_some(TO_ERROR)];
            missing.into_iter().flatten().collect()
        }
    }
}

/// Returns the number of days, both included.
fn length(from: NaiveDate, to: NaiveDate) -> i64 {
    (to - from).num_days() + 1
}

/// Returns the first instant of a day. Clocks that go forward at midnight skip its beginning, or all of it.
fn first_instant(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    let found = zone.from_local_datetime(&midnight).earliest();
    let found = found.or_else(|| GapInfo::new(&midnight, &zone)?.end);
    let instant = found.map_or(midnight.and_utc(), |found| found.to_utc());
    // Lists take no others.
    let micros = instant.timestamp_micros().clamp(WRITABLE.start, WRITABLE.end);
    DateTime::from_timestamp_micros(micros).unwrap_or(instant)
}
