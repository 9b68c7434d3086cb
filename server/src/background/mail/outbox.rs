//! Writes mails, in the transactions that store records.

use std::sync::Arc;

use agency_core::work::RecordState;
use diesel::{
    dsl::{IntervalDsl as _, now},
    prelude::*,
    sql_types::Timestamptz,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use lettre::Address;
use tokio::sync::Notify;

use crate::{
    background::{
        delivery::row::{self, NewDelivery, Purpose, Transport},
        mail::{
            message::{Letter, message_id},
            notice::SubmissionNotice,
        },
    },
    config::{
        PublicUrl,
        mail::{MailConfig, address::address},
    },
    storage::schema::deliveries,
};

/// Acknowledgements of an hour: anyone can enter the addresses of others, at many addresses of their own.
const ACKNOWLEDGEMENTS_AN_HOUR: i64 = 100;

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
            self.mail(Purpose::Notify, to, letter, slug, &nth.to_string())
        });
        let acknowledged = visitor.iter().filter(|_| self.config.acknowledge);
        let acknowledgement = acknowledged
            .map(|to| self.mail(Purpose::Acknowledge, to, Letter::acknowledgement(), slug, "visitor"));
        NewMails(notices.chain(acknowledgement).flatten().collect())
    }

    fn mail(
        &self,
        purpose: Purpose,
        to: &Address,
        letter: Letter,
        slug: &str,
        name: &str,
    ) -> Option<NewDelivery> {
        let message_id = message_id(&self.config.from, &format!("{slug}.{name}"));
        match letter.rendered(to, &message_id) {
            Ok(message) => Some(NewDelivery {
                transport: Transport::Mail,
                slug: slug.to_owned(),
                submission_id: None,
                purpose,
                recipient: Some(to.to_string()),
                message_id,
                message,
                held: false,
            }),
            // Losing the mail is better than losing the record.
            Err(error) => {
                tracing::error!(%error, "a mail could not be written");
                None
            }
        }
    }
}

/// Mails that are stored with their submission.
#[derive(Default)]
pub(crate) struct NewMails(Vec<NewDelivery>);

impl NewMails {
    /// Returns whether one of the mails is for the visitor.
    pub(crate) fn has_visitor(&self) -> bool {
        self.0.iter().any(|mail| mail.purpose == Purpose::Acknowledge)
    }

    /// Inserts the mails of a submission, with the acknowledgement if it is allowed. Mails about spam are held.
    pub(crate) async fn insert(
        &self,
        connection: &AsyncPgConnection,
        submission_id: i64,
        state: RecordState,
        is_acknowledged: bool,
    ) -> QueryResult<()> {
        let held = state == RecordState::Spam;
        let rows = self.0.iter().filter(|mail| is_acknowledged || mail.purpose == Purpose::Notify).cloned();
        row::insert(
            connection,
            rows.map(|mail| NewDelivery { submission_id: Some(submission_id), held, ..mail }),
        )
        .await
    }
}

/// Returns whether another acknowledgement may be sent in this hour. Forms that are stored at the same time do not see
/// each other's, so that they need not wait for each other.
pub(crate) async fn may_acknowledge(mut connection: &AsyncPgConnection) -> QueryResult<bool> {
    let sent = deliveries::table
        .filter(deliveries::purpose.eq(Purpose::Acknowledge))
        .filter(deliveries::created_at.gt(now.into_sql::<Timestamptz>() - 1.hour()))
        .count();
    sent.get_result::<i64>(&mut connection).await.map(|sent| sent < ACKNOWLEDGEMENTS_AN_HOUR)
}
