//! Counts for the dashboard: records by box, of all people or of a filter; failed mails
//! and webhooks, pending deletions and failing tasks.

use std::{collections::BTreeMap, sync::Arc};

use agency_core::{
    filter::{Filter, StateFilter},
    stored_forms,
    work::RecordState,
};
use axum::{extract::State, http::HeaderMap, response::Response};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::future::join_all;
use serde::Serialize;
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema},
};

use crate::{
    auth::current_admin::CurrentAdmin,
    background::{
        delivery::{queue, row::Transport},
        supervisor::Tasks,
    },
    http::{
        error::{ApiError, ErrorResponse},
        etag,
    },
    inbox::{
        filtered::filtered,
        params::ListParams,
        record_path::ListPath,
        search::{COUNT_CAP, Plan, count_hits},
        state::InboxState,
    },
    storage::{self, list_counts::BoxCounts, schema::pending_deletions},
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
    /// Number of records. At most 10,000 with any filter but the state.
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

/// `GET /api/inbox/`: returns the counts for the dashboard.
#[utoipa::path(
    get,
    path = "/inbox",
    tag = "work",
    params(("if-none-match" = Option<String>, Header, description = "The tag of an answer that is known")),
    responses(
        (status = 200, description = "How many records each box holds, with the answer's tag", body = InboxResponse),
        (status = 304, description = "Not modified")
    )
)]
pub(crate) async fn get_inbox(
    _: CurrentAdmin,
    State(state): State<Arc<InboxState>>,
    State(tasks): State<Arc<Tasks>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let mut connection = storage::connection(&state.pool).await?;
    let boxes = BoxCounts::load(&mut connection).await?;
    let mail = load_failures(&mut connection, Transport::Mail, state.mails.is_some()).await?;
    let webhooks = load_failures(&mut connection, Transport::Webhook, state.webhooks.is_some()).await?;
    let waiting: Vec<i64> =
        pending_deletions::table.select(pending_deletions::waiting).load(&mut connection).await?;
    drop(connection);
    let boxes_of = |kind| boxes.of(kind).into_iter().map(|(state, count)| (state.as_str(), count)).collect();
    let lists = stored_forms().map(|stored| (stored.table, boxes_of(stored.table))).collect();
    let retention = DueResponse { waiting: waiting.iter().sum() };
    let failing_tasks = tasks.failing();
    etag::answer(&headers, &InboxResponse { lists, mail, webhooks, retention, failing_tasks })
}

/// Loads the failures of mails or webhooks; none while the settings ask for no delivery, because nobody could retry.
async fn load_failures(
    connection: &mut AsyncPgConnection,
    transport: Transport,
    is_configured: bool,
) -> QueryResult<FailuresResponse> {
    if !is_configured {
        return Ok(FailuresResponse::default());
    }
    let (failed, answer) = queue::count_failed(connection, transport).await?;
    Ok(FailuresResponse { failed, answer })
}

/// Returns the number of records in each box.
///
/// Box, order and page have no effect here.
#[utoipa::path(
    get,
    path = "/counts",
    tag = "records",
    params(
        ListPath,
        ListParams,
        ("if-none-match" = Option<String>, Header, description = "The tag of the answer that the client has")
    ),
    responses(
        (status = 200, description = "The counts, with their tag", body = BoxCountsResponse),
        (status = 304, description = "Not modified"),
        (status = 422, description = "Invalid fields", body = ErrorResponse)
    )
)]
pub(crate) async fn get_box_counts(
    admin: CurrentAdmin,
    State(state): State<Arc<InboxState>>,
    ListPath { list }: ListPath,
    ListParams(filter): ListParams,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let filter = Filter { state: None, ..filter };
    let permit = state.search_permit(&filter).await?;
    let mut connection = storage::connection(&state.pool).await?;
    let counts = count_boxes(&mut connection, list.name(), &filter, admin.id).await?;
    drop((connection, permit));
    let count_of = |count| {
        if filter.is_whole() { CountResponse { count, more: false } } else { capped(count) }
    };
    // Each record is in exactly one box.
    let all = count_of(counts.iter().map(|(_, count)| count).sum());
    let boxes = counts.into_iter().map(|(state, count)| (state.as_str(), count_of(count))).collect();
    etag::answer(&headers, &BoxCountsResponse { all, boxes })
}

fn capped(count: i64) -> CountResponse {
    CountResponse { count: count.min(COUNT_CAP), more: count > COUNT_CAP }
}

/// Counts the records of each box that a filter finds for an admin. If it has more than a state, counts at most one more than
/// [`COUNT_CAP`] of each.
async fn count_boxes(
    connection: &mut AsyncPgConnection,
    kind: &str,
    filter: &Filter,
    admin_id: i64,
) -> QueryResult<Vec<(RecordState, i64)>> {
    if filter.is_whole() {
        return Ok(BoxCounts::load(connection).await?.of(kind));
    }
    connection
        .build_transaction()
        .read_only()
        .repeatable_read()
        .run(async |connection| {
            Plan::Estimated.set(connection).await?;
            // Sent together, so that they cost one round trip.
            let connection = &*connection;
            let counts = RecordState::ALL.map(async |state| {
                let filter = Filter { state: Some(StateFilter::Only(state)), ..filter.clone() };
                Ok((state, count_hits(connection, filtered(kind, &filter, admin_id)).await?))
            });
            join_all(counts).await.into_iter().collect()
        })
        .await
}
