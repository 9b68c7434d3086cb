//! The table of moves: the states before and after each action, and its texts on the screen.

use super::{
    RecordAction::{self, Assign, Finish, NotSpam, Note, Reopen, Spam, Start, Undo},
    RecordState::{self, Done, New, Open},
};

/// Row of the table of moves: an action, its states and its texts.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    /// The action.
    pub action: RecordAction,
    /// Label of the button.
    pub label: &'static str,
    /// Action of the person, in the past tense.
    pub past: &'static str,
    /// States in which the action is allowed.
    pub from: &'static [RecordState],
    /// State after the action; none where the state stays.
    pub to: Option<RecordState>,
    /// Error messages in the other states.
    pub refused: &'static [(RecordState, &'static str)],
}

const IS_OPEN: &str = "This is already in progress";
const IS_DONE: &str = "This is already done";
const IS_SPAM: &str = "This is already marked as spam";
const NO_SPAM: &str = "This is not marked as spam";
const DONE_FIRST: &str = "Only done records can be reopened";
const REOPEN_FIRST: &str = "This is done. Reopen it first";
const NOT_SPAM_FIRST: &str = "This is spam. Mark it as not spam first";
pub(super) const NOTHING_TO_UNDO: &str = "There is nothing to undo";

/// Every action, in the order on the screen. [`undo`](super::undo) decides what can be undone, because that depends on the
/// last event.
pub const MOVES: [Move; RecordAction::ALL.len()] = [
    Move {
        action: Start,
        label: "Start",
        past: "started this",
        from: &[New],
        to: Some(Open),
        refused: &[(Open, IS_OPEN), (Done, REOPEN_FIRST), (RecordState::Spam, NOT_SPAM_FIRST)],
    },
    Move {
        action: Finish,
        label: "Mark done",
        past: "marked this as done",
        from: &[New, Open],
        to: Some(Done),
        refused: &[(Done, IS_DONE), (RecordState::Spam, NOT_SPAM_FIRST)],
    },
    Move {
        action: Reopen,
        label: "Reopen",
        past: "reopened this",
        from: &[Done],
        to: Some(Open),
        refused: &[(New, DONE_FIRST), (Open, IS_OPEN), (RecordState::Spam, NOT_SPAM_FIRST)],
    },
    Move {
        action: Spam,
        label: "Spam",
        past: "marked this as spam",
        from: &[New, Open, Done],
        to: Some(RecordState::Spam),
        refused: &[(RecordState::Spam, IS_SPAM)],
    },
    Move {
        action: NotSpam,
        label: "Not spam",
        past: "marked this as not spam",
        from: &[RecordState::Spam],
        to: Some(New),
        refused: &[(New, NO_SPAM), (Open, NO_SPAM), (Done, NO_SPAM)],
    },
    Move {
        action: Assign,
        label: "Assign",
        past: "changed the assignee",
        from: &[New, Open, Done],
        to: None,
        refused: &[(RecordState::Spam, NOT_SPAM_FIRST)],
    },
    Move {
        action: Note,
        label: "Add note",
        past: "added a note",
        from: &RecordState::ALL,
        to: None,
        refused: &[],
    },
    Move {
        action: Undo,
        label: "Undo",
        past: "undid the last change",
        from: &[],
        to: None,
        refused: &[
            (New, NOTHING_TO_UNDO),
            (Open, NOTHING_TO_UNDO),
            (Done, NOTHING_TO_UNDO),
            (RecordState::Spam, NOTHING_TO_UNDO),
        ],
    },
];

/// Returns the state after an action on a record without a last event.
///
/// # Errors
///
/// The sentence that says why the action is not allowed.
pub fn moved(state: RecordState, action: RecordAction) -> Result<RecordState, &'static str> {
    let found = MOVES.iter().find(|made| made.action == action);
    match found {
        Some(made) if made.from.contains(&state) => Ok(made.to.unwrap_or(state)),
        _ => Err(found
            .and_then(|made| made.refused.iter().find(|(refused, _)| *refused == state))
            .map_or("", |(_, why)| *why)),
    }
}

/// Returns the actions that are allowed in a state, in the order on the screen.
pub fn allowed_actions(state: RecordState) -> impl Iterator<Item = RecordAction> {
    MOVES.iter().filter(move |made| made.from.contains(&state)).map(|made| made.action)
}

/// Describes an action in one sentence: "Grace marked this as done". No name means that the server did it.
#[must_use]
pub fn describe_change(by: Option<&str>, action: RecordAction) -> String {
    let past = MOVES.iter().find(|made| made.action == action).map_or("", |made| made.past);
    format!("{} {past}", by.unwrap_or("The system"))
}

#[cfg(test)]
mod tests {
    use super::{MOVES, allowed_actions, describe_change, moved};
    use crate::work::{RecordAction, RecordState};

    #[test]
    fn answers_for_every_state_and_action() {
        assert_eq!(MOVES.map(|made| made.action), RecordAction::ALL);
        for made in MOVES {
            assert!(!made.label.is_empty() && !made.past.is_empty());
            for state in RecordState::ALL {
                let sentences = made.refused.iter().filter(|(refused, _)| *refused == state).count();
                let times = made.from.iter().filter(|from| **from == state).count() + sentences;
                assert_eq!(times, 1, "{:?} of a record that is {state:?}", made.action);
            }
        }
    }

    #[test]
    fn allows_exactly_what_is_not_refused() {
        for state in RecordState::ALL {
            for action in RecordAction::ALL {
                match moved(state, action) {
                    Ok(_) => assert!(allowed_actions(state).any(|each| each == action)),
                    Err(why) => assert!(!why.is_empty() && allowed_actions(state).all(|each| each != action)),
                }
            }
        }
    }

    /// Returns the table as a diagram. Undo is left out: it goes back along any arrow.
    fn drawing() -> String {
        let mut lines = vec!["stateDiagram-v2".to_owned()];
        lines.extend(RecordState::ALL.map(|state| format!("    {}: {}", state.as_str(), state.label())));
        lines.push("    [*] --> new".to_owned());
        for made in MOVES {
            for (from, to) in made.from.iter().zip(made.to.into_iter().cycle()) {
                lines.push(format!("    {} --> {}: {}", from.as_str(), to.as_str(), made.label));
            }
        }
        for state in RecordState::ALL {
            let staying = MOVES.iter().filter(|made| made.to.is_none() && made.from.contains(&state));
            let labels = staying.map(|made| made.label).collect::<Vec<_>>().join(", ");
            lines.push(format!("    {0} --> {0}: {labels}", state.as_str()));
        }
        lines.join("\n")
    }

    #[test]
    fn draws_the_table_in_the_documents() {
        let document = include_str!("../../../ARCHITECTURE.md");
        let drawn = document.split_once("```mermaid\n").unwrap().1.split_once("\n```").unwrap().0;
        assert_eq!(drawn, drawing());
    }

    #[test]
    fn refuses_to_repeat_a_move() {
        for made in MOVES {
            if let Some(to) = made.to {
                assert!(moved(to, made.action).is_err(), "{:?}", made.action);
            }
        }
    }

    #[test]
    fn reaches_every_state_from_every_state() {
        let next = |state| allowed_actions(state).filter_map(move |action| moved(state, action).ok());
        for start in RecordState::ALL {
            let mut reached = next(start).filter(|state| *state != start).collect::<Vec<_>>();
            for _ in RecordState::ALL {
                reached.extend(reached.clone().into_iter().flat_map(next));
            }
            // A record is new again only when spam was a mistake.
            assert!(RecordState::ALL.iter().all(|state| reached.contains(state)), "from {start:?}");
        }
    }

    #[test]
    fn describes_a_change_with_the_name() {
        assert_eq!(describe_change(Some("Grace"), RecordAction::Finish), "Grace marked this as done");
        assert_eq!(describe_change(None, RecordAction::Assign), "The system changed the assignee");
    }
}
