//! Events, as the receiver gets them.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{http::instant, storage::source::Source};

/// The type of the event that `agency-server webhook-test` sends.
pub(crate) const TEST: &str = "webhook.test";

/// An event: the body of a webhook.
#[derive(Serialize)]
pub(crate) struct WebhookEvent<D> {
    #[serde(rename = "type")]
    pub(crate) name: &'static str,
    #[serde(serialize_with = "instant::serialize")]
    pub(crate) timestamp: DateTime<Utc>,
    pub(crate) data: D,
}

/// Data of a new record: what a list shows, the texts of the form, and a link.
#[derive(Serialize)]
pub(super) struct CreatedData<'a> {
    pub(super) kind: &'a str,
    pub(super) slug: &'a str,
    /// Who sent it, and about what, in one line.
    pub(super) summary: String,
    pub(super) url: Option<String>,
    #[serde(serialize_with = "instant::serialize")]
    pub(super) submitted_at: DateTime<Utc>,
    pub(super) state: &'a str,
    pub(super) assigned_to: Option<Person<'a>>,
    pub(super) version: i32,
    pub(super) source: &'a Source,
    /// The texts by the names of the fields; null for an empty one.
    #[serde(flatten)]
    pub(super) texts: Map<String, Value>,
}

/// Data of a changed record.
#[derive(Serialize)]
pub(super) struct UpdatedData<'a> {
    pub(super) kind: &'a str,
    pub(super) slug: &'a str,
    pub(super) url: Option<String>,
    pub(super) state: &'a str,
    pub(super) assigned_to: Option<Person<'a>>,
    pub(super) version: i32,
    pub(super) action: &'a str,
    /// Display name of the admin; null for the system.
    pub(super) by: Option<&'a str>,
}

/// Data of a deleted record.
#[derive(Serialize)]
pub(super) struct DeletedData<'a> {
    pub(super) slug: &'a str,
}

/// An account that a record is assigned to.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Person<'a> {
    pub(crate) username: &'a str,
    pub(crate) name: &'a str,
}

/// What a message for people shows of an event.
#[derive(Deserialize)]
pub(super) struct Summary {
    #[serde(rename = "type")]
    pub(super) event: String,
    pub(super) data: SummaryData,
}

#[derive(Deserialize)]
pub(super) struct SummaryData {
    #[serde(default)]
    pub(super) summary: String,
    #[serde(default)]
    pub(super) url: Option<String>,
}
