//! What became of an attempt to deliver.

use std::time::Duration;

use crate::config::mail::header::header_text;

/// The maximum length of an answer that is stored and displayed, in characters.
const ANSWER_MAX_CHARS: usize = 500;

/// The result of an attempt to deliver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Sent,
    /// The receiver refused this one for good.
    Refused(Answer),
    /// The receiver refused this one for now.
    Deferred(Answer),
    /// The receiver failed, or takes nothing for now. Others would fail too.
    Unreachable(Answer),
    /// The settings do not ask for it.
    Unwanted,
}

/// The answer of a receiver, or the reason why there was none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) code: Option<u16>,
    /// The answer in one line. It may name a person, so it is never logged.
    pub(crate) text: String,
    /// The pause that the receiver asked for.
    pub(crate) retry_after: Option<Duration>,
}

/// Returns an answer in one line, shortened.
pub(crate) fn shown(answer: &str) -> String {
    header_text(answer, ANSWER_MAX_CHARS)
}

impl Answer {
    /// Describes a failure without an answer.
    pub(crate) fn failure(reason: &str) -> Self {
        Self { code: None, text: shown(reason), retry_after: None }
    }

    /// Shows an answer in one line.
    pub(crate) fn negative(code: u16, text: &str) -> Self {
        Self { code: Some(code), ..Self::failure(text) }
    }
}
