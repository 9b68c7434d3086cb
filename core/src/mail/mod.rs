//! Mails about a new submission: a notice to staff, and an acknowledgement to the visitor. Plain text only.

mod header;
#[cfg(test)]
mod tests;

pub use header::{header_text, is_plain_mailbox};

use std::fmt::Write as _;

/// Maximum length of a name in a subject, in characters.
const NAME_MAX_CHARS: usize = 60;

/// Maximum length of a topic in a subject, in characters.
const TOPIC_MAX_CHARS: usize = 40;

/// Maximum length of a one-line field in a body, in characters. No form accepts longer ones.
const FIELD_MAX_CHARS: usize = 300;

/// Maximum length of a mail server's reply that is stored and displayed, in characters.
pub const MAIL_SERVER_REPLY_MAX_CHARS: usize = 500;

/// Subject of the acknowledgement.
pub const ACKNOWLEDGEMENT_SUBJECT: &str = "Thank you, your message has arrived";

/// Body of the acknowledgement. It is always the same, so that nobody can make the server send other texts to
/// strangers.
pub const ACKNOWLEDGEMENT_BODY: &str = "\
Thank you for writing to us. Your message has arrived, and somebody will answer it.

This mail was sent by itself. If you did not write to us, somebody gave your address by
mistake, and there is nothing that you need to do.
";

/// Subject of the mail that `agency-server mail-test` sends.
pub const TEST_SUBJECT: &str = "A mail to try the settings";

/// Body of the mail that `agency-server mail-test` sends.
pub const TEST_BODY: &str = "\
Somebody has run `agency-server mail-test`. That you read this means that the settings are fine.
";

/// Notice to staff about a new submission.
#[derive(Clone, Debug)]
pub struct SubmissionNotice<'a> {
    /// Name of the record type, such as "Application".
    pub record: &'static str,
    /// Name of the sender.
    pub full_name: &'a str,
    /// E-mail address of the sender.
    pub email: &'a str,
    /// Topic for the subject, such as the job title.
    pub topic: Option<&'a str>,
    /// Names and values of other one-line fields. Empty ones are left out of the body.
    pub fields: Vec<(&'static str, &'a str)>,
    /// Name and value of the field with several lines, if the form has one.
    pub message: Option<(&'static str, &'a str)>,
}

impl SubmissionNotice<'_> {
    /// Returns the subject.
    #[must_use]
    pub fn subject(&self) -> String {
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
    #[must_use]
    pub fn body(&self, link: Option<&str>, reply: Reply) -> String {
        let mut text = format!("{} has come in.\n", indefinite(self.record));
        if let Some(link) = link {
            let _ = write!(text, "\nRead it, and say how far the work has come:\n{link}\n");
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
            Reply::Reaches => "\nReplies to this mail go to the sender.\n",
            Reply::Misses => {
                "\nReplies to this mail do not reach the sender: few mail servers accept such addresses.\n"
            }
        });
        text
    }
}

/// Whether a reply to the notice reaches the visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The mail has a `Reply-To` header.
    Reaches,
    /// The visitor's address is not valid in a header.
    Misses,
}

/// Returns the name in lower case with its indefinite article.
fn indefinite(record: &str) -> String {
    let article = if record.starts_with(['A', 'E', 'I', 'O', 'U']) { "An" } else { "A" };
    format!("{article} {}", record.to_lowercase())
}

/// Returns whether a mail client may start a new line here.
const fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}
