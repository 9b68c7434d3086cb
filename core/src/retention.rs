//! How long what came in is kept: a policy of the operator's, and the date on which a record goes by it.

use std::collections::BTreeMap;

use crate::{
    instant::{DAY, WRITABLE},
    stored_forms,
    work::RecordState,
};

/// The longest time that can be asked for, in days: a century.
pub const MOST_DAYS: u32 = 36_500;

/// How long a record stays after it was moved, where spam is kept for ever, in days.
const AFTER_A_MOVE: u32 = 7;

/// How many days records are kept. What has no number is kept for ever.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// By the table of a stored form.
    pub lists: BTreeMap<&'static str, u32>,
    /// What is called spam, of every form.
    pub spam: Option<u32>,
}

/// How long a record of some state stays, in days: both times have to be over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stay {
    /// Counted from when it came.
    pub after_arrival: u32,
    /// Counted from when it came to this state.
    pub after_move: u32,
}

impl Policy {
    /// The name of the setting for a stored form's table.
    #[must_use]
    pub fn setting(table: &str) -> String {
        format!("KEEP_{}", table.to_uppercase())
    }

    /// The name of the setting for spam.
    pub const SPAM_SETTING: &str = "KEEP_SPAM";

    /// The policy of settings that are asked for by their names.
    pub fn read<E>(mut days: impl FnMut(&str) -> Result<Option<u32>, E>) -> Result<Self, E> {
        let mut policy = Self { lists: BTreeMap::new(), spam: days(Self::SPAM_SETTING)? };
        for stored in stored_forms() {
            if let Some(kept) = days(&Self::setting(stored.table))? {
                policy.lists.insert(stored.table, kept);
            }
        }
        Ok(policy)
    }

    /// How long a record of this table and state stays; none for ever.
    ///
    /// Spam has a time of its own, which begins when it is called so. All else is kept from when it came, but whatever
    /// was moved stays as long as spam would from then on: a record that is taken back from spam, or an old one that
    /// somebody opens, does not go on the same night, nor before the date that was shown while it was spam.
    #[must_use]
    pub fn stay(&self, table: &str, state: RecordState) -> Option<Stay> {
        if state == RecordState::Spam {
            return self.spam.map(|days| Stay { after_arrival: 0, after_move: days });
        }
        let days = *self.lists.get(table)?;
        Some(Stay { after_arrival: days, after_move: days.min(self.spam.unwrap_or(AFTER_A_MOVE)) })
    }
}

/// When a record may go; none when it is kept for ever, or beyond what a date can say. Instants are microseconds since
/// 1970 in UTC, a day has 24 hours.
#[must_use]
pub fn delete_at(
    table: &str,
    state: RecordState,
    state_since: i64,
    created_at: i64,
    policy: &Policy,
) -> Option<i64> {
    let stay = policy.stay(table, state)?;
    let after = |instant: i64, days: u32| instant.checked_add(i64::from(days).checked_mul(DAY)?);
    let at = after(created_at, stay.after_arrival)?.max(after(state_since, stay.after_move)?);
    WRITABLE.contains(&at).then_some(at)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{MOST_DAYS, Policy, delete_at};
    use crate::{
        instant::{DAY, WRITABLE, parse_instant},
        stored_forms,
        work::RecordState::{self, Done, New, Open, Spam},
    };

    const TABLE: &str = "consultations";

    fn policy(kept: Option<u32>, spam: Option<u32>) -> Policy {
        Policy { lists: kept.map(|days| (TABLE, days)).into_iter().collect(), spam }
    }

    fn at(text: &str) -> i64 {
        parse_instant(text).unwrap()
    }

    #[test]
    fn every_stored_form_has_a_setting_by_its_table() {
        let mut asked = Vec::new();
        let read = Policy::read(|name| {
            asked.push(name.to_owned());
            Ok::<_, ()>(Some(u32::try_from(asked.len()).unwrap()))
        });
        let read = read.unwrap();
        assert_eq!(asked[..3], ["KEEP_SPAM", "KEEP_CONSULTATIONS", "KEEP_APPLICATIONS"]);
        assert_eq!((read.spam, read.lists.len()), (Some(1), stored_forms().count()));
        assert_eq!(read.lists[TABLE], 2);
        assert_eq!(Policy::read(|_| Ok::<_, ()>(None)), Ok(Policy::default()));
        assert_eq!(Policy::read(|name| Err::<Option<u32>, _>(name.len())), Err("KEEP_SPAM".len()));
    }

    #[test]
    fn without_a_policy_all_is_kept() {
        for state in RecordState::ALL {
            assert_eq!(delete_at(TABLE, state, 0, 0, &Policy::default()), None);
            assert_eq!(delete_at("applications", state, 0, 0, &policy(Some(1), None)), None);
        }
        assert_eq!(delete_at(TABLE, Spam, 0, 0, &policy(Some(1), None)), None);
        assert_eq!(delete_at(TABLE, New, 0, 0, &policy(None, Some(1))), None);
    }

    #[test]
    fn a_record_goes_so_many_days_after_it_came_and_spam_after_it_was_called_so() {
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
        // Called spam on its last day: nothing goes that night.
        let moved = at("2027-02-28T23:00:00Z");
        assert_eq!(delete_at(TABLE, Spam, moved, came, &policy), Some(at("2027-03-30T23:00:00Z")));
        // And taken back a month later.
        let back = at("2027-03-30T22:00:00Z");
        assert_eq!(delete_at(TABLE, New, back, came, &policy), Some(at("2027-04-29T22:00:00Z")));
        assert_eq!(delete_at(TABLE, Spam, came, came, &policy), Some(at("2026-03-31T12:00:00.5Z")));
    }

    #[test]
    fn where_spam_is_kept_a_move_gives_a_week_and_never_more_than_the_list_has() {
        let came = at("2026-01-01T00:00:00Z");
        let moved = at("2027-06-01T00:00:00Z");
        for (kept, after) in [(365, 7), (7, 7), (3, 3), (1, 1)] {
            let expected = Some(moved + after * DAY);
            assert_eq!(delete_at(TABLE, Done, moved, came, &policy(Some(kept), None)), expected, "{kept}");
        }
    }

    #[test]
    fn what_no_date_can_say_is_kept() {
        let longest = policy(Some(MOST_DAYS), Some(MOST_DAYS));
        for state in RecordState::ALL {
            for instant in [i64::MIN, i64::MAX, i64::MAX - DAY, WRITABLE.end - 1] {
                assert_eq!(delete_at(TABLE, state, instant, instant, &longest), None, "{state:?} {instant}");
            }
            let last = WRITABLE.end - 1 - i64::from(MOST_DAYS) * DAY;
            assert_eq!(delete_at(TABLE, state, last, last, &longest), Some(WRITABLE.end - 1));
            assert_eq!(delete_at(TABLE, state, last + 1, last + 1, &longest), None);
        }
    }

    fn days() -> impl Strategy<Value = Option<u32>> {
        prop_oneof![Just(None), (1..=MOST_DAYS).prop_map(Some)]
    }

    fn instants() -> impl Strategy<Value = (i64, i64)> {
        let years = 0..4_102_444_800_000_000_i64;
        (years.clone(), years).prop_map(|(a, b)| (a.min(b), a.max(b)))
    }

    proptest! {
        #[test]
        fn nothing_goes_before_it_came_whatever_is_asked(
            since: i64, came: i64, kept: u32, spam: u32, state in prop::sample::select(RecordState::ALL.to_vec())
        ) {
            let found = delete_at(TABLE, state, since, came, &policy(Some(kept), Some(spam)));
            prop_assert!(found.is_none_or(|at| at >= came && at >= since));
        }

        #[test]
        fn working_on_a_record_brings_its_date_no_nearer(
            (came, since) in instants(), later in 0..400 * DAY, kept in days(), spam in days(),
            from in prop::sample::select(vec![New, Open, Done]), to in prop::sample::select(vec![New, Open, Done])
        ) {
            let policy = policy(kept, spam);
            let shown = delete_at(TABLE, from, since, came, &policy);
            prop_assert!(shown <= delete_at(TABLE, to, since + later, came, &policy));
        }

        #[test]
        fn what_is_taken_back_from_spam_stays_as_long_as_was_shown(
            (came, since) in instants(), later in 0..400 * DAY, kept in 1..=MOST_DAYS, spam in 1..=MOST_DAYS
        ) {
            let policy = policy(Some(kept.max(spam)), Some(spam));
            let shown = delete_at(TABLE, Spam, since, came, &policy);
            prop_assert!(shown <= delete_at(TABLE, New, since + later, came, &policy));
        }

        #[test]
        fn no_move_has_a_record_go_on_the_same_day(
            (came, moved) in instants(), kept in days(), spam in days(),
            state in prop::sample::select(RecordState::ALL.to_vec())
        ) {
            let shown = delete_at(TABLE, state, moved, came, &policy(kept, spam));
            prop_assert!(shown.is_none_or(|at| at >= moved + DAY));
        }
    }
}
