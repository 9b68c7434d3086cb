//! Counts of records by box, and what waits for somebody.

use std::collections::BTreeMap;

use agency_core::{stored_forms, work::RecordState};
use serde::Serialize;
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema},
};

/// Record counts of every box, failed mails and webhooks, pending deletions, and background tasks that keep failing.
#[derive(Debug, Serialize)]
pub(crate) struct InboxResponse {
    /// By the names of the list and the box.
    #[serde(flatten)]
    pub(crate) lists: BTreeMap<&'static str, BTreeMap<&'static str, i64>>,
    pub(crate) mail: FailuresResponse,
    pub(crate) webhooks: FailuresResponse,
    pub(crate) retention: DueResponse,
    /// Background tasks that keep failing on the instance that answers.
    pub(crate) failing_tasks: Vec<&'static str>,
}

/// Failed mails or webhooks.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct FailuresResponse {
    /// Number of those about records that could not be sent.
    pub(crate) failed: i64,
    /// The answer of the mail server or receiver to the last of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) answer: Option<String>,
}

/// Records that wait for a confirmed deletion.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DueResponse {
    /// Number of records past their retention period that wait for `agency-server sweep --yes`.
    pub(crate) waiting: i64,
}

/// One property for each list, with one for each box.
impl utoipa::PartialSchema for InboxResponse {
    fn schema() -> RefOr<Schema> {
        let boxes = RecordState::ALL.map(|state| (state.as_str(), i64::schema()));
        let boxes = object(boxes.into_iter());
        let lists = stored_forms().map(|stored| (stored.table, boxes.clone()));
        object(lists.chain([
            ("mail", FailuresResponse::schema()),
            ("webhooks", FailuresResponse::schema()),
            ("retention", DueResponse::schema()),
            ("failing_tasks", Vec::<String>::schema()),
        ]))
    }
}

fn object(properties: impl Iterator<Item = (&'static str, RefOr<Schema>)>) -> RefOr<Schema> {
    let object = properties
        .fold(ObjectBuilder::new(), |object, (name, schema)| object.property(name, schema).required(name));
    Schema::Object(object.build()).into()
}

impl ToSchema for InboxResponse {}

/// Number of records in each box of a list.
#[derive(Debug, Serialize)]
pub(crate) struct BoxCountsResponse {
    pub(crate) all: CountResponse,
    /// By the name of the box.
    #[serde(flatten)]
    pub(crate) boxes: BTreeMap<&'static str, CountResponse>,
}

/// Number of records, as in a list.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct CountResponse {
    /// Number of records, at most 10,000 with a search, an assignee or dates.
    pub(crate) count: i64,
    /// Whether there are more records than `count`.
    pub(crate) more: bool,
}

/// One property for all records, and one for each box.
impl utoipa::PartialSchema for BoxCountsResponse {
    fn schema() -> RefOr<Schema> {
        let names = ["all"].into_iter().chain(RecordState::ALL.map(RecordState::as_str));
        object(names.map(|name| (name, CountResponse::schema())))
    }
}

impl ToSchema for BoxCountsResponse {}
