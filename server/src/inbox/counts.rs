//! Counts for the dashboard: records by box, of all people or of a filter; failed mails
//! and webhooks, pending deletions and failing tasks.

use std::sync::Arc;

use agency_core::{filter::Filter, stored_forms, work::RecordState};
use axum::{extract::State, http::HeaderMap, response::Response};
use diesel::{dsl::sum, prelude::*};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::future::join_all;

use crate::{
    auth::current_admin::CurrentAdmin,
    background::{
        delivery::{queue, row::Transport},
        supervisor::Tasks,
        webhook::outbox::WebhookOutbox,
    },
    http::error::{ApiError, ErrorResponse},
    inbox::{
        etag,
        filtered::filtered,
        model::{
            counts::{BoxCountsResponse, CountResponse, DueResponse, FailuresResponse, InboxResponse},
            params::ListParams,
        },
        record_path::ListPath,
        search::{COUNT_CAP, Plan, count_hits},
        state::InboxState,
    },
    intake::state::IntakeState,
    storage::{
        self, Pool,
        functions::int8,
        list_counts::count_records,
        names::Name,
        schema::{list_counts, pending_deletions},
    },
};

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
    State(pool): State<Pool>,
    State(tasks): State<Arc<Tasks>>,
    State(intake): State<Arc<IntakeState>>,
    State(webhooks): State<Option<Arc<WebhookOutbox>>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let mut connection = storage::connection(&pool).await?;
    let boxes = list_counts::table.group_by((list_counts::kind, list_counts::state));
    let counts = boxes.select((list_counts::kind, list_counts::state, int8(sum(list_counts::count))));
    let counts: Vec<(String, Name<RecordState>, Option<i64>)> = counts.load(&mut connection).await?;
    let mail = load_failures(&mut connection, Transport::Mail, intake.mails.is_some()).await?;
    let webhooks = load_failures(&mut connection, Transport::Webhook, webhooks.is_some()).await?;
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
            .map(async |state| Ok((state, count_records(connection, kind, Some(state)).await?)));
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
