//! How much waits.

use std::collections::BTreeMap;

use agency_core::{stored_forms, work::RecordState};
use axum::{Json, extract::State};
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
    lists::box_of,
    storage::{self, Pool},
};

/// How much waits in each list, and how many mails could not be sent.
#[derive(Debug, Serialize)]
pub(crate) struct InboxResponse {
    /// By the list's name.
    #[serde(flatten)]
    lists: BTreeMap<&'static str, WaitingResponse>,
    mail: MailResponse,
}

/// How much waits in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WaitingResponse {
    /// How many records nobody has begun with.
    new: i64,
}

/// What became of the mails.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MailResponse {
    /// How many could not be sent.
    failed: i64,
}

/// One property for each list.
impl utoipa::PartialSchema for InboxResponse {
    fn schema() -> RefOr<Schema> {
        let object = tables().fold(ObjectBuilder::new(), |object, table| {
            object.property(table, <WaitingResponse as utoipa::PartialSchema>::schema()).required(table)
        });
        let object =
            object.property("mail", <MailResponse as utoipa::PartialSchema>::schema()).required("mail");
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
}

/// `GET /api/inbox/`: how much waits.
#[utoipa::path(
    get,
    path = "/api/inbox/",
    tag = "work",
    security(("bearer" = [])),
    responses((status = 200, description = "How much waits", body = InboxResponse))
)]
pub(crate) async fn get_inbox(
    _: SignedIn,
    State(pool): State<Pool>,
) -> Result<Json<InboxResponse>, ApiError> {
    let boxes = tables().map(|table| box_of(table, RecordState::New)).collect::<Vec<_>>();
    let mut connection = storage::connection(&pool).await?;
    // A page of no rows: only the count.
    let counts: Vec<Count> = sql_query(
        "SELECT place.count FROM unnest($1) WITH ORDINALITY AS box (list, nth), \
         list_place(box.list, 'created_at', true, 0, 0, 0) AS place ORDER BY box.nth",
    )
    .bind::<Array<Text>, _>(boxes)
    .load(&mut connection)
    .await?;
    let waiting = counts.into_iter().map(|Count { count }| WaitingResponse { new: count });
    Ok(Json(InboxResponse { lists: tables().zip(waiting).collect(), mail: MailResponse { failed: 0 } }))
}
