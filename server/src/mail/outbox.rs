//! The mails of a record, as a part of the statement that stores it.

use std::sync::Arc;

use agency_core::mail::Arrived;
use diesel::{
    QueryResult,
    pg::Pg,
    query_builder::AstPass,
    sql_types::{Array, Text},
};
use lettre::Address;
use tokio::sync::Notify;

use crate::{
    config::PublicUrl,
    mail::{address::address, config::MailConfig, message::Letter},
};

/// Writes mails.
pub(crate) struct Outbox {
    config: MailConfig,
    public_url: Option<PublicUrl>,
    /// Tells the worker of this instance that there is something to send.
    pub(crate) written: Arc<Notify>,
}

impl Outbox {
    /// Writes as the settings say, with links to where visitors find the site.
    pub(crate) fn new(config: MailConfig, public_url: Option<PublicUrl>) -> Self {
        Self { config, public_url, written: Arc::default() }
    }

    /// The mails of a record: one for each who hears of it, and where the settings say so one for whoever sent it.
    pub(crate) fn mails(&self, slug: &str, arrived: &Arrived<'_>) -> NewMails {
        let visitor = address(arrived.email);
        let mut mails = NewMails::default();
        let link = self.link(slug, arrived.record);
        for (nth, to) in self.config.notify.iter().enumerate() {
            let letter = Letter::arrived(arrived, link.as_deref(), visitor.as_ref());
            self.write(&mut mails, "notify", to, letter, &format!("{slug}.{nth}"));
        }
        if self.config.acknowledge
            && let Some(visitor) = &visitor
        {
            self.write(
                &mut mails,
                "acknowledge",
                visitor,
                Letter::acknowledgement(),
                &format!("{slug}.visitor"),
            );
        }
        mails
    }

    fn write(&self, mails: &mut NewMails, purpose: &str, to: &Address, letter: Letter, name: &str) {
        let from = &self.config.from;
        let message_id = format!("<{name}@{}>", from.email.domain());
        match letter.rendered(from, to, &message_id) {
            Ok(message) => {
                mails.purposes.push(purpose.to_owned());
                mails.recipients.push(to.to_string());
                mails.message_ids.push(message_id);
                mails.messages.push(message);
            }
            // The record matters more.
            Err(error) => tracing::error!(%error, "a mail could not be written"),
        }
    }

    /// Where the dashboard shows a record.
    fn link(&self, slug: &str, record: &str) -> Option<String> {
        let origin = self.public_url.as_ref()?.origin();
        Some(format!("{origin}/dashboard/{}/{slug}", record.to_lowercase()))
    }
}

/// Mails that are stored with their record, column by column.
#[derive(Default)]
pub(crate) struct NewMails {
    purposes: Vec<String>,
    recipients: Vec<String>,
    message_ids: Vec<String>,
    messages: Vec<String>,
}

impl NewMails {
    /// Inserts them for the record of `stored`. Those of spam are held, and its sender gets none; nobody gets two on a day.
    pub(crate) fn walk_ast<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>, table: &str) -> QueryResult<()> {
        out.push_sql(&format!(
            "INSERT INTO mails (kind, record_id, purpose, recipient, message_id, message, held) \
             SELECT '{table}', stored.id, m.purpose, m.recipient, m.message_id, m.message, stored.state = 'spam' \
             FROM stored, unnest("
        ));
        for (nth, column) in
            [&self.purposes, &self.recipients, &self.message_ids, &self.messages].into_iter().enumerate()
        {
            out.push_sql(if nth == 0 { "" } else { ", " });
            out.push_bind_param::<Array<Text>, _>(column)?;
        }
        out.push_sql(
            ") AS m (purpose, recipient, message_id, message) \
             WHERE m.purpose = 'notify' OR stored.state <> 'spam' \
             ON CONFLICT (lower(recipient), ((created_at AT TIME ZONE 'UTC')::date)) \
             WHERE purpose = 'acknowledge' DO NOTHING",
        );
        Ok(())
    }
}
