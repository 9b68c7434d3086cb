//! A mail as it goes over the line.

use agency_core::mail::{
    ACKNOWLEDGEMENT_BODY, ACKNOWLEDGEMENT_SUBJECT, Reply, SubmissionNotice, TEST_BODY, TEST_SUBJECT,
};
use lettre::{
    Address,
    message::{
        Body, Mailbox, Mailboxes,
        header::{
            ContentType, Date, From, Header, HeaderName, HeaderValue, Headers, MIME_VERSION_1_0, MessageId,
            ReplyTo, Subject, To,
        },
    },
};

/// What a mail is about.
pub(crate) struct Letter {
    pub(crate) subject: String,
    text: String,
    reply_to: Option<Address>,
    submitted: AutoSubmitted,
}

impl Letter {
    /// For those who work here: what came in, and where an answer goes.
    pub(crate) fn arrived(
        arrived: &SubmissionNotice<'_>,
        link: Option<&str>,
        visitor: Option<&Address>,
    ) -> Self {
        let reply = if visitor.is_some() { Reply::Reaches } else { Reply::Misses };
        Self {
            subject: arrived.subject(),
            text: arrived.body(link, reply),
            reply_to: visitor.cloned(),
            submitted: AutoSubmitted::Generated,
        }
    }

    /// For the visitor: the same for everybody.
    pub(crate) fn acknowledgement() -> Self {
        Self {
            subject: ACKNOWLEDGEMENT_SUBJECT.to_owned(),
            text: ACKNOWLEDGEMENT_BODY.to_owned(),
            reply_to: None,
            submitted: AutoSubmitted::Replied,
        }
    }

    /// To see that mails arrive.
    pub(super) fn test() -> Self {
        Self {
            subject: TEST_SUBJECT.to_owned(),
            text: TEST_BODY.to_owned(),
            reply_to: None,
            submitted: AutoSubmitted::Generated,
        }
    }

    /// Head and text, all in ASCII, but for who sends it.
    ///
    /// `Message` would parse the addresses that it was given, several times over, for an envelope that nobody needs yet:
    /// more work than all the rest, at the cost of whoever sends a form.
    pub(crate) fn rendered(self, to: &Address, message_id: &str) -> anyhow::Result<String> {
        let body = Body::new(self.text);
        let mut head = Headers::new();
        head.set(To::from(mailboxes(to.clone())));
        head.set(Subject::from(self.subject));
        head.set(MessageId::from(message_id.to_owned()));
        head.set(self.submitted);
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

/// The whole mail: who sends it is what the settings say now, so that a mail whose sender was refused is mended by them.
pub(super) fn complete(from: &Mailbox, rendered: &str) -> String {
    let mut head = Headers::new();
    head.set(From::from(Mailboxes::from(from.clone())));
    format!("{head}{rendered}")
}

/// That no person wrote a mail, so that no absent one answers it (RFC 3834).
#[derive(Clone, Copy)]
enum AutoSubmitted {
    Generated,
    Replied,
}

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        match text {
            "auto-generated" => Ok(Self::Generated),
            "auto-replied" => Ok(Self::Replied),
            _ => Err("neither auto-generated nor auto-replied".into()),
        }
    }

    fn display(&self) -> HeaderValue {
        let value = match self {
            Self::Generated => "auto-generated",
            Self::Replied => "auto-replied",
        };
        HeaderValue::new(Self::name(), value.to_owned())
    }
}
