//! The mails of a record, as a part of the statement that stores it.

use std::{net::IpAddr, sync::Arc};

use agency_core::mail::Arrived;
use diesel::{QueryResult, pg::Pg, query_builder::AstPass, sql_types::Text};
use lettre::Address;
use tokio::sync::Notify;

use crate::{
    config::{PublicUrl, Secrets},
    mail::{
        address::address,
        config::MailConfig,
        message::Letter,
        thanks::{self, Thanks, ThanksKeys},
    },
};

/// Writes mails.
pub(crate) struct Outbox {
    config: MailConfig,
    public_url: Option<PublicUrl>,
    thanks: ThanksKeys,
    /// Tells the worker of this instance that there is something to send.
    pub(crate) written: Arc<Notify>,
}

impl Outbox {
    /// Writes as the settings say, with links to where visitors find the site.
    pub(crate) fn new(config: MailConfig, public_url: Option<PublicUrl>, secrets: &Secrets) -> Self {
        Self { config, public_url, thanks: ThanksKeys::new(secrets), written: Arc::default() }
    }

    /// The mails of a record: one for each who hears of it, and where the settings say so one for the visitor, who sent it
    /// from an address.
    pub(crate) fn mails(&self, slug: &str, arrived: &Arrived<'_>, client: IpAddr) -> NewMails {
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
            mails.thanks = Some(self.thanks.thanks(visitor.as_ref(), client));
        }
        mails
    }

    fn write(&self, mails: &mut NewMails, purpose: Purpose, to: &Address, letter: Letter, name: &str) {
        let message_id = format!("<{name}@{}>", self.config.from.email.domain());
        match letter.rendered(to, &message_id) {
            Ok(message) => {
                mails.mails.push(NewMail { purpose, recipient: to.to_string(), message_id, message });
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

/// Whom a mail is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// Those who work here.
    Notify,
    /// The visitor.
    Acknowledge,
}

struct NewMail {
    purpose: Purpose,
    recipient: String,
    message_id: String,
    message: String,
}

/// Mails that are stored with their record.
#[derive(Default)]
pub(crate) struct NewMails {
    mails: Vec<NewMail>,
    /// Counted where one is for the visitor.
    thanks: Option<Thanks>,
}

impl NewMails {
    /// Whether there is none, and nothing to insert.
    pub(crate) fn is_empty(&self) -> bool {
        self.mails.is_empty()
    }

    /// Adds a CTE that inserts them for the record of `stored`. Those of spam are held, and its sender gets none; nobody
    /// gets two on a day.
    ///
    /// Every form pays for this, so it asks of Postgres what these mails need and no more: a row each instead of a join
    /// with arrays, and a look for conflicts only where there can be one.
    pub(crate) fn walk_ast<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>, table: &str) -> QueryResult<()> {
        if let Some(thanks) = &self.thanks {
            thanks.walk_ast(out)?;
        }
        out.push_sql(", mailed AS (INSERT INTO mails (kind, record_id, purpose, recipient, message_id, message, held) ");
        for (nth, mail) in self.mails.iter().enumerate() {
            let (purpose, which) = match mail.purpose {
                Purpose::Notify => ("notify", String::new()),
                Purpose::Acknowledge => ("acknowledge", format!(", {}", thanks::COUNTED)),
            };
            let union = if nth == 0 { "" } else { " UNION ALL " };
            out.push_sql(&format!("{union}SELECT '{table}', stored.id, '{purpose}', "));
            for column in [&mail.recipient, &mail.message_id, &mail.message] {
                out.push_bind_param::<Text, _>(column)?;
                out.push_sql(", ");
            }
            out.push_sql(&format!("stored.state = 'spam' FROM stored{which}"));
        }
        if self.thanks.is_some() {
            // Servers of the release before count by this index alone.
            out.push_sql(
                " ON CONFLICT (lower(recipient), ((created_at AT TIME ZONE 'UTC')::date)) \
                 WHERE purpose = 'acknowledge' DO NOTHING",
            );
        }
        out.push_sql(")");
        Ok(())
    }
}
