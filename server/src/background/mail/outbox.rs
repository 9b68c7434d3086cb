//! Writes mails, in the transactions that store records.

use std::sync::Arc;

use agency_core::work::RecordState;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use lettre::Address;
use tokio::sync::Notify;

use crate::{
    background::mail::{message::Letter, notice::SubmissionNotice, purpose::MailPurpose},
    config::{
        PublicUrl,
        mail::{MailConfig, address::address},
    },
    storage::schema::mails,
};

/// Writes the mails that the settings ask for.
pub(crate) struct MailOutbox {
    config: MailConfig,
    public_url: Option<PublicUrl>,
    /// Wakes the worker of this instance.
    pub(crate) written: Arc<Notify>,
}

impl MailOutbox {
    /// Creates an outbox with these settings. Links in mails begin with the public URL.
    pub(crate) fn new(config: MailConfig, public_url: Option<PublicUrl>) -> Self {
        Self { config, public_url, written: Arc::default() }
    }

    /// Writes the mails of a record: one for each address in `NOTIFY`, and an acknowledgement to the sender if that is on.
    pub(crate) fn mails(&self, slug: &str, arrived: &SubmissionNotice<'_>) -> NewMails {
        let visitor = address(arrived.email);
        let link = self.public_url.as_ref().map(|url| url.record(arrived.record, slug));
        let notices = self.config.notify.iter().enumerate().map(|(nth, to)| {
            let letter = Letter::arrived(arrived, link.as_deref(), visitor.as_ref());
            self.mail(MailPurpose::Notify, to, letter, &format!("{slug}.{nth}"))
        });
        let acknowledged = visitor.iter().filter(|_| self.config.acknowledge);
        let acknowledgement = acknowledged.map(|to| {
            self.mail(MailPurpose::Acknowledge, to, Letter::acknowledgement(), &format!("{slug}.visitor"))
        });
        NewMails(notices.chain(acknowledgement).flatten().collect())
    }

    fn mail(&self, purpose: MailPurpose, to: &Address, letter: Letter, name: &str) -> Option<NewMail> {
        let message_id = format!("<{name}@{}>", self.config.from.email.domain());
        let subject = letter.subject.clone();
        match letter.rendered(to, &message_id) {
            Ok(message) => Some(NewMail { purpose, recipient: to.to_string(), message_id, subject, message }),
            // Losing the mail is better than losing the record.
            Err(error) => {
                tracing::error!(%error, "a mail could not be written");
                None
            }
        }
    }
}

#[derive(Insertable)]
#[diesel(table_name = mails)]
struct NewMail {
    purpose: MailPurpose,
    recipient: String,
    message_id: String,
    subject: String,
    message: String,
}

/// Mails that are stored with their submission.
#[derive(Default)]
pub(crate) struct NewMails(Vec<NewMail>);

impl NewMails {
    /// Returns whether one of the mails is for the visitor.
    pub(crate) fn has_visitor(&self) -> bool {
        self.0.iter().any(|mail| mail.purpose == MailPurpose::Acknowledge)
    }

    /// Inserts the mails of a submission, with the acknowledgement if it is allowed. Mails about spam are held.
    pub(crate) async fn insert(
        &self,
        mut connection: &AsyncPgConnection,
        submission_id: i64,
        state: RecordState,
        is_acknowledged: bool,
    ) -> QueryResult<()> {
        let held = mails::held.eq(state == RecordState::Spam);
        let rows = self.0.iter().filter(|mail| is_acknowledged || mail.purpose == MailPurpose::Notify);
        let rows = rows.map(|mail| (mails::submission_id.eq(submission_id), held, mail)).collect::<Vec<_>>();
        if rows.is_empty() {
            return Ok(());
        }
        diesel::insert_into(mails::table).values(rows).execute(&mut connection).await.map(drop)
    }
}
