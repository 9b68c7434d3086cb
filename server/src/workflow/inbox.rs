//! How many records each box holds, and so how much waits.

use std::collections::BTreeMap;

use agency_core::{stored_forms, work::RecordState};
use axum::{extract::State, http::HeaderMap, response::Response};
use diesel::{
    QueryableByName, sql_query,
    sql_types::{Array, BigInt, Text},
};
use diesel_async::RunQueryDsl as _;
use serde::Serialize;
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema},
};

use crate::{
    auth::signed_in::SignedIn,
    http::error::ApiError,
    lists::{box_of, tag},
    mail::queue,
    storage::{self, Pool},
};

/// How many records each box of each list holds, how many mails could not be sent, and how many records wait to be
/// deleted.
#[derive(Debug, Serialize)]
pub(crate) struct InboxResponse {
    /// By the list's name.
    #[serde(flatten)]
    lists: BTreeMap<&'static str, BoxesResponse>,
    mail: MailResponse,
    retention: DueResponse,
}

/// How many records each box of a list holds.
#[derive(Debug, Serialize)]
struct BoxesResponse(BTreeMap<&'static str, i64>);

/// What became of the mails.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MailResponse {
    /// How many that tell of a record could not be sent.
    failed: i64,
    /// What the mail server said to the last of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    answer: Option<String>,
}

/// One property for each box.
impl utoipa::PartialSchema for BoxesResponse {
    fn schema() -> RefOr<Schema> {
        let object = RecordState::ALL.into_iter().fold(ObjectBuilder::new(), |object, state| {
            object.property(state.as_str(), <i64 as utoipa::PartialSchema>::schema()).required(state.as_str())
        });
        Schema::Object(object.build()).into()
    }
}

/// What became of the records whose time is over.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DueResponse {
    /// How many wait to be deleted until whoever runs the server says that they may go; of very many, at least so many.
    waiting: i64,
}

/// One property for each list.
impl utoipa::PartialSchema for InboxResponse {
    fn schema() -> RefOr<Schema> {
        let object = tables().fold(ObjectBuilder::new(), |object, table| {
            object.property(table, <BoxesResponse as utoipa::PartialSchema>::schema()).required(table)
        });
        let object =
            object.property("mail", <MailResponse as utoipa::PartialSchema>::schema()).required("mail");
        let object = object
            .property("retention", <DueResponse as utoipa::PartialSchema>::schema())
            .required("retention");
        Schema::Object(object.build()).into()
    }
}

impl ToSchema for InboxResponse {}

fn tables() -> impl Iterator<Item = &'static str> {
    stored_forms().map(|stored| stored.table)
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
    #[diesel(sql_type = BigInt)]
    waiting: i64,
}

/// `GET /api/inbox/`: how many records each box holds.
#[utoipa::path(
    get,
    path = "/api/inbox/",
    tag = "work",
    security(("bearer" = [])),
    params(("if-none-match" = Option<String>, Header, description = "The tag of an answer that is known")),
    responses(
        (status = 200, description = "How many records each box holds, with the answer's tag", body = InboxResponse),
        (status = 304, description = "The answer of that tag, which still stands")
    )
)]
pub(crate) async fn get_inbox(
    _: SignedIn,
    State(pool): State<Pool>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let boxes = tables().flat_map(|table| RecordState::ALL.map(|state| box_of(table, state)));
    let mut connection = storage::connection(&pool).await?;
    // A page of no rows: only the count.
    let counts: Vec<Count> = sql_query(
        "SELECT place.count, (SELECT coalesce(sum(waiting), 0)::bigint FROM retention) AS waiting \
         FROM unnest($1) WITH ORDINALITY AS box (list, nth), \
         list_place(box.list, 'created_at', true, 0, 0, 0) AS place ORDER BY box.nth",
    )
    .bind::<Array<Text>, _>(boxes.collect::<Vec<_>>())
    .load(&mut connection)
    .await?;
    let queue::Failures { failed, answer } = queue::failures(&mut connection).await?;
    drop(connection);
    let waiting = counts.iter().map(|row| row.waiting).next().unwrap_or_default();
    let boxes_of = |counts: &[Count]| {
        let states = RecordState::ALL.into_iter().map(RecordState::as_str);
        BoxesResponse(states.zip(counts.iter().map(|row| row.count)).collect())
    };
    let lists = tables().zip(counts.chunks(RecordState::ALL.len()).map(boxes_of)).collect();
    let (mail, retention) = (MailResponse { failed, answer }, DueResponse { waiting });
    Ok(tag::answer(&headers, InboxResponse { lists, mail, retention }))
}
