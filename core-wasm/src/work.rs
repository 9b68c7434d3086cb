//! What may be done with a record. A state and an action are named by their positions among all that there are.
#![expect(unsafe_code, reason = "an exported name is unsafe because it must be the only one of its kind")]

use agency_core::work::{NOTE, RecordAction, RecordState, allowed, moved};

use form_rules::exchange::{message_location, reply, usize_to_number, with_arguments};

/// The actions that can be done in a state. Answers with how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn allowed_actions(state: usize) -> usize {
    let state = RecordState::ALL.get(state);
    let actions = state.into_iter().flat_map(|state| allowed(*state));
    reply(actions.filter_map(|action| position(&RecordAction::ALL, &action)))
}

/// Where an action leads to: one number for a state, two for the sentence that says why not, none for a state or an
/// action that there is not.
#[unsafe(no_mangle)]
pub extern "C" fn move_record(state: usize, action: usize) -> usize {
    let (Some(state), Some(action)) = (RecordState::ALL.get(state), RecordAction::ALL.get(action)) else {
        return 0;
    };
    match moved(*state, *action) {
        Ok(state) => reply(position(&RecordState::ALL, &state).into_iter()),
        Err(message) => reply(message_location(message).into_iter()),
    }
}

/// Judges a note. Answers with two numbers when it is refused, with none when it is not.
#[unsafe(no_mangle)]
pub extern "C" fn check_note(length: usize) -> usize {
    let verdict = with_arguments(length, |arguments| NOTE.check(arguments.take_text()));
    verdict.err().map_or(0, |message| reply(message_location(message).into_iter()))
}

fn position<T: PartialEq>(all: &[T], one: &T) -> Option<f64> {
    all.iter().position(|each| each == one).map(usize_to_number)
}
