//! What is asked of a record, before it is known how the record stands.

use std::borrow::Cow;

use super::{NOTE, RecordAction, is_username};
use crate::{
    messages::server,
    validation::{ValidationError, ValidationErrors},
};

/// What was sent to be done with a record.
#[derive(Clone, Copy, Debug, Default)]
pub struct ActionRequest<'a> {
    /// The action's name.
    pub action: &'a str,
    /// Which version of the record was seen. A note may leave it out.
    pub version: Option<i64>,
    /// Who gets the record, where somebody was named or nobody was (`Some(None)`).
    pub to: Option<Option<&'a str>>,
    /// The note.
    pub text: &'a str,
}

/// What is to be done with a record.
#[derive(Clone, PartialEq, Eq)]
pub struct Order<'a> {
    /// What is done.
    pub action: RecordAction,
    /// Which version of the record was seen; none where any will do.
    pub version: Option<i64>,
    /// Who gets the record, when the action is [`Assign`](RecordAction::Assign).
    pub to: Option<&'a str>,
    /// The note as it is stored, when the action is [`Note`](RecordAction::Note).
    pub text: Option<Cow<'a, str>>,
}

impl<'a> ActionRequest<'a> {
    /// What is to be done, or every refused field. What belongs to other actions is left out.
    pub fn accept(&self) -> Result<Order<'a>, ValidationErrors> {
        let Some(action) = RecordAction::parse(self.action) else {
            return Err(ValidationErrors::new().with("action", Err(server::ACTION_INVALID)));
        };
        let mut errors = ValidationErrors::new();
        match self.version {
            Some(version) if version < 1 => errors.add("version", error(server::VERSION_INVALID)),
            None if action != RecordAction::Note => errors.add("version", error(server::VERSION_INVALID)),
            _ => {}
        }
        let mut order = Order { action, version: self.version, to: None, text: None };
        match (action, self.to) {
            (RecordAction::Assign, None) => errors.add("to", error(server::ASSIGNEE_MISSING)),
            (RecordAction::Assign, Some(Some(to))) if !is_username(to) => {
                errors.add("to", error(server::ASSIGNEE_UNKNOWN));
            }
            (RecordAction::Assign, Some(to)) => order.to = to,
            _ => {}
        }
        if action == RecordAction::Note {
            let text = NOTE.normalize(self.text);
            errors = errors.with(NOTE.name, NOTE.check_normalized(&text));
            order.text = Some(text);
        }
        if errors.is_empty() { Ok(order) } else { Err(errors) }
    }
}

fn error(sentence: &'static str) -> ValidationError {
    ValidationError::new(sentence)
}

/// What somebody wrote is never printed.
impl std::fmt::Debug for Order<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Order({})", self.action.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::{ActionRequest, Order};
    use crate::{messages::server, work::RecordAction};

    fn refused(request: ActionRequest<'_>) -> Vec<(&'static str, &'static str)> {
        let errors = request.accept().err().unwrap_or_default();
        errors.as_slice().iter().map(|error| (error.field, error.message)).collect()
    }

    #[test]
    fn each_action_needs_its_own() {
        let sent = ActionRequest { action: "finish", version: Some(3), to: Some(Some("ada")), text: "a" };
        let order = Order { action: RecordAction::Finish, version: Some(3), to: None, text: None };
        assert_eq!(sent.accept().unwrap(), order);
        let assign = ActionRequest { action: "assign", ..sent };
        assert_eq!(assign.accept().unwrap().to, Some("ada"));
        assert_eq!(ActionRequest { to: Some(None), ..assign }.accept().unwrap().to, None);
        assert_eq!(refused(ActionRequest { to: None, ..assign }), [("to", server::ASSIGNEE_MISSING)]);
        let note = ActionRequest { action: "note", version: None, text: " a\r\nb ", to: None };
        assert_eq!(note.accept().unwrap().text.as_deref(), Some("a\nb"));
        let both = ActionRequest { version: Some(0), text: "\u{0}", ..note };
        let control = "Note contains characters that cannot be used";
        assert_eq!(refused(both), [("version", server::VERSION_INVALID), ("text", control)]);
    }

    #[test]
    fn what_nobody_can_mean_is_refused() {
        let sent = ActionRequest { action: "start", version: Some(1), ..ActionRequest::default() };
        for action in ["", "Start", "started", "\u{0}"] {
            assert_eq!(refused(ActionRequest { action, ..sent }), [("action", server::ACTION_INVALID)]);
        }
        for version in [None, Some(0), Some(-1), Some(i64::MIN)] {
            assert_eq!(refused(ActionRequest { version, ..sent }), [("version", server::VERSION_INVALID)]);
        }
        let to = Some(Some("a\u{0}"));
        let assign = ActionRequest { action: "assign", to, ..sent };
        assert_eq!(refused(assign), [("to", server::ASSIGNEE_UNKNOWN)]);
    }
}
