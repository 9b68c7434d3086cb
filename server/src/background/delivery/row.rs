//! Rows of deliveries: how they are stored, and how they are written.

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::future::join_all;

use crate::storage::{schema::deliveries, text_enum::text_enum};

text_enum! {
    /// The way of a delivery.
    pub(crate) enum Transport {
        Mail = "mail",
        Webhook = "webhook",
    }
}

text_enum! {
    /// Purpose of a delivery.
    pub(crate) enum Purpose {
        /// A mail that tells staff about a new record.
        Notify = "notify",
        /// A mail that tells the visitor that the form arrived.
        Acknowledge = "acknowledge",
        Created = "submission.created",
        Updated = "submission.updated",
        Deleted = "submission.deleted",
    }
}

text_enum! {
    /// State of a delivery.
    pub(crate) enum DeliveryState {
        Waiting = "waiting",
        Sent = "sent",
        /// Was refused, or failed for a day.
        Failed = "failed",
        /// Is not sent, because the settings no longer ask for it, or its record was deleted.
        Dropped = "dropped",
    }
}

impl DeliveryState {
    /// States of deliveries that are not sent, of which the message is kept.
    pub(crate) const UNSENT: [Self; 2] = [Self::Waiting, Self::Failed];
}

/// A delivery that is not stored yet. Its columns have no defaults, so that Diesel keeps the statement prepared.
#[derive(Clone, Insertable)]
#[diesel(table_name = deliveries, treat_none_as_default_value = false)]
pub(crate) struct NewDelivery {
    pub(crate) transport: Transport,
    /// Slug of the submission.
    pub(crate) slug: String,
    /// Submission of a mail. A webhook outlives it.
    pub(crate) submission_id: Option<i64>,
    pub(crate) purpose: Purpose,
    /// Address of a mail.
    pub(crate) recipient: Option<String>,
    pub(crate) message_id: String,
    pub(crate) message: String,
    pub(crate) held: bool,
}

/// Inserts deliveries. The statements are sent together. Each has one row, so that Diesel keeps it prepared.
pub(crate) async fn insert(
    connection: &AsyncPgConnection,
    rows: impl IntoIterator<Item = NewDelivery>,
) -> QueryResult<()> {
    let inserts = rows.into_iter().map(async |row| {
        let mut connection = connection;
        diesel::insert_into(deliveries::table).values(row).execute(&mut connection).await.map(drop)
    });
    join_all(inserts).await.into_iter().collect()
}
