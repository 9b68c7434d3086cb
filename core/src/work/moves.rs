//! The table of moves, and the one function that reads it.

use super::{
    RecordAction::{self, Assign, Finish, NotSpam, Note, Reopen, Spam, Start},
    RecordState::{self, Done, New, Open},
};

/// What an action does, and what is said where it cannot be done.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    /// What is done.
    pub action: RecordAction,
    /// What its button says.
    pub label: &'static str,
    /// The states in which it can be done.
    pub from: &'static [RecordState],
    /// The state that it leads to; none where the state stays.
    pub to: Option<RecordState>,
    /// Why it cannot be done in the other states.
    pub refused: &'static [(RecordState, &'static str)],
}

const IS_OPEN: &str = "This is already in progress";
const IS_DONE: &str = "This is already done";
const IS_SPAM: &str = "This is already marked as spam";
const NO_SPAM: &str = "This is not marked as spam";
const DONE_FIRST: &str = "This is not done yet, so there is nothing to reopen";
const REOPEN_FIRST: &str = "This is done: reopen it first";
const NOT_SPAM_FIRST: &str = "This is marked as spam: say that it is not spam first";

/// Every action, in the order in which they are offered.
pub const MOVES: [Move; RecordAction::ALL.len()] = [
    Move {
        action: Start,
        label: "Start",
        from: &[New],
        to: Some(Open),
        refused: &[(Open, IS_OPEN), (Done, REOPEN_FIRST), (RecordState::Spam, NOT_SPAM_FIRST)],
    },
    Move {
        action: Finish,
        label: "Mark done",
        from: &[New, Open],
        to: Some(Done),
        refused: &[(Done, IS_DONE), (RecordState::Spam, NOT_SPAM_FIRST)],
    },
    Move {
        action: Reopen,
        label: "Reopen",
        from: &[Done],
        to: Some(Open),
        refused: &[(New, DONE_FIRST), (Open, IS_OPEN), (RecordState::Spam, NOT_SPAM_FIRST)],
    },
    Move {
        action: Spam,
        label: "Spam",
        from: &[New, Open, Done],
        to: Some(RecordState::Spam),
        refused: &[(RecordState::Spam, IS_SPAM)],
    },
    Move {
        action: NotSpam,
        label: "Not spam",
        from: &[RecordState::Spam],
        to: Some(New),
        refused: &[(New, NO_SPAM), (Open, NO_SPAM), (Done, NO_SPAM)],
    },
    Move {
        action: Assign,
        label: "Assign",
        from: &[New, Open, Done],
        to: None,
        refused: &[(RecordState::Spam, NOT_SPAM_FIRST)],
    },
    Move { action: Note, label: "Add note", from: &RecordState::ALL, to: None, refused: &[] },
];

/// The state that an action leads to, or the sentence that says why it cannot be done.
pub fn moved(state: RecordState, action: RecordAction) -> Result<RecordState, &'static str> {
    let found = MOVES.iter().find(|made| made.action == action);
    match found {
        Some(made) if made.from.contains(&state) => Ok(made.to.unwrap_or(state)),
        _ => Err(found
            .and_then(|made| made.refused.iter().find(|(refused, _)| *refused == state))
            .map_or("", |(_, why)| *why)),
    }
}

/// The actions that can be done in a state, in the order in which they are offered.
pub fn allowed(state: RecordState) -> impl Iterator<Item = RecordAction> {
    MOVES.iter().filter(move |made| made.from.contains(&state)).map(|made| made.action)
}

#[cfg(test)]
mod tests {
    use super::{MOVES, allowed, moved};
    use crate::work::{RecordAction, RecordState};

    #[test]
    fn the_table_answers_for_every_state_and_every_action() {
        assert_eq!(MOVES.map(|made| made.action), RecordAction::ALL);
        for made in MOVES {
            assert!(!made.label.is_empty());
            for state in RecordState::ALL {
                let sentences = made.refused.iter().filter(|(refused, _)| *refused == state).count();
                let times = made.from.iter().filter(|from| **from == state).count() + sentences;
                assert_eq!(times, 1, "{:?} of a record that is {state:?}", made.action);
            }
        }
    }

    #[test]
    fn what_is_allowed_is_what_has_no_sentence() {
        for state in RecordState::ALL {
            for action in RecordAction::ALL {
                match moved(state, action) {
                    Ok(_) => assert!(allowed(state).any(|each| each == action)),
                    Err(why) => assert!(!why.is_empty() && allowed(state).all(|each| each != action)),
                }
            }
        }
    }

    /// The table as a diagram.
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
    fn the_drawing_in_the_documents_is_the_table() {
        let document = include_str!("../../../ARCHITECTURE.md");
        let drawn = document.split_once("```mermaid\n").unwrap().1.split_once("\n```").unwrap().0;
        assert_eq!(drawn, drawing());
    }

    #[test]
    fn nothing_is_done_twice() {
        for made in MOVES {
            if let Some(to) = made.to {
                assert!(moved(to, made.action).is_err(), "{:?}", made.action);
            }
        }
    }

    #[test]
    fn every_state_can_be_left_and_come_back_to() {
        let next = |state| allowed(state).filter_map(move |action| moved(state, action).ok());
        for start in RecordState::ALL {
            let mut reached = next(start).filter(|state| *state != start).collect::<Vec<_>>();
            for _ in RecordState::ALL {
                reached.extend(reached.clone().into_iter().flat_map(next));
            }
            // Nothing that was touched is new again, unless it was called spam by mistake.
            assert!(RecordState::ALL.iter().all(|state| reached.contains(state)), "from {start:?}");
        }
    }
}
