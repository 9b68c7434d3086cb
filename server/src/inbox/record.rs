//! One record with its history and the records from the same address.

use std::borrow::Cow;

use agency_core::{
    keys::RecordKey,
    messages::server as say,
    retention::{Policy, delete_at},
};
use chrono::{DateTime, Utc};
use diesel::{
    prelude::*,
    sql_query,
    sql_types::{BigInt, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use tokio::try_join;
use utoipa::{
    ToSchema,
    openapi::{RefOr, Schema},
};

use crate::{
    http::instant,
    inbox::{
        history::{self, History, HistoryResponse},
        related::{self, OthersResponse, Related},
        resource::{Resource, Resources},
        spam_reasons::SpamResponse,
        submission::{Row, WorkResponse, WorkedResponse, all_of, select_rows},
        undo::UndoFieldResponse,
    },
    storage::prepared::Prepared,
};

/// Record with its history, related records and last event.
pub(crate) struct Record<R> {
    pub(crate) row: Row<R>,
    history: History,
    related: Vec<Related>,
    undo: UndoFieldResponse,
}

/// Loads the record with this key, for an admin.
pub(crate) async fn load_record<R: Resource>(
    connection: &mut AsyncPgConnection,
    key: RecordKey<'_>,
    admin_id: i64,
) -> QueryResult<Option<Record<R>>> {
    let Some(row) = read_row::<R>(connection, key).await? else { return Ok(None) };
    let (id, email) = (row.submission.id, &row.submission.email);
    // Sent together, so that they cost one round trip.
    let (history, related) =
        try_join!(history::load_history(connection, id, None), related::load_related(connection, id, email))?;
    let assignee = row.submission.assignee();
    let undo = UndoFieldResponse::load(connection, history.last_event(admin_id), assignee).await?;
    Ok(Some(Record { row, history, related, undo }))
}

/// Reads the record with this key, without its history.
async fn read_row<R: Resource>(
    connection: &mut AsyncPgConnection,
    key: RecordKey<'_>,
) -> QueryResult<Option<Row<R>>> {
    let statement = |column: &str| {
        sql_query(format!("{} WHERE s.kind = '{}' AND s.{column} = $1", select_rows::<R>(), R::STORED.table))
    };
    match key {
        RecordKey::Id(id) => {
            Prepared(statement("id").bind::<BigInt, _>(id)).get_result(connection).await.optional()
        }
        RecordKey::Slug(slug) => {
            Prepared(statement("slug").bind::<Text, _>(slug)).get_result(connection).await.optional()
        }
    }
}

impl<R: Resource> Record<R> {
    /// Returns who changed the record last and how, in one sentence.
    pub(crate) fn last_change(&self) -> String {
        self.history.last_change().unwrap_or_else(|| say::RECORD_CHANGED.to_owned())
    }

    /// Returns the response for the dashboard.
    pub(crate) fn response(self, resources: &Resources<R>, policy: &Policy) -> DetailResponse<R::Response> {
        let Self { mut row, history, related, undo } = self;
        let work = WorkResponse::from(&row.submission);
        let [state_since, created_at] =
            [row.submission.state_since, row.submission.created_at].map(|at| at.timestamp_micros());
        let delete_at = delete_at(R::STORED.table, row.submission.state, state_since, created_at, policy);
        let retention = RetentionResponse { delete_at: delete_at.and_then(DateTime::from_timestamp_micros) };
        let spam = SpamResponse::from(std::mem::take(&mut row.submission.spam_reasons));
        DetailResponse {
            record: WorkedResponse::new(R::response(row, resources), work),
            history: history.into(),
            others: related.into(),
            retention,
            spam,
            undo,
        }
    }
}

/// Deletion date of a record.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RetentionResponse {
    /// Time of the deletion of the record, by the settings and its current state; null if it is kept forever. A record
    /// with a time in the past is deleted by one of the next sweeps.
    #[serde(serialize_with = "instant::serialize_option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    delete_at: Option<DateTime<Utc>>,
}

/// A record with its history, the records from the same address, its deletion date, why it was stored as spam, and what
/// can be undone.
#[derive(Debug, Serialize)]
pub(crate) struct DetailResponse<T> {
    #[serde(flatten)]
    record: WorkedResponse<T>,
    #[serde(flatten)]
    history: HistoryResponse,
    #[serde(flatten)]
    others: OthersResponse,
    #[serde(flatten)]
    retention: RetentionResponse,
    #[serde(flatten)]
    spam: SpamResponse,
    #[serde(flatten)]
    undo: UndoFieldResponse,
}

impl<T: ToSchema> utoipa::PartialSchema for DetailResponse<T> {
    fn schema() -> RefOr<Schema> {
        all_of(&[
            WorkedResponse::<T>::name(),
            HistoryResponse::name(),
            OthersResponse::name(),
            RetentionResponse::name(),
            SpamResponse::name(),
            UndoFieldResponse::name(),
        ])
    }
}

impl<T: ToSchema> ToSchema for DetailResponse<T> {
    fn name() -> Cow<'static, str> {
        format!("DetailResponse_{}", T::name()).into()
    }
}
