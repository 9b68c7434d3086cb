//! Retention: the operator's policy, and the deletion date of a record under it.

use std::collections::BTreeMap;

use agency_core::{
    instant::{DAY, WRITABLE},
    stored_forms,
    work::RecordState,
};

/// Maximum retention period in days: a century.
pub(crate) const MAX_DAYS: u32 = 36_500;

/// Minimum days that a record is kept after a change of its state, if spam is kept forever.
const DAYS_AFTER_MOVE: u32 = 7;

/// Retention periods in days. Records without one are kept forever.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Policy {
    /// Period of each list, by the table of its form.
    pub(crate) lists: BTreeMap<&'static str, u32>,
    /// Period of spam, for all forms.
    pub(crate) spam: Option<u32>,
}

/// Retention period of a record, in days. A record is deleted once both times are over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RetentionPeriod {
    /// Days after its arrival.
    pub(crate) after_arrival: u32,
    /// Days after the last change of its state.
    pub(crate) after_move: u32,
}

impl Policy {
    /// Returns the name of the setting for a table.
    pub(crate) fn setting(table: &str) -> String {
        format!("KEEP_{}", table.to_uppercase())
    }

    /// Name of the setting for spam.
    pub(crate) const SPAM_SETTING: &str = "KEEP_SPAM";

    /// Builds the policy. `days` returns the value of a setting by its name.
    ///
    /// # Errors
    /// The first error of `days`.
    pub(crate) fn from_settings<E>(mut days: impl FnMut(&str) -> Result<Option<u32>, E>) -> Result<Self, E> {
        let mut policy = Self { lists: BTreeMap::new(), spam: days(Self::SPAM_SETTING)? };
        for stored in stored_forms() {
            if let Some(kept) = days(&Self::setting(stored.table))? {
                policy.lists.insert(stored.table, kept);
            }
        }
        Ok(policy)
    }

    /// Returns the retention period of a record in this table and state; none if it is kept forever.
    ///
    /// The period of spam starts when the record is marked as spam. The period of other records starts at their
    /// arrival. In addition, every change of state keeps a record for as long as spam is kept. So a record that was
    /// restored from spam, or an old one that was reopened, is not deleted the same night, nor before the date shown
    /// while it was spam.
    pub(crate) fn retention_period(&self, table: &str, state: RecordState) -> Option<RetentionPeriod> {
        if state == RecordState::Spam {
            return self.spam.map(|days| RetentionPeriod { after_arrival: 0, after_move: days });
        }
        let days = *self.lists.get(table)?;
        Some(RetentionPeriod {
            after_arrival: days,
            after_move: days.min(self.spam.unwrap_or(DAYS_AFTER_MOVE)),
        })
    }
}

/// Returns when a record is due for deletion; none if it is kept forever, or beyond the year 9999.
///
/// Instants are in microseconds since 1970 in UTC. A day has 24 hours.
pub(crate) fn delete_at(
    table: &str,
    state: RecordState,
    state_since: i64,
    created_at: i64,
    policy: &Policy,
) -> Option<i64> {
    let period = policy.retention_period(table, state)?;
    let after = |instant: i64, days: u32| instant.checked_add(i64::from(days).checked_mul(DAY)?);
    let at = after(created_at, period.after_arrival)?.max(after(state_since, period.after_move)?);
    WRITABLE.contains(&at).then_some(at)
}

#[cfg(test)]
mod tests {
    use agency_core::{
        instant::{DAY, WRITABLE, parse_instant},
        stored_forms,
        work::RecordState::{self, Done, New, Open, Spam},
    };
    use proptest::prelude::*;

    use super::{MAX_DAYS, Policy, delete_at};

    const TABLE: &str = "consultations";

    fn policy(kept: Option<u32>, spam: Option<u32>) -> Policy {
        Policy { lists: kept.map(|days| (TABLE, days)).into_iter().collect(), spam }
    }

    fn at(text: &str) -> i64 {
        parse_instant(text).unwrap()
    }

    #[test]
    fn reads_one_setting_per_stored_form() {
        let mut asked = Vec::new();
        let read = Policy::from_settings(|name| {
            asked.push(name.to_owned());
            Ok::<_, ()>(Some(u32::try_from(asked.len()).unwrap()))
        });
        let read = read.unwrap();
        assert_eq!(asked[..3], ["KEEP_SPAM", "KEEP_CONSULTATIONS", "KEEP_APPLICATIONS"]);
        assert_eq!((read.spam, read.lists.len()), (Some(1), stored_forms().count()));
        assert_eq!(read.lists[TABLE], 2);
        assert_eq!(Policy::from_settings(|_| Ok::<_, ()>(None)), Ok(Policy::default()));
        assert_eq!(Policy::from_settings(|name| Err::<Option<u32>, _>(name.len())), Err("KEEP_SPAM".len()));
    }

    #[test]
    fn keeps_everything_without_policy() {
        for state in RecordState::ALL {
            assert_eq!(delete_at(TABLE, state, 0, 0, &Policy::default()), None);
            assert_eq!(delete_at("applications", state, 0, 0, &policy(Some(1), None)), None);
        }
        assert_eq!(delete_at(TABLE, Spam, 0, 0, &policy(Some(1), None)), None);
        assert_eq!(delete_at(TABLE, New, 0, 0, &policy(None, Some(1))), None);
    }

    #[test]
    fn counts_from_arrival_and_for_spam_from_marking() {
        let policy = policy(Some(365), Some(30));
        let came = at("2026-03-01T12:00:00.5Z");
        for state in [New, Open, Done] {
            let moved = at("2026-12-24T00:00:00Z");
            for since in [came, moved] {
                assert_eq!(
                    delete_at(TABLE, state, since, came, &policy),
                    Some(at("2027-03-01T12:00:00.5Z")),
                    "{state:?}"
                );
            }
        }
        // Marked as spam on its last day: not deleted that night.
        let moved = at("2027-02-28T23:00:00Z");
        assert_eq!(delete_at(TABLE, Spam, moved, came, &policy), Some(at("2027-03-30T23:00:00Z")));
        // Restored a month later.
        let back = at("2027-03-30T22:00:00Z");
        assert_eq!(delete_at(TABLE, New, back, came, &policy), Some(at("2027-04-29T22:00:00Z")));
        assert_eq!(delete_at(TABLE, Spam, came, came, &policy), Some(at("2026-03-31T12:00:00.5Z")));
    }

    #[test]
    fn move_keeps_record_at_most_a_week_if_spam_is_kept_forever() {
        let came = at("2026-01-01T00:00:00Z");
        let moved = at("2027-06-01T00:00:00Z");
        for (kept, after) in [(365, 7), (7, 7), (3, 3), (1, 1)] {
            let expected = Some(moved + after * DAY);
            assert_eq!(delete_at(TABLE, Done, moved, came, &policy(Some(kept), None)), expected, "{kept}");
        }
    }

    #[test]
    fn keeps_record_whose_date_is_out_of_range() {
        let longest = policy(Some(MAX_DAYS), Some(MAX_DAYS));
        for state in RecordState::ALL {
            for instant in [i64::MIN, i64::MAX, i64::MAX - DAY, WRITABLE.end - 1] {
                assert_eq!(delete_at(TABLE, state, instant, instant, &longest), None, "{state:?} {instant}");
            }
            let last = WRITABLE.end - 1 - i64::from(MAX_DAYS) * DAY;
            assert_eq!(delete_at(TABLE, state, last, last, &longest), Some(WRITABLE.end - 1));
            assert_eq!(delete_at(TABLE, state, last + 1, last + 1, &longest), None);
        }
    }

    fn days() -> impl Strategy<Value = Option<u32>> {
        prop_oneof![Just(None), (1..=MAX_DAYS).prop_map(Some)]
    }

    fn instants() -> impl Strategy<Value = (i64, i64)> {
        let years = 0..4_102_444_800_000_000_i64;
        (years.clone(), years).prop_map(|(a, b)| (a.min(b), a.max(b)))
    }

    proptest! {
        #[test]
        fn never_deletes_record_before_arrival_or_change(
            since: i64, came: i64, kept: u32, spam: u32, state in prop::sample::select(RecordState::ALL.to_vec())
        ) {
            let found = delete_at(TABLE, state, since, came, &policy(Some(kept), Some(spam)));
            prop_assert!(found.is_none_or(|at| at >= came && at >= since));
        }

        #[test]
        fn work_on_record_never_advances_deletion(
            (came, since) in instants(), later in 0..400 * DAY, kept in days(), spam in days(),
            from in prop::sample::select(vec![New, Open, Done]), to in prop::sample::select(vec![New, Open, Done])
        ) {
            let policy = policy(kept, spam);
            let shown = delete_at(TABLE, from, since, came, &policy);
            prop_assert!(shown <= delete_at(TABLE, to, since + later, came, &policy));
        }

        #[test]
        fn restoring_from_spam_never_advances_deletion(
            (came, since) in instants(), later in 0..400 * DAY, kept in 1..=MAX_DAYS, spam in 1..=MAX_DAYS
        ) {
            let policy = policy(Some(kept.max(spam)), Some(spam));
            let shown = delete_at(TABLE, Spam, since, came, &policy);
            prop_assert!(shown <= delete_at(TABLE, New, since + later, came, &policy));
        }

        #[test]
        fn keeps_record_for_a_day_after_any_move(
            (came, moved) in instants(), kept in days(), spam in days(),
            state in prop::sample::select(RecordState::ALL.to_vec())
        ) {
            let shown = delete_at(TABLE, state, moved, came, &policy(kept, spam));
            prop_assert!(shown.is_none_or(|at| at >= moved + DAY));
        }
    }
}
