//! Counts for the dashboard: records by box, of all people or of a filter; failed mails, pending deletions and failing tasks.

use std::{collections::BTreeMap, sync::Arc};

use agency_core::{filter::Filter, stored_forms, work::RecordState};
use axum::{extract::State, http::HeaderMap, response::Response};
use diesel::{dsl::sum, prelude::*};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::future::join_all;
use serde::Serialize;
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema},
};

use crate::{
    auth::signed_in::SignedIn,
    background::{mail::queue, supervisor::Tasks},
    http::error::{ApiError, ErrorResponse},
    inbox::{
        describe::FilterParams,
        etag,
        filtered::filtered,
        list::{self, int8},
        resource::Resource,
        routes::ListParams,
        search::{COUNT_CAP, Plan, SearchLimit, count_hits},
    },
    storage::{
        self, Pool,
        names::Name,
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
    let counts = boxes.select((list_counts::kind, list_counts::state, int8(sum(list_counts::count))));
    let counts: Vec<(String, Name<RecordState>, Option<i64>)> = counts.load(&mut connection).await?;
    let (failed, answer) = queue::count_failed(&mut connection).await?;
    let waiting: Vec<i64> =
        pending_deletions::table.select(pending_deletions::waiting).load(&mut connection).await?;
    drop(connection);
    let boxes_of = |kind: &str| {
        let count_of = |state: RecordState| {
            let found = counts.iter().find(|(list, name, _)| list == kind && name.known() == Some(state));
            (state.as_str(), found.and_then(|&(_, _, count)| count).unwrap_or_default())
        };
        RecordState::ALL.into_iter().map(count_of).collect()
    };
    let lists = stored_forms().map(|stored| (stored.table, boxes_of(stored.table))).collect();
    let retention = DueResponse { waiting: waiting.iter().sum() };
    let (mail, failing_tasks) = (MailResponse { failed, answer }, tasks.failing());
    etag::answer(&headers, &InboxResponse { lists, mail, retention, failing_tasks })
}

/// Number of records in each box of a list.
#[derive(Debug, Serialize)]
pub(crate) struct BoxCountsResponse {
    all: CountResponse,
    /// By the name of the box.
    #[serde(flatten)]
    boxes: BTreeMap<&'static str, CountResponse>,
}

/// Number of records, as in a list.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct CountResponse {
    /// Number of records, at most 10,000 with a search, an assignee or dates.
    count: i64,
    /// Whether there are more records than `count`.
    more: bool,
}

impl CountResponse {
    fn capped(count: i64) -> Self {
        Self { count: count.min(COUNT_CAP), more: count > COUNT_CAP }
    }
}

/// One property for all records, and one for each box.
impl utoipa::PartialSchema for BoxCountsResponse {
    fn schema() -> RefOr<Schema> {
        let names = ["all"].into_iter().chain(RecordState::ALL.map(RecordState::as_str));
        object(names.map(|name| (name, CountResponse::schema())))
    }
}

impl ToSchema for BoxCountsResponse {}

/// `GET /api/{list}/counts?{filter}`: returns the number of records in each box.
///
/// Box, order and page have no effect here.
#[utoipa::path(
    get,
    path = "/api/{list}/counts",
    params(
        FilterParams,
        ("if-none-match" = Option<String>, Header, description = "The tag of the answer that the client has")
    ),
    responses(
        (status = 200, description = "The counts, with their tag", body = BoxCountsResponse),
        (status = 304, description = "Not modified"),
        (status = 422, description = "Invalid fields", body = ErrorResponse)
    )
)]
pub(crate) async fn count_submissions<R: Resource>(
    signed_in: SignedIn,
    State(pool): State<Pool>,
    State(limit): State<Arc<SearchLimit>>,
    ListParams(filter): ListParams,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let filter = Filter { state: None, ..filter };
    let permit = limit.permit(&filter).await?;
    let mut connection = storage::connection(&pool).await?;
    let counts = count_boxes(&mut connection, R::STORED.table, &filter, signed_in.admin_id).await?;
    drop((connection, permit));
    let count_of = |count| {
        if filter.is_whole() { CountResponse { count, more: false } } else { CountResponse::capped(count) }
    };
    // Each record is in exactly one box.
    let all = count_of(counts.iter().map(|(_, count)| count).sum());
    let boxes = counts.into_iter().map(|(state, count)| (state.as_str(), count_of(count))).collect();
    etag::answer(&headers, &BoxCountsResponse { all, boxes })
}

/// Counts the records of each box that a filter finds for an admin. With a search, an assignee or dates, counts at most one
/// more than [`COUNT_CAP`] of each.
async fn count_boxes(
    connection: &mut AsyncPgConnection,
    kind: &str,
    filter: &Filter,
    admin_id: i64,
) -> QueryResult<Vec<(RecordState, i64)>> {
    // Sent together, so that they cost one round trip.
    if filter.is_whole() {
        let connection = &*connection;
        let counts = RecordState::ALL
            .map(async |state| Ok((state, list::count(connection, kind, Some(state)).await?)));
        return join_all(counts).await.into_iter().collect();
    }
    connection
        .build_transaction()
        .read_only()
        .repeatable_read()
        .run(async |connection| {
            Plan::Estimated.set(connection).await?;
            let connection = &*connection;
            let counts = RecordState::ALL.map(async |state| {
                let filter = Filter { state: Some(state), ..filter.clone() };
                Ok((state, count_hits(connection, filtered(kind, &filter, admin_id)).await?))
            });
            join_all(counts).await.into_iter().collect()
        })
        .await
}
