//! Queues the mails about a submission, in the transaction that stores it.

use std::sync::Arc;

use agency_core::{mail::SubmissionNotice, work::RecordState};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use lettre::Address;
use tokio::sync::Notify;

use crate::{
    background::mail::message::Letter,
    config::{
        PublicUrl,
        mail::{MailConfig, address::address},
    },
    storage::{prepared::Prepared, schema::mails},
};

/// Writes mails.
pub(crate) struct Outbox {
    config: MailConfig,
    public_url: Option<PublicUrl>,
    /// Wakes the worker of this instance.
    pub(crate) written: Arc<Notify>,
}

impl Outbox {
    /// Creates an outbox with these settings. Links in mails begin with the public URL.
    pub(crate) fn new(config: MailConfig, public_url: Option<PublicUrl>) -> Self {
        Self { config, public_url, written: Arc::default() }
    }

    /// Writes the mails of a record: one for each address in `NOTIFY`, and an acknowledgement to the sender if that is on.
    pub(crate) fn mails(&self, slug: &str, arrived: &SubmissionNotice<'_>) -> NewMails {
        let visitor = address(arrived.email);
        let mut mails = NewMails::default();
        let link = self.link(slug, arrived.record);
        for (nth, to) in self.config.notify.iter().enumerate() {
            let letter = Letter::arrived(arrived, link.as_deref(), visitor.as_ref());
            self.write(&mut mails, Purpose::Notify, to, letter, &format!("{slug}.{nth}"));
        }
        if self.config.acknowledge
            && let Some(visitor) = &visitor
        {
            self.write(
                &mut mails,
                Purpose::Acknowledge,
                visitor,
                Letter::acknowledgement(),
                &format!("{slug}.visitor"),
            );
        }
        mails
    }

    fn write(&self, mails: &mut NewMails, purpose: Purpose, to: &Address, letter: Letter, name: &str) {
        let message_id = format!("<{name}@{}>", self.config.from.email.domain());
        let subject = letter.subject.clone();
        match letter.rendered(to, &message_id) {
            Ok(message) => {
                mails.0.push(NewMail { purpose, recipient: to.to_string(), message_id, subject, message });
            }
            // Losing the mail is better than losing the record.
            Err(error) => tracing::error!(%error, "a mail could not be written"),
        }
    }

    /// Returns the URL of a record in the dashboard.
    fn link(&self, slug: &str, record: &str) -> Option<String> {
        let origin = self.public_url.as_ref()?.origin();
        Some(format!("{origin}/dashboard/{}/{slug}", record.to_lowercase()))
    }
}

/// The audience of a mail.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// Staff.
    Notify,
    /// The visitor.
    Acknowledge,
}

struct NewMail {
    purpose: Purpose,
    recipient: String,
    message_id: String,
    subject: String,
    message: String,
}

/// Mails that are stored with their submission.
#[derive(Default)]
pub(crate) struct NewMails(Vec<NewMail>);

impl NewMails {
    /// Returns the address of the visitor, if one of the mails is for the visitor.
    pub(crate) fn visitor(&self) -> Option<&str> {
        self.0.iter().find(|mail| mail.purpose == Purpose::Acknowledge).map(|mail| mail.recipient.as_str())
    }

    /// Inserts the mails of a submission, with the acknowledgement if it is allowed. Mails about spam are held.
    pub(crate) async fn insert(
        &self,
        mut connection: &AsyncPgConnection,
        submission_id: i64,
        state: RecordState,
        is_acknowledged: bool,
    ) -> QueryResult<()> {
        let is_spam = state == RecordState::Spam;
        let rows = self.0.iter().filter(|mail| is_acknowledged || mail.purpose == Purpose::Notify);
        let rows = rows.map(|mail| {
            (
                mails::submission_id.eq(submission_id),
                mails::purpose.eq(match mail.purpose {
                    Purpose::Notify => "notify",
                    Purpose::Acknowledge => "acknowledge",
                }),
                mails::recipient.eq(&mail.recipient),
                mails::message_id.eq(&mail.message_id),
                mails::subject.eq(&mail.subject),
                mails::message.eq(&mail.message),
                mails::held.eq(is_spam),
            )
        });
        let rows = rows.collect::<Vec<_>>();
        if rows.is_empty() {
            return Ok(());
        }
        Prepared(diesel::insert_into(mails::table).values(rows)).execute(&mut connection).await.map(drop)
    }
}
