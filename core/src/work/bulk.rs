//! One action on several records.

use std::collections::HashSet;

use const_format::formatcp;

use super::{ActionInput, ActionRequest, RecordAction, request::version_error};
use crate::{messages::server, validation::FieldError};

/// Maximum records of one request.
pub const BULK_MAX: usize = 100;

const TOO_MANY: &str = formatcp!("Records must not exceed {BULK_MAX}");

/// An action on several records as received.
#[derive(Clone, Debug)]
pub struct BulkInput<'a> {
    /// The action's name.
    pub action: &'a str,
    /// The assignee's username, `Some(None)` for nobody.
    pub to: Option<Option<&'a str>>,
    /// The slug and the last known version of each record.
    pub records: Vec<(&'a str, Option<i64>)>,
}

impl<'a> BulkInput<'a> {
    /// Returns the slug of each record with its valid request.
    ///
    /// # Errors
    ///
    /// Every refused field: an unknown action or a note, an invalid assignee, no records, more than [`BULK_MAX`], a
    /// repeated slug, an invalid version.
    pub fn accept(self) -> Result<Vec<(&'a str, ActionRequest<'a>)>, Vec<FieldError>> {
        let Self { action, to, records } = self;
        if action == RecordAction::Note.as_str() {
            return Err(vec![FieldError::new("action", server::BULK_NOTE)]);
        }
        let request = ActionInput { action, version: Some(1), to, text: "" }.accept();
        let mut errors = request.as_ref().err().cloned().unwrap_or_default();
        let slugs = records.iter().map(|(slug, _)| slug).collect::<HashSet<_>>();
        if records.is_empty() {
            errors.push(FieldError::new("records", server::BULK_EMPTY));
        } else if records.len() > BULK_MAX {
            errors.push(FieldError::new("records", TOO_MANY));
        } else if slugs.len() < records.len() {
            errors.push(FieldError::new("records", server::BULK_REPEATED));
        } else if let Some(message) = records.iter().find_map(|record| version_error(record.1)) {
            errors.push(FieldError::new("records", message));
        }
        match request {
            Ok(request) if errors.is_empty() => {
                let records = records.into_iter();
                Ok(records.map(|(slug, version)| (slug, request.with_version(version))).collect())
            }
            _ => Err(errors),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BULK_MAX, BulkInput};
    use crate::{
        messages::server,
        work::{ActionRequest, RecordAction},
    };

    fn refused(bulk: BulkInput<'_>) -> Vec<(&'static str, &'static str)> {
        let errors = bulk.accept().err().unwrap_or_default();
        errors.as_slice().iter().map(|error| (error.field, error.message)).collect()
    }

    #[test]
    fn returns_the_request_of_each_record_in_order() {
        let bulk =
            BulkInput { action: "assign", to: Some(None), records: vec![("b", Some(2)), ("a", Some(1))] };
        let request = |version| ActionRequest {
            action: RecordAction::Assign,
            version: Some(version),
            to: None,
            text: None,
        };
        assert_eq!(bulk.accept().unwrap(), [("b", request(2)), ("a", request(1))]);
    }

    #[test]
    fn rejects_request_that_is_invalid_for_every_record() {
        let one = |action| BulkInput { action, to: None, records: vec![("a", Some(1))] };
        assert_eq!(refused(one("undo")), []);
        assert_eq!(refused(one("note")), [("action", server::BULK_NOTE)]);
        assert_eq!(refused(one("close")), [("action", server::ACTION_INVALID)]);
        assert_eq!(refused(one("assign")), [("to", server::ASSIGNEE_MISSING)]);
        let several = |records| BulkInput { records, ..one("undo") };
        assert_eq!(refused(several(vec![])), [("records", server::BULK_EMPTY)]);
        let twice = vec![("a", Some(1)), ("a", Some(2))];
        assert_eq!(refused(several(twice)), [("records", server::BULK_REPEATED)]);
        for version in [None, Some(0), Some(i64::MIN)] {
            let records = vec![("a", Some(1)), ("b", version)];
            assert_eq!(refused(several(records)), [("records", server::VERSION_INVALID)]);
        }
        let slugs = (0..=BULK_MAX).map(|number| number.to_string()).collect::<Vec<_>>();
        let records = slugs.iter().map(|slug| (slug.as_str(), Some(1))).collect::<Vec<_>>();
        assert_eq!(refused(several(records[1..].to_vec())), []);
        assert_eq!(refused(several(records)), [("records", super::TOO_MANY)]);
    }
}
