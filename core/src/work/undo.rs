//! Undoing the last action on a record.

use super::{
    RecordAction::{self, Note, Undo},
    RecordState,
    moves::{MOVES, NOTHING_TO_UNDO, moved},
};

/// Time for which an action can be undone, in minutes.
const UNDO_MINUTES: u8 = 10;

/// Time for which an action can be undone, in seconds.
pub const UNDO_SECONDS: i64 = UNDO_MINUTES as i64 * 60;

const NOT_OWN: &str = "The last change was made by someone else";
const NOTE_STAYS: &str = "Notes cannot be undone";
const ALREADY_UNDONE: &str = "The last change was already undone";
const TOO_OLD: &str = "The last change was made more than ten minutes ago";

/// The last event in the history of a record.
#[derive(Clone, Copy, Debug)]
pub struct LastEvent {
    /// The action.
    pub action: RecordAction,
    /// The state before the action.
    pub from: RecordState,
    /// The state after the action.
    pub to: RecordState,
    /// Whether the admin who wants to undo the action did it.
    pub is_own: bool,
    /// Seconds since the action.
    pub seconds_ago: i64,
}

/// Returns the state that undoing the last action restores. The assignee is the one before the action.
///
/// # Errors
///
/// The sentence that says why the action cannot be undone.
pub fn undo(last: Option<LastEvent>) -> Result<RecordState, &'static str> {
    let LastEvent { action, from, to, is_own, seconds_ago } = last.ok_or(NOTHING_TO_UNDO)?;
    match action {
        _ if !is_own => Err(NOT_OWN),
        Note => Err(NOTE_STAYS),
        Undo => Err(ALREADY_UNDONE),
        _ if seconds_ago >= UNDO_SECONDS => Err(TOO_OLD),
        // No such event is stored.
        _ if moved(from, action) != Ok(to) => Err(NOTHING_TO_UNDO),
        _ => Ok(from),
    }
}

/// Returns the action that an undo between two states took back; none where no undo leads from one to the other.
#[must_use]
pub fn undone_action(from: RecordState, to: RecordState) -> Option<RecordAction> {
    let mut undoable = MOVES.iter().map(|made| made.action).filter(|action| !matches!(action, Note | Undo));
    undoable.find(|action| moved(to, *action) == Ok(from))
}

#[cfg(test)]
mod tests {
    use super::{LastEvent, UNDO_SECONDS, undo, undone_action};
    use crate::work::{RecordAction, RecordState, moved};

    #[test]
    fn restores_the_state_before_every_action_in_every_state() {
        let mut restored = 0;
        for from in RecordState::ALL {
            for action in RecordAction::ALL {
                let Ok(to) = moved(from, action) else { continue };
                let last = LastEvent { action, from, to, is_own: true, seconds_ago: UNDO_SECONDS - 1 };
                if action == RecordAction::Note {
                    assert_eq!(undo(Some(last)), Err("Notes cannot be undone"));
                    continue;
                }
                assert_eq!(undo(Some(last)), Ok(from), "{last:?}");
                assert_eq!(undone_action(to, from), Some(action), "{last:?}");
                restored += 1;
            }
        }
        assert_eq!(restored, 11);
    }

    #[test]
    fn restores_no_state_that_no_action_left() {
        let pairs = RecordState::ALL.into_iter().flat_map(|from| RecordState::ALL.map(|to| (from, to)));
        for (from, to) in pairs {
            let undone = RecordAction::ALL.map(|action| {
                undo(Some(LastEvent { action, from: to, to: from, is_own: true, seconds_ago: 0 }))
            });
            assert!(undone.iter().all(|state| state.is_err() || *state == Ok(to)));
            let taken_back = undone.iter().filter(|state| state.is_ok()).count();
            assert_eq!(taken_back, usize::from(undone_action(from, to).is_some()), "{from:?} to {to:?}");
        }
    }

    #[test]
    fn refuses_with_the_reason_that_applies() {
        let own = LastEvent {
            action: RecordAction::Finish,
            from: RecordState::New,
            to: RecordState::Done,
            is_own: true,
            seconds_ago: 0,
        };
        let old = LastEvent { seconds_ago: UNDO_SECONDS, ..own };
        // The message has the limit in words.
        assert_eq!(UNDO_SECONDS, 10 * 60);
        let undone = LastEvent { action: RecordAction::Undo, ..own };
        for (last, why) in [
            (None, "There is nothing to undo"),
            (Some(LastEvent { is_own: false, ..own }), "The last change was made by someone else"),
            (Some(old), "The last change was made more than ten minutes ago"),
            (Some(LastEvent { is_own: false, ..old }), "The last change was made by someone else"),
            (Some(undone), "The last change was already undone"),
        ] {
            assert_eq!(undo(last), Err(why), "{last:?}");
        }
        // The clock of the database may be set back.
        assert_eq!(undo(Some(LastEvent { seconds_ago: -1, ..own })), Ok(RecordState::New));
    }
}
