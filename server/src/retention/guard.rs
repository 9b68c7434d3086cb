//! What keeps a sweep from deleting what is due, until somebody says that it may: nothing goes before the date that was
//! shown, however the clock or the settings were changed.

use std::fmt;

use agency_core::retention::Policy;
use chrono::{DateTime, TimeDelta, Utc};

/// So many records go without a question.
pub(super) const FEW: i64 = 1_000;

/// Of more than that, one in so many of the list.
pub(super) const SHARE: i64 = 10;

/// For how long nobody needs to have looked.
pub(super) const LONGEST_PAUSE: TimeDelta = TimeDelta::days(2);

/// What a list looks like before anything is deleted.
#[derive(Debug)]
pub(super) struct Look {
    /// The database's clock.
    pub(super) now: DateTime<Utc>,
    /// When somebody looked last; none where nobody has.
    pub(super) looked_at: Option<DateTime<Utc>>,
    /// The policy by which that was.
    pub(super) former: Policy,
    /// How many records are due; of very many, at least so many.
    pub(super) due: i64,
    /// How many records there are.
    pub(super) rows: i64,
}

/// Why records that are due wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// Nobody has looked for long, or the clock has jumped: which of both, nobody can tell.
    Clock {
        /// When somebody looked last.
        looked_at: DateTime<Utc>,
        /// The database's clock.
        now: DateTime<Utc>,
    },
    /// The policy is shorter than the one before, by which later dates were shown.
    Shorter,
    /// They are many, and a large part of the list.
    Many,
}

impl fmt::Display for Why {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clock { looked_at, now } => write!(
                formatter,
                "nothing was looked for since {}, and the database's clock says {}",
                looked_at.format("%Y-%m-%d %H:%M UTC"),
                now.format("%Y-%m-%d %H:%M UTC")
            ),
            Self::Shorter => formatter.write_str("the time to keep them is shorter than before"),
            Self::Many => write!(formatter, "that is more than {FEW} and a tenth of the list"),
        }
    }
}

/// Why nothing may be deleted, where something is due. The clock may have gone on by so much since the last look.
pub(super) fn judge(look: &Look, table: &str, policy: &Policy, elapsed: TimeDelta) -> Option<Why> {
    let Look { now, looked_at, ref former, due, rows } = *look;
    if due == 0 {
        return None;
    }
    if let Some(looked_at) = looked_at.filter(|at| now.signed_duration_since(at) > elapsed) {
        return Some(Why::Clock { looked_at, now });
    }
    if policy.is_shorter(table, former) {
        return Some(Why::Shorter);
    }
    (due > FEW && due > rows / SHARE).then_some(Why::Many)
}

#[cfg(test)]
mod tests {
    use agency_core::retention::Policy;
    use chrono::{DateTime, TimeDelta, Utc};

    use super::{LONGEST_PAUSE, Look, Why, judge};

    const TABLE: &str = "consultations";

    fn policy(kept: Option<u32>, spam: Option<u32>) -> Policy {
        Policy { lists: kept.map(|days| (TABLE, days)).into_iter().collect(), spam }
    }

    fn look(paused: TimeDelta, former: Policy, due: i64, rows: i64) -> Look {
        let now = DateTime::<Utc>::from_timestamp_micros(1_800_000_000_000_000).unwrap();
        Look { now, looked_at: Some(now - paused), former, due, rows }
    }

    fn why(look: &Look, policy: &Policy) -> Option<Why> {
        judge(look, TABLE, policy, LONGEST_PAUSE)
    }

    #[test]
    fn more_than_a_thousand_and_a_tenth_wait() {
        let own = policy(Some(30), None);
        for (due, rows, expected) in [
            (1_000, 1_000, None),
            (1_001, 1_001, Some(Why::Many)),
            (1_001, 10_009, Some(Why::Many)),
            (1_001, 10_010, None),
            (0, 0, None),
            (i64::MAX, i64::MAX, Some(Why::Many)),
        ] {
            assert_eq!(
                why(&look(TimeDelta::zero(), own.clone(), due, rows), &own),
                expected,
                "{due} of {rows}"
            );
        }
    }

    #[test]
    fn a_clock_that_jumps_has_all_wait_and_one_that_goes_back_nothing() {
        let own = policy(Some(30), None);
        let waits =
            |paused, due| matches!(why(&look(paused, own.clone(), due, 10), &own), Some(Why::Clock { .. }));
        assert!(!waits(LONGEST_PAUSE, 1));
        assert!(waits(LONGEST_PAUSE + TimeDelta::microseconds(1), 1));
        assert!(waits(TimeDelta::days(365), 1));
        assert!(!waits(TimeDelta::days(365), 0));
        assert!(!waits(TimeDelta::days(-365), 1));
        let never = Look { looked_at: None, ..look(TimeDelta::zero(), own.clone(), 1, 10) };
        assert_eq!(why(&never, &own), None);
    }

    #[test]
    fn a_shorter_policy_waits_and_a_longer_one_does_not() {
        let judged = |former, own| why(&look(TimeDelta::zero(), former, 1, 10), &own);
        for (former, own, expected) in [
            ((Some(365), None), (Some(364), None), Some(Why::Shorter)),
            ((None, None), (Some(365), None), Some(Why::Shorter)),
            ((Some(365), None), (Some(365), Some(30)), Some(Why::Shorter)),
            ((Some(365), Some(30)), (Some(365), Some(29)), Some(Why::Shorter)),
            ((Some(365), Some(30)), (Some(365), Some(30)), None),
            ((Some(364), Some(30)), (Some(365), Some(31)), None),
            ((Some(365), Some(30)), (None, None), None),
        ] {
            let name = format!("{own:?} after {former:?}");
            assert_eq!(judged(policy(former.0, former.1), policy(own.0, own.1)), expected, "{name}");
        }
    }
}
