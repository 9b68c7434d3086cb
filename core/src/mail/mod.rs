//! What is written when something came in: to those who work with it, and to whoever sent it. Text only, no markup.

mod header;
#[cfg(test)]
mod tests;

pub use header::{header_text, is_plain_mailbox};

use std::fmt::Write as _;

/// The longest name in a subject, in characters.
const NAME: usize = 60;

/// The longest subject matter beside the name.
const MATTER: usize = 40;

/// The longest fact in a text: no field of one line is longer.
const FACT: usize = 300;

/// The longest answer of a mail server that is kept and shown.
pub const ANSWER: usize = 500;

/// The subject of what a visitor is sent.
pub const ACKNOWLEDGEMENT_SUBJECT: &str = "Thank you, your message has arrived";

/// What a visitor is sent: the same to everybody, so that nobody can have the server send words of theirs.
pub const ACKNOWLEDGEMENT: &str = "\
Thank you for writing to us. Your message has arrived, and somebody will answer it.

This mail was sent by itself. If you did not write to us, somebody gave your address by
mistake, and there is nothing that you need to do.
";

/// The subject of a mail that only shows that mails arrive.
pub const TEST_SUBJECT: &str = "A mail to try the settings";

/// Its text.
pub const TEST: &str = "\
Somebody has run `agency-server mail-test`. That you read this means that the settings are fine.
";

/// What came in, as those who work with it are told of it.
#[derive(Clone, Debug)]
pub struct Arrived<'a> {
    /// What a record of its kind is called.
    pub record: &'static str,
    /// Who sent it.
    pub full_name: &'a str,
    /// Where an answer goes.
    pub email: &'a str,
    /// What it is about, where its kind tells that by a few words.
    pub matter: Option<&'a str>,
    /// What was typed into one line besides, each by its name; what was left empty is left out.
    pub facts: Vec<(&'static str, &'a str)>,
    /// The name and content of the text of several lines, if the form has one.
    pub text: Option<(&'static str, &'a str)>,
}

impl Arrived<'_> {
    /// The subject of the mail.
    #[must_use]
    pub fn subject(&self) -> String {
        let mut subject = format!("{} from {}", self.record, header_text(self.full_name, NAME));
        if let Some(matter) = self.matter {
            let _ = write!(subject, ": {}", header_text(matter, MATTER));
        }
        subject
    }

    /// The text of the mail. What was typed cannot pass for ours: each line of it stands behind a name or a `>`, and the link
    /// comes before.
    #[must_use]
    pub fn text(&self, link: Option<&str>, reply: Reply) -> String {
        let mut text = format!("{} has come in.\n", indefinite(self.record));
        if let Some(link) = link {
            let _ = write!(text, "\nRead it, and say how far the work has come:\n{link}\n");
        }
        text.push('\n');
        let known = [("Name", self.full_name), ("Email", self.email)];
        for (name, fact) in known.iter().chain(&self.facts).filter(|(_, fact)| !fact.is_empty()) {
            let _ = writeln!(text, "{name}: {}", header_text(fact, FACT));
        }
        if let Some((name, typed)) = self.text {
            let _ = writeln!(text, "{name}:");
            for line in typed.split(is_line_end) {
                let shown = line.chars().filter(|&c| c == '\t' || !c.is_control()).collect::<String>();
                text.push_str(if shown.is_empty() { ">" } else { "> " });
                text.push_str(&shown);
                text.push('\n');
            }
        }
        text.push_str(match reply {
            Reply::Reaches => "\nAn answer to this mail reaches whoever wrote it.\n",
            Reply::Misses => {
                "\nAn answer to this mail does not reach whoever wrote it: few mail servers know such addresses.\n"
            }
        });
        text
    }
}

/// Whether an answer to a mail reaches the visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The mail says where answers go.
    Reaches,
    /// The visitor's address cannot stand in a mail's head.
    Misses,
}

/// With its article.
fn indefinite(record: &str) -> String {
    let article = if record.starts_with(['A', 'E', 'I', 'O', 'U']) { "An" } else { "A" };
    format!("{article} {}", record.to_lowercase())
}

/// Whether a reader of mail may begin a new line here.
const fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}
