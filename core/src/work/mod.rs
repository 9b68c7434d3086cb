//! Working with what came in: the states of a record, what may be done in each, notes and assignment.

mod moves;
mod request;

pub use moves::{MOVES, Move, allowed, moved};
pub use request::{ActionRequest, Order};

use serde::{Deserialize, Serialize};

use form_rules::sentence;

use crate::rule::{Kind, Limit, TextRule};

/// How far a record's work has come. The records of one state are the box of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename_all = "snake_case"))]
pub enum RecordState {
    /// Nobody has begun.
    New,
    /// Somebody is at it.
    Open,
    /// Nothing is left to do.
    Done,
    /// Not worth an answer.
    Spam,
}

/// What can be done with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename_all = "snake_case"))]
pub enum RecordAction {
    /// Begins the work.
    Start,
    /// Ends it.
    Finish,
    /// Takes it up again.
    Reopen,
    /// Calls the record spam.
    Spam,
    /// Takes that back.
    NotSpam,
    /// Gives the record to an admin, or to nobody.
    Assign,
    /// Writes something down beside it.
    Note,
}

impl RecordState {
    /// Every state, in the order of the boxes.
    pub const ALL: [Self; 4] = [Self::New, Self::Open, Self::Done, Self::Spam];

    /// The state's name, as it is sent and stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Open => "open",
            Self::Done => "done",
            Self::Spam => "spam",
        }
    }

    /// What the state is called on the screen.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::New => "New",
            Self::Open => "In progress",
            Self::Done => "Done",
            Self::Spam => "Spam",
        }
    }

    /// Reads a state's name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

impl RecordAction {
    /// Every action, in the order in which they are offered.
    pub const ALL: [Self; 7] =
        [Self::Start, Self::Finish, Self::Reopen, Self::Spam, Self::NotSpam, Self::Assign, Self::Note];

    /// The action's name, as it is sent and stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Finish => "finish",
            Self::Reopen => "reopen",
            Self::Spam => "spam",
            Self::NotSpam => "not_spam",
            Self::Assign => "assign",
            Self::Note => "note",
        }
    }

    /// Reads an action's name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.as_str() == text)
    }
}

/// The longest note, in characters.
const NOTE_MAX: usize = 2_000;

/// What is written down beside a record.
pub const NOTE: TextRule = TextRule {
    name: "text",
    kind: Kind::Lines,
    required: Some("Note is required"),
    min: None,
    max: Limit { chars: NOTE_MAX, message: sentence!("Note must not exceed {number} characters", NOTE_MAX) },
    control: "Note contains characters that cannot be used",
    pattern: "",
};

const _: () = assert!(NOTE.fault().is_none());

/// Whose records are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assigned<'a> {
    /// Those of whoever asks.
    Me,
    /// Those that nobody has.
    Nobody,
    /// Those of the account of this name.
    To(&'a str),
}

impl<'a> Assigned<'a> {
    /// Reads whose records are asked for; none where no account can have the name.
    #[must_use]
    pub fn parse(text: &'a str) -> Option<Self> {
        match text {
            "me" => Some(Self::Me),
            "nobody" => Some(Self::Nobody),
            _ => is_username(text).then_some(Self::To(text)),
        }
    }
}

/// Whether an account can have this name, as it is.
fn is_username(text: &str) -> bool {
    crate::login::RULES.username.check_normalized(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{Assigned, RecordAction, RecordState};
    use crate::messages::server::ACTION_INVALID;

    #[test]
    fn names_are_read_back() {
        for state in RecordState::ALL {
            assert_eq!(RecordState::parse(state.as_str()), Some(state));
            assert_eq!(serde_json::to_value(state).unwrap(), state.as_str());
        }
        for action in RecordAction::ALL {
            assert_eq!(RecordAction::parse(action.as_str()), Some(action));
            assert_eq!(serde_json::to_value(action).unwrap(), action.as_str());
        }
        assert_eq!((RecordState::parse("New"), RecordAction::parse("")), (None, None));
    }

    /// `a, b or c`
    fn listed(names: impl Iterator<Item = &'static str>) -> String {
        let names = names.collect::<Vec<_>>();
        let (last, others) = names.split_last().unwrap();
        format!("{} or {last}", others.join(", "))
    }

    #[test]
    fn a_sentence_names_every_action() {
        let actions = listed(RecordAction::ALL.into_iter().map(RecordAction::as_str));
        assert_eq!(ACTION_INVALID, format!("Action must be {actions}"));
    }

    #[test]
    fn records_are_asked_for_by_whose_they_are() {
        assert_eq!(Assigned::parse("me"), Some(Assigned::Me));
        assert_eq!(Assigned::parse("nobody"), Some(Assigned::Nobody));
        assert_eq!(Assigned::parse("Me"), Some(Assigned::To("Me")));
        for nobodys in ["", "\u{0}", &"a".repeat(151)] {
            assert_eq!(Assigned::parse(nobodys), None);
        }
    }
}
