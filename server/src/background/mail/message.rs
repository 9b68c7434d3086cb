//! Renders mails.

use lettre::{
    Address,
    message::{
        Body, Mailbox, Mailboxes,
        header::{
            ContentType, Date, From, HeaderName, HeaderValue, Headers, MIME_VERSION_1_0, MessageId, ReplyTo,
            Subject, To,
        },
    },
};

use crate::background::mail::notice::{Reply, SubmissionNotice};

/// Subject of the acknowledgement.
pub(super) const ACKNOWLEDGEMENT_SUBJECT: &str = "We received your message";

/// Body of the acknowledgement. It is always the same, so that nobody can make the server send other texts to
/// strangers.
pub(super) const ACKNOWLEDGEMENT_BODY: &str = "\
Thank you for contacting us. We received your message and will get back to you.

This is an automated message. If you did not contact us, someone entered your address by
mistake, and you can ignore this message.
";

/// Subject of the mail that `agency-server mail-test` sends.
const TEST_SUBJECT: &str = "Test mail";

/// Body of the mail that `agency-server mail-test` sends.
const TEST_BODY: &str = "\
This is a test by `agency-server mail-test`. The mail settings work.
";

/// The contents of a mail.
pub(crate) struct Letter {
    pub(crate) subject: String,
    text: String,
    reply_to: Option<Address>,
    /// Says that no person wrote the mail, so that no vacation notice replies to it (RFC 3834).
    auto_submitted: &'static str,
}

impl Letter {
    /// Creates the notice of a new record. Replies go to the visitor.
    pub(crate) fn arrived(
        arrived: &SubmissionNotice<'_>,
        link: Option<&str>,
        visitor: Option<&Address>,
    ) -> Self {
        let reply = if visitor.is_some() { Reply::Reaches } else { Reply::Misses };
        let letter = Self::new(arrived.subject(), arrived.body(link, reply), "auto-generated");
        Self { reply_to: visitor.cloned(), ..letter }
    }

    /// Creates the acknowledgement for a visitor, which is the same for all.
    pub(crate) fn acknowledgement() -> Self {
        Self::new(ACKNOWLEDGEMENT_SUBJECT.to_owned(), ACKNOWLEDGEMENT_BODY.to_owned(), "auto-replied")
    }

    /// Creates a test mail.
    pub(crate) fn test() -> Self {
        Self::new(TEST_SUBJECT.to_owned(), TEST_BODY.to_owned(), "auto-generated")
    }

    fn new(subject: String, text: String, auto_submitted: &'static str) -> Self {
        Self { subject, text, reply_to: None, auto_submitted }
    }

    /// Renders headers and text in ASCII, without the sender.
    ///
    /// `lettre::Message` would parse every address several times for an envelope that is not needed yet, while a visitor
    /// waits.
    pub(crate) fn rendered(self, to: &Address, message_id: &str) -> anyhow::Result<String> {
        let body = Body::new(self.text);
        let mut head = Headers::new();
        head.set(To::from(mailboxes(to.clone())));
        head.set(Subject::from(self.subject));
        head.set(MessageId::from(message_id.to_owned()));
        let auto_submitted = HeaderName::new_from_ascii_str("Auto-Submitted");
        head.insert_raw(HeaderValue::new(auto_submitted, self.auto_submitted.to_owned()));
        // Exchange sends its out-of-office replies to `Reply-To`, unless this forbids it.
        let suppress = HeaderName::new_from_ascii_str("X-Auto-Response-Suppress");
        head.insert_raw(HeaderValue::new(suppress, "All".to_owned()));
        head.set(MIME_VERSION_1_0);
        head.set(ContentType::TEXT_PLAIN);
        if let Some(reply_to) = self.reply_to {
            head.set(ReplyTo::from(mailboxes(reply_to)));
        }
        head.set(body.encoding());
        head.set(Date::now());
        let text = String::from_utf8(body.into_vec())?;
        Ok(format!("{head}\r\n{text}"))
    }
}

fn mailboxes(address: Address) -> Mailboxes {
    Mailbox::new(None, address).into()
}

/// Returns a Message-ID that begins with a name.
pub(super) fn message_id(from: &Mailbox, name: &str) -> String {
    format!("<{name}@{}>", from.email.domain())
}

/// Adds the sender when a mail is sent, so that a corrected `MAIL_FROM` also applies to queued mails.
pub(super) fn complete(from: &Mailbox, rendered: &str) -> String {
    let mut head = Headers::new();
    head.set(From::from(Mailboxes::from(from.clone())));
    format!("{head}{rendered}")
}
