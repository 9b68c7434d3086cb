//! The notice to staff about a new submission, in plain text.

use std::fmt::Write as _;

use crate::config::mail::header::header_text;

/// Maximum length of a name in a subject, in characters.
const NAME_MAX_CHARS: usize = 60;

/// Maximum length of a topic in a subject, in characters.
const TOPIC_MAX_CHARS: usize = 40;

/// Maximum length of a one-line field in a body, in characters. No form accepts longer ones.
const FIELD_MAX_CHARS: usize = 300;

/// Notice to staff about a new submission.
#[derive(Clone, Debug)]
pub(crate) struct SubmissionNotice<'a> {
    /// Name of the record type, such as "Application".
    pub(crate) record: &'static str,
    /// Name of the sender.
    pub(crate) full_name: &'a str,
    /// Email address of the sender.
    pub(crate) email: &'a str,
    /// Topic for the subject, such as the job title.
    pub(crate) topic: Option<&'a str>,
    /// Names and values of other one-line fields. Empty ones are left out of the body.
    pub(crate) fields: Vec<(&'static str, &'a str)>,
    /// Name and value of the field with several lines, if the form has one.
    pub(crate) message: Option<(&'static str, &'a str)>,
}

impl SubmissionNotice<'_> {
    /// Returns the subject.
    pub(crate) fn subject(&self) -> String {
        let mut subject = format!("{} from {}", self.record, header_text(self.full_name, NAME_MAX_CHARS));
        if let Some(topic) = self.topic {
            let _ = write!(subject, ": {}", header_text(topic, TOPIC_MAX_CHARS));
        }
        subject
    }

    /// Returns the body.
    ///
    /// Each line of the sender's text follows a field name or a `>`, and the link precedes it, so that no text can pass
    /// for a line of the server.
    pub(crate) fn body(&self, link: Option<&str>, reply: Reply) -> String {
        let mut text = format!("New {}.\n", self.record.to_lowercase());
        if let Some(link) = link {
            let _ = write!(text, "\nOpen it in the dashboard:\n{link}\n");
        }
        text.push('\n');
        let known = [("Name", self.full_name), ("Email", self.email)];
        for (name, field) in known.iter().chain(&self.fields).filter(|(_, field)| !field.is_empty()) {
            let _ = writeln!(text, "{name}: {}", header_text(field, FIELD_MAX_CHARS));
        }
        if let Some((name, typed)) = self.message {
            let _ = writeln!(text, "{name}:");
            for line in typed.split(is_line_end) {
                let shown = line.chars().filter(|&c| c == '\t' || !c.is_control()).collect::<String>();
                text.push_str(if shown.is_empty() { ">" } else { "> " });
                text.push_str(&shown);
                text.push('\n');
            }
        }
        text.push_str(match reply {
            Reply::Reaches => "\nReply to this mail to answer the sender.\n",
            Reply::Misses => {
                "\nReplies to this mail do not reach the sender: mail servers do not accept the address.\n"
            }
        });
        text
    }
}

/// Whether a reply to the notice reaches the visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// The mail has a `Reply-To` header.
    Reaches,
    /// The visitor's address is not valid in a header.
    Misses,
}

/// Returns whether a mail client may start a new line here.
const fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}
