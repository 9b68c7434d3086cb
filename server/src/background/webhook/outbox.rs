//! Writes webhooks, in the transactions that change records.

use std::sync::Arc;

use agency_core::{form::StoredForm, stored_forms, work::RecordState};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use serde_json::Value;
use tokio::sync::Notify;

pub(crate) use crate::background::webhook::event::Person;
use crate::{
    background::{
        delivery::row::{self, DeliveryState, NewDelivery, Purpose, Transport},
        mail::notice::SubmissionNotice,
        webhook::event::{CreatedData, DeletedData, UpdatedData, WebhookEvent},
    },
    config::{
        PublicUrl,
        webhook::{WebhookConfig, WebhookFormat},
    },
    storage::{schema::deliveries, source::Source},
};

/// Writes the webhooks that the settings ask for.
pub(crate) struct WebhookOutbox {
    /// Whether the receiver gets changes, too.
    sends_changes: bool,
    public_url: Option<PublicUrl>,
    /// Wakes the worker of this instance.
    pub(crate) written: Arc<Notify>,
}

/// A new record.
pub(crate) struct NewRecord<'a> {
    pub(crate) kind: &'a str,
    pub(crate) slug: &'a str,
    pub(crate) created_at: DateTime<Utc>,
    pub(crate) state: RecordState,
    pub(crate) notice: SubmissionNotice<'a>,
    /// Texts by the names of the fields.
    pub(crate) fields: Vec<(&'static str, &'a str)>,
    pub(crate) source: &'a Source,
}

/// A change of a record, as it is afterwards.
pub(crate) struct RecordChange<'a> {
    pub(crate) kind: &'a str,
    pub(crate) slug: &'a str,
    pub(crate) version: i32,
    pub(crate) state: &'a str,
    pub(crate) assigned_to: Option<Person<'a>>,
    pub(crate) action: &'a str,
    /// Display name of the admin; none for the system.
    pub(crate) by: Option<&'a str>,
    pub(crate) at: DateTime<Utc>,
}

impl WebhookOutbox {
    /// Creates an outbox for a receiver. Links begin with the public URL.
    pub(crate) fn new(config: &WebhookConfig, public_url: Option<PublicUrl>) -> Self {
        let sends_changes = matches!(config.format, WebhookFormat::Standard(_));
        Self { sends_changes, public_url, written: Arc::default() }
    }

    /// Writes the webhook of a new record. That of spam is held: the receiver gets it once the record is
    /// no longer spam.
    pub(crate) fn created(&self, new: &NewRecord<'_>) -> NewDelivery {
        let NewRecord { kind, slug, created_at, .. } = *new;
        let text = |text: &str| if text.is_empty() { Value::Null } else { text.into() };
        let data = CreatedData {
            kind,
            slug,
            summary: new.notice.subject(),
            url: self.link(kind, slug),
            submitted_at: created_at,
            state: RecordState::New.as_str(),
            assigned_to: None,
            version: 1,
            source: new.source,
            texts: new.fields.iter().map(|(name, value)| ((*name).to_owned(), text(value))).collect(),
        };
        let held = new.state == RecordState::Spam;
        webhook(Purpose::Created, slug, "1", created_at, data, held)
    }

    /// Writes the webhook of a change, if the receiver gets changes. Changes of spam are held.
    pub(crate) fn updated(&self, change: &RecordChange<'_>) -> Option<NewDelivery> {
        let RecordChange { kind, slug, version, state, assigned_to, action, by, at } = *change;
        let data =
            UpdatedData { kind, slug, url: self.link(kind, slug), state, assigned_to, version, action, by };
        let held = state == RecordState::Spam.as_str();
        self.sends_changes.then(|| webhook(Purpose::Updated, slug, &version.to_string(), at, data, held))
    }

    /// Returns the URL of a record in the dashboard.
    fn link(&self, kind: &str, slug: &str) -> Option<String> {
        let StoredForm { record, .. } = stored_forms().find(|stored| stored.table == kind)?;
        Some(self.public_url.as_ref()?.record(record, slug))
    }
}

/// Returns a webhook. Its id follows from the record and what happened, so that one that was restored from a backup has the id
/// that it had.
fn webhook(
    purpose: Purpose,
    slug: &str,
    what: &str,
    timestamp: DateTime<Utc>,
    data: impl Serialize,
    held: bool,
) -> NewDelivery {
    NewDelivery {
        transport: Transport::Webhook,
        slug: slug.to_owned(),
        submission_id: None,
        purpose,
        recipient: None,
        message_id: format!("{slug}_{what}"),
        message: serde_json::json!(WebhookEvent { name: purpose.as_str(), timestamp, data }).to_string(),
        held,
    }
}

/// Deletes the webhooks of records that are being deleted, and writes those of their deletion, if the receiver may know
/// them.
pub(crate) async fn replace_by_deletions(
    connection: &mut AsyncPgConnection,
    webhooks: Option<&WebhookOutbox>,
    slugs: &[String],
) -> QueryResult<()> {
    let of_records = deliveries::table
        .filter(deliveries::transport.eq(Transport::Webhook))
        .filter(deliveries::slug.eq_any(slugs));
    let deleted: Vec<(String, bool, bool, bool, i32)> = diesel::delete(of_records)
        .returning((
            deliveries::slug,
            deliveries::purpose.eq(Purpose::Created),
            deliveries::state.eq(DeliveryState::Sent),
            deliveries::held,
            deliveries::tries,
        ))
        .get_results(connection)
        .await?;
    if webhooks.is_none_or(|webhooks| !webhooks.sends_changes) {
        return Ok(());
    }
    let now = Utc::now();
    let rows = deleted.iter().filter_map(|(slug, is_created, is_sent, held, tries)| {
        // An attempt without an answer may have arrived.
        let is_known = *is_created && (*is_sent || !held || *tries > 0);
        let data = DeletedData { slug };
        is_known.then(|| webhook(Purpose::Deleted, slug, "deleted", now, data, false))
    });
    row::insert(connection, rows).await
}
