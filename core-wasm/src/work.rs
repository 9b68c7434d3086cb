//! Actions on records. States and actions are passed by their positions in `ALL`.
#![expect(unsafe_code, reason = "an exported name is unsafe because it must be the only one of its kind")]

use agency_core::work::{self, LastEvent, NOTE, RecordAction, RecordState, moved};

use form_rules::exchange::{read, reply, sentence, small};

/// Writes the actions that are allowed in a state, in the order on the screen; returns their number.
#[unsafe(no_mangle)]
pub extern "C" fn allowed_actions(state: usize) -> usize {
    let state = RecordState::ALL.get(state);
    let actions = state.into_iter().flat_map(|state| work::allowed_actions(*state));
    reply(actions.filter_map(|action| position(&RecordAction::ALL, &action)))
}

/// Writes the state after an action; returns 1 for a state, 2 for the sentence that says why not, 0 for an unknown state
/// or action.
#[unsafe(no_mangle)]
pub extern "C" fn move_record(state: usize, action: usize) -> usize {
    let (Some(state), Some(action)) = (RecordState::ALL.get(state), RecordAction::ALL.get(action)) else {
        return 0;
    };
    reply_with(moved(*state, *action))
}

/// Writes the state that undoing an admin's own last action restores right after it; returns 1 for a state, 2 for the
/// sentence that says why not, 0 for an unknown state or action.
#[unsafe(no_mangle)]
pub extern "C" fn undo_action(action: usize, from: usize, to: usize) -> usize {
    let states = RecordState::ALL.get(from).zip(RecordState::ALL.get(to));
    let (Some(action), Some((from, to))) = (RecordAction::ALL.get(action), states) else { return 0 };
    let last = LastEvent { action: *action, from: *from, to: *to, is_own: true, seconds_ago: 0 };
    reply_with(work::undo(Some(last)))
}

fn reply_with(result: Result<RecordState, &'static str>) -> usize {
    match result {
        Ok(state) => reply(position(&RecordState::ALL, &state).into_iter()),
        Err(message) => reply(sentence(message).into_iter()),
    }
}

/// Judges a note; returns 2 for the sentence that refuses it, 0 when it is accepted.
#[unsafe(no_mangle)]
pub extern "C" fn check_note(length: usize) -> usize {
    let verdict = read(length, |arguments| NOTE.check(arguments.text()));
    verdict.err().map_or(0, |message| reply(sentence(message).into_iter()))
}

fn position<T: PartialEq>(all: &[T], one: &T) -> Option<f64> {
    all.iter().position(|each| each == one).map(small)
}
