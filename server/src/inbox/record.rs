//! One record with its history and the records from the same address.

use std::sync::Arc;

use agency_core::{keys::RecordKey, spam::SpamReason};
use axum::{extract::State, http::HeaderMap, response::Response};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use tokio::join;
use utoipa::ToSchema;

use crate::{
    auth::current_admin::CurrentAdmin,
    config::retention::{Policy, delete_at},
    http::{
        error::{ApiError, ErrorResponse},
        etag, instant,
    },
    inbox::{
        history::{self, HistoryResponse},
        record_path::{RecordPath, not_found},
        rows::load_row,
        state::InboxState,
        submission::{Record, Submission},
        undo::{UndoResponse, load_undo},
    },
    intake::search_document::{email_key, other_spelling},
    resources::List,
    storage::{self, names::Name, schema::submissions, source::Source},
};

/// The other spelling and the other records of the address, the deletion date of a record, why it was stored as spam, where
/// it came from, and what can be undone.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ContextResponse {
    /// The address with its domain in Unicode if it has it in ASCII, and the reverse; null for a domain with one spelling.
    #[schema(required = true)]
    pub(crate) other_spelling: Option<String>,
    /// The newest first.
    #[schema(max_items = 20)]
    pub(crate) others: Vec<OtherResponse>,
    /// Time of the deletion of the record, by the settings and its current state; null if it is kept forever. A record
    /// with a time in the past is deleted by one of the next sweeps.
    #[serde(serialize_with = "instant::serialize_option")]
    #[schema(value_type = Option<String>, format = DateTime, required = true)]
    pub(crate) delete_at: Option<DateTime<Utc>>,
    /// Empty if the record was not stored as spam. They stay after "not spam".
    pub(crate) spam_reasons: Vec<SpamReasonResponse>,
    pub(crate) source: Source,
    /// The last action, if this admin did it within the last ten minutes and it can be undone.
    #[schema(required = true)]
    pub(crate) undo: Option<UndoResponse>,
}

/// A record with its history and its context.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DetailResponse {
    #[serde(flatten)]
    pub(crate) record: Record,
    #[serde(flatten)]
    pub(crate) history: HistoryResponse,
    #[serde(flatten)]
    pub(crate) context: ContextResponse,
}

/// Another record from the same address.
#[derive(Debug, Queryable, Serialize, ToSchema)]
pub(crate) struct OtherResponse {
    /// The name of its list.
    #[schema(value_type = List)]
    pub(crate) kind: String,
    pub(crate) slug: String,
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    pub(crate) submitted_at: DateTime<Utc>,
}

/// Reason for storing a record as spam.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SpamReasonResponse {
    pub(crate) reason: SpamReason,
    /// The reason in words.
    pub(crate) sentence: &'static str,
}

/// Returns a record with its history and the records from the same address.
#[utoipa::path(
    get,
    path = "/{key}",
    tag = "records",
    params(
        RecordPath,
        ("if-none-match" = Option<String>, Header, description = "The tag of the answer that the client has")
    ),
    responses(
        (status = 200, description = "The record, with its tag", body = DetailResponse),
        (status = 304, description = "The record has not changed since the answer of that tag"),
        (status = 404, description = "There is no such record", body = ErrorResponse)
    )
)]
pub(crate) async fn get_record(
    admin: CurrentAdmin,
    State(state): State<Arc<InboxState>>,
    path: RecordPath,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let key = path.key()?;
    let mut connection = storage::connection(&state.pool).await?;
    let found = load_record(&mut connection, path.list, key, admin.id, &state.retention).await?;
    drop(connection);
    etag::answer(&headers, &found.ok_or_else(|| not_found(path.list))?)
}

/// Loads the record of a list with this key, for an admin.
pub(crate) async fn load_record(
    connection: &mut AsyncPgConnection,
    list: List,
    key: RecordKey<'_>,
    admin_id: i64,
    policy: &Policy,
) -> QueryResult<Option<DetailResponse>> {
    let (record, history, others) = loop {
        let Some(record) = load_row(connection, list, key).await? else { return Ok(None) };
        let Submission { id, version, ref email, .. } = record.submission;
        // Sent together.
        let (history, others) = join!(
            history::load_history(connection, id, None, history::PAGE_SIZE),
            load_related(connection, id, email)
        );
        let (history, others) = (history?, others?);
        // An action that was stored in between is missing in the row.
        if history.version.is_none_or(|newest| newest == version) {
            break (record, history, others);
        }
    };
    let Record { submission, .. } = &record;
    let undo = load_undo(connection, &history, admin_id, submission.assigned_to.clone()).await?;
    let [state_since, created_at] =
        [submission.state_since, submission.created_at].map(|at| at.timestamp_micros());
    let delete_at = submission
        .state
        .known()
        .and_then(|state| delete_at(list.name(), state, state_since, created_at, policy))
        .and_then(DateTime::from_timestamp_micros);
    let reasons = submission.spam_reasons.iter().flatten().filter_map(Name::known);
    let spam_reasons =
        reasons.map(|reason| SpamReasonResponse { reason, sentence: reason.sentence() }).collect();
    let other_spelling = other_spelling(&submission.email);
    let source = submission.source.clone();
    Ok(Some(DetailResponse {
        record,
        history: history.into(),
        context: ContextResponse { other_spelling, others, delete_at, spam_reasons, source, undo },
    }))
}

/// Maximum related records of a record.
pub(crate) const MAX_RELATED: i64 = 20;

/// Loads the newest records from an address, except the one with this id.
async fn load_related(
    mut connection: &AsyncPgConnection,
    id: i64,
    email: &str,
) -> QueryResult<Vec<OtherResponse>> {
    submissions::table
        .filter(submissions::email_key.eq(email_key(email)))
        .filter(submissions::id.ne(id))
        .order((submissions::created_at.desc(), submissions::id.desc()))
        .limit(MAX_RELATED)
        .select((submissions::kind, submissions::slug, submissions::created_at))
        .load(&mut connection)
        .await
}
