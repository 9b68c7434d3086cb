//! States of a record and the actions on it: the table of moves, undo, notes and assignment.

mod bulk;
mod moves;
mod request;
mod undo;

pub use bulk::{BULK_MAX, BulkInput};
pub use moves::{MOVES, Move, allowed_actions, describe_change, moved};
pub use request::{ActionInput, ActionRequest};
pub use undo::{LastEvent, UNDO_SECONDS, undo, undone_action};

use const_format::formatcp;
use serde::{Deserialize, Serialize};

use crate::rule::{Kind, Limit, TextRule};

/// State of a record. The records of one state are the box of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename_all = "snake_case"))]
pub enum RecordState {
    /// No one has started.
    New,
    /// In progress.
    Open,
    /// Finished.
    Done,
    /// Spam.
    Spam,
}

/// Action on a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename_all = "snake_case"))]
pub enum RecordAction {
    /// Starts the work.
    Start,
    /// Finishes the work.
    Finish,
    /// Reopens a finished record.
    Reopen,
    /// Marks the record as spam.
    Spam,
    /// Marks spam as not spam.
    NotSpam,
    /// Assigns the record to an admin, or to nobody.
    Assign,
    /// Adds a note to the history.
    Note,
    /// Undoes the last action, as [`undo`] allows.
    Undo,
}

impl RecordState {
    /// Every state, in the order of the boxes.
    pub const ALL: [Self; 4] = [Self::New, Self::Open, Self::Done, Self::Spam];

    /// Returns the name of the state, as sent and stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Open => "open",
            Self::Done => "done",
            Self::Spam => "spam",
        }
    }

    /// Returns the label of the state on the screen.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::New => "New",
            Self::Open => "In progress",
            Self::Done => "Done",
            Self::Spam => "Spam",
        }
    }

    /// Parses the name of a state.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

impl RecordAction {
    /// Every action, in the order on the screen.
    pub const ALL: [Self; 8] = [
        Self::Start,
        Self::Finish,
        Self::Reopen,
        Self::Spam,
        Self::NotSpam,
        Self::Assign,
        Self::Note,
        Self::Undo,
    ];

    /// Returns the name of the action, as sent and stored.
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
            Self::Undo => "undo",
        }
    }

    /// Returns whether the first of these ends the wait for an answer, if a person does it and does not undo it.
    #[must_use]
    pub const fn is_first_action(self) -> bool {
        matches!(self, Self::Start | Self::Finish | Self::Assign | Self::Note)
    }

    /// Parses the name of an action.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.as_str() == text)
    }
}

/// The longest note, in characters.
const NOTE_MAX: usize = 2_000;

/// Rules of a note.
pub const NOTE: TextRule = TextRule {
    name: "text",
    kind: Kind::Lines,
    required: Some("Note is required"),
    min: None,
    max: Limit { chars: NOTE_MAX, message: formatcp!("Note must not exceed {NOTE_MAX} characters") },
    control: "Note contains characters that cannot be used",
    pattern: "",
};

const _: () = assert!(NOTE.fault().is_none());

/// Filter by assignee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assigned<'a> {
    /// Records of the admin who asks.
    Me,
    /// Unassigned records.
    Nobody,
    /// Records of the account with this name.
    To(&'a str),
}

impl<'a> Assigned<'a> {
    /// Parses the filter, ignoring case; none where no account can have the name.
    #[must_use]
    pub fn parse(text: &'a str) -> Option<Self> {
        if text.eq_ignore_ascii_case("me") {
            Some(Self::Me)
        } else if text.eq_ignore_ascii_case("nobody") {
            Some(Self::Nobody)
        } else {
            is_username(text).then_some(Self::To(text))
        }
    }

    /// Returns the filter as it is written to a URL.
    #[must_use]
    pub const fn as_str(self) -> &'a str {
        match self {
            Self::Me => "me",
            Self::Nobody => "nobody",
            Self::To(username) => username,
        }
    }
}

/// Returns whether an account can have this name.
fn is_username(text: &str) -> bool {
    crate::login::RULES.username.check_normalized(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{Assigned, RecordAction, RecordState};
    use crate::messages::server::ACTION_INVALID;

    #[test]
    fn parses_every_name() {
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
    fn lists_every_action_in_the_sentence() {
        let actions = listed(RecordAction::ALL.into_iter().map(RecordAction::as_str));
        assert_eq!(ACTION_INVALID, format!("Action must be {actions}"));
    }

    #[test]
    fn parses_the_filter_by_assignee() {
        assert_eq!(Assigned::parse("me"), Some(Assigned::Me));
        assert_eq!(Assigned::parse("nobody"), Some(Assigned::Nobody));
        assert_eq!(Assigned::parse("Me"), Some(Assigned::Me));
        assert_eq!(Assigned::parse("NOBODY").map(Assigned::as_str), Some("nobody"));
        assert_eq!(Assigned::parse("Ada"), Some(Assigned::To("Ada")));
        for impossible in ["", "\u{0}", &"a".repeat(151)] {
            assert_eq!(Assigned::parse(impossible), None);
        }
    }
}
