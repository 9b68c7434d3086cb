//! Counts for the dashboard: records by box, failed mails, pending deletions and failing tasks.

use std::{collections::BTreeMap, sync::Arc};

use agency_core::{stored_forms, work::RecordState};
use axum::{extract::State, http::HeaderMap, response::Response};
use diesel::{dsl::sql, prelude::*, sql_types::BigInt};
use diesel_async::RunQueryDsl;
use serde::Serialize;
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema},
};

use crate::{
    auth::signed_in::SignedIn,
    background::{mail::queue, supervisor::Tasks},
    http::error::ApiError,
    inbox::etag,
    storage::{
        self, Pool,
        prepared::Prepared,
        schema::{list_counts, pending_deletions},
    },
};

/// Record counts of every box, failed mails, pending deletions, and background tasks that keep failing.
#[derive(Debug, Serialize)]
pub(crate) struct InboxResponse {
    /// By the names of the list and the box.
    #[serde(flatten)]
    lists: BTreeMap<&'static str, BTreeMap<&'static str, i64>>,
    mail: MailResponse,
    retention: DueResponse,
    /// Background tasks that keep failing on the instance that answers.
    failing_tasks: Vec<&'static str>,
}

/// Failed mails.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MailResponse {
    /// Number of mails about records that could not be sent.
    failed: i64,
    /// The mail server's reply to the last of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    answer: Option<String>,
}

/// Records that wait for a confirmed deletion.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DueResponse {
    /// Number of records past their retention period that wait for `agency-server sweep --yes`.
    waiting: i64,
}

/// One property for each list, with one for each box.
impl utoipa::PartialSchema for InboxResponse {
    fn schema() -> RefOr<Schema> {
        let boxes = RecordState::ALL.map(|state| (state.as_str(), i64::schema()));
        let boxes = object(boxes.into_iter());
        let lists = stored_forms().map(|stored| (stored.table, boxes.clone()));
        object(lists.chain([
            ("mail", MailResponse::schema()),
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

/// `GET /api/inbox/`: returns the counts for the dashboard.
#[utoipa::path(
    get,
    path = "/api/inbox/",
    tag = "work",
    security(("bearer" = [])),
    params(("if-none-match" = Option<String>, Header, description = "The tag of an answer that is known")),
    responses(
        (status = 200, description = "How many records each box holds, with the answer's tag", body = InboxResponse),
        (status = 304, description = "Not modified")
    )
)]
pub(crate) async fn get_inbox(
    _: SignedIn,
    State(pool): State<Pool>,
    State(tasks): State<Arc<Tasks>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let mut connection = storage::connection(&pool).await?;
    let boxes = list_counts::table.group_by((list_counts::kind, list_counts::state));
    let counts = boxes.select((list_counts::kind, list_counts::state, sql::<BigInt>("sum(count)::bigint")));
    let counts: Vec<(String, String, i64)> = Prepared(counts).load(&mut connection).await?;
    let (failed, answer) = queue::count_failed(&mut connection).await?;
    let waiting: Vec<i64> =
        pending_deletions::table.select(pending_deletions::waiting).load(&mut connection).await?;
    drop(connection);
    let boxes_of = |kind: &str| {
        let count_of = |state: RecordState| {
            let found = counts.iter().find(|(list, name, _)| list == kind && name == state.as_str());
            (state.as_str(), found.map_or(0, |&(_, _, count)| count))
        };
        RecordState::ALL.into_iter().map(count_of).collect()
    };
    let lists = stored_forms().map(|stored| (stored.table, boxes_of(stored.table))).collect();
    let retention = DueResponse { waiting: waiting.iter().sum() };
    let (mail, failing_tasks) = (MailResponse { failed, answer }, tasks.failing());
    etag::answer(&headers, &InboxResponse { lists, mail, retention, failing_tasks })
}
