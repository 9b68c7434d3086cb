//! Work on records. States and actions are identified by position.
#![expect(unsafe_code, reason = "an exported name is unsafe because it must be unique")]

use agency_core::work::{self, LastEvent, NOTE, RecordAction, RecordState, moved};

use agency_core::form::exchange::{message_location, reply, usize_to_number, with_arguments};

/// Replies with the actions that are allowed in a state. Returns their count.
#[unsafe(no_mangle)]
pub extern "C" fn allowed_actions(state: usize) -> usize {
    let state = RecordState::ALL.get(state);
    let actions = state.into_iter().flat_map(|state| work::allowed_actions(*state));
    reply(actions.filter_map(|action| position(&RecordAction::ALL, &action)))
}

/// Replies with the result of an action. Returns the count of numbers: 1 for the new state, 2 for an error message, 0
/// for an unknown state or action.
#[unsafe(no_mangle)]
pub extern "C" fn move_record(state: usize, action: usize) -> usize {
    let (Some(state), Some(action)) = (RecordState::ALL.get(state), RecordAction::ALL.get(action)) else {
        return 0;
    };
    reply_with(moved(*state, *action))
}

/// Replies with the state that undoing an admin's own last action restores right after it. Returns the count of numbers:
/// 1 for a state, 2 for an error message, 0 for an unknown state or action.
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
        Err(message) => reply(message_location(message).into_iter()),
    }
}

/// Checks a note. Returns 2 and replies with the error message if it is invalid, otherwise returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn check_note(length: usize) -> usize {
    let result = with_arguments(length, |arguments| NOTE.check(arguments.take_text()));
    result.err().map_or(0, |message| reply(message_location(message).into_iter()))
}

fn position<T: PartialEq>(all: &[T], one: &T) -> Option<f64> {
    all.iter().position(|each| each == one).map(usize_to_number)
}
