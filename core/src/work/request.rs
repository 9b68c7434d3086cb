//! One action on one record: the request and its rules, before the record is read.

use std::borrow::Cow;

use super::{NOTE, RecordAction, is_username};
use crate::{messages::server, validation::FieldError};

/// An action as received.
#[derive(Clone, Copy, Debug, Default)]
pub struct ActionInput<'a> {
    /// The action's name.
    pub action: &'a str,
    /// The last known version of the record. A note may omit it.
    pub version: Option<i64>,
    /// The assignee's username, `Some(None)` for nobody.
    pub to: Option<Option<&'a str>>,
    /// The note.
    pub text: &'a str,
}

/// A valid action.
#[derive(Clone, PartialEq, Eq)]
pub struct ActionRequest<'a> {
    /// The action.
    pub action: RecordAction,
    /// The last known version of the record; none where any version is accepted.
    pub version: Option<i64>,
    /// The assignee, when the action is [`Assign`](RecordAction::Assign).
    pub to: Option<&'a str>,
    /// The note as it is stored, when the action is [`Note`](RecordAction::Note).
    pub text: Option<Cow<'a, str>>,
}

impl<'a> ActionInput<'a> {
    /// Returns the valid action. Fields that belong to other actions are ignored.
    ///
    /// # Errors
    ///
    /// Every refused field.
    pub fn accept(&self) -> Result<ActionRequest<'a>, Vec<FieldError>> {
        let Some(action) = RecordAction::parse(self.action) else {
            return Err(vec![FieldError::new("action", server::ACTION_INVALID)]);
        };
        let mut errors = Vec::new();
        if let Some(message) = version_error(self.version)
            && (action != RecordAction::Note || self.version.is_some())
        {
            errors.push(FieldError::new("version", message));
        }
        let mut request = ActionRequest { action, version: self.version, to: None, text: None };
        match (action, self.to) {
            (RecordAction::Assign, None) => errors.push(FieldError::new("to", server::ASSIGNEE_MISSING)),
            (RecordAction::Assign, Some(Some(to))) if !is_username(to) => {
                errors.push(FieldError::new("to", server::ASSIGNEE_UNKNOWN));
            }
            (RecordAction::Assign, Some(to)) => request.to = to,
            _ => {}
        }
        if action == RecordAction::Note {
            let text = NOTE.normalize(self.text);
            if let Err(message) = NOTE.check_normalized(&text) {
                errors.push(FieldError::new(NOTE.name, message));
            }
            request.text = Some(text);
        }
        if errors.is_empty() { Ok(request) } else { Err(errors) }
    }
}

impl ActionRequest<'_> {
    /// Returns the same action for another version.
    pub(super) fn with_version(&self, version: Option<i64>) -> Self {
        Self { version, ..self.clone() }
    }
}

/// Leaves out the note, which is private.
impl std::fmt::Debug for ActionRequest<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "ActionRequest({})", self.action.as_str())
    }
}

/// Returns why a version is refused.
pub(super) fn version_error(version: Option<i64>) -> Option<&'static str> {
    version.is_none_or(|version| version < 1).then_some(server::VERSION_INVALID)
}

#[cfg(test)]
mod tests {
    use super::{ActionInput, ActionRequest};
    use crate::{messages::server, work::RecordAction};

    fn refused(input: ActionInput<'_>) -> Vec<(&'static str, &'static str)> {
        let errors = input.accept().err().unwrap_or_default();
        errors.as_slice().iter().map(|error| (error.field, error.message)).collect()
    }

    #[test]
    fn requires_the_fields_of_the_action() {
        let sent = ActionInput { action: "finish", version: Some(3), to: Some(Some("ada")), text: "a" };
        let request = ActionRequest { action: RecordAction::Finish, version: Some(3), to: None, text: None };
        assert_eq!(sent.accept().unwrap(), request);
        let assign = ActionInput { action: "assign", ..sent };
        assert_eq!(assign.accept().unwrap().to, Some("ada"));
        assert_eq!(ActionInput { to: Some(None), ..assign }.accept().unwrap().to, None);
        assert_eq!(refused(ActionInput { to: None, ..assign }), [("to", server::ASSIGNEE_MISSING)]);
        let note = ActionInput { action: "note", version: None, text: " a\r\nb ", to: None };
        assert_eq!(note.accept().unwrap().text.as_deref(), Some("a\nb"));
        let both = ActionInput { version: Some(0), text: "\u{0}", ..note };
        let control = "Note contains characters that cannot be used";
        assert_eq!(refused(both), [("version", server::VERSION_INVALID), ("text", control)]);
    }

    #[test]
    fn rejects_unknown_actions_versions_and_assignees() {
        let sent = ActionInput { action: "start", version: Some(1), ..ActionInput::default() };
        for action in ["", "Start", "started", "\u{0}"] {
            assert_eq!(refused(ActionInput { action, ..sent }), [("action", server::ACTION_INVALID)]);
        }
        for version in [None, Some(0), Some(-1), Some(i64::MIN)] {
            assert_eq!(refused(ActionInput { version, ..sent }), [("version", server::VERSION_INVALID)]);
        }
        let to = Some(Some("a\u{0}"));
        let assign = ActionInput { action: "assign", to, ..sent };
        assert_eq!(refused(assign), [("to", server::ASSIGNEE_UNKNOWN)]);
    }
}
