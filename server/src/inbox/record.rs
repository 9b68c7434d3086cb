//! One record with its history and the records from the same address.

use std::sync::Arc;

use agency_core::keys::RecordKey;
use axum::{extract::State, http::HeaderMap, response::Response};
use chrono::DateTime;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use tokio::join;

use crate::{
    auth::current_admin::CurrentAdmin,
    config::retention::{Policy, delete_at},
    http::error::{ApiError, ErrorResponse},
    inbox::{
        etag, history,
        model::{
            record::{ContextResponse, DetailResponse, OtherResponse, SpamReasonResponse},
            submission::{Record, Submission},
        },
        record_path::{RecordPath, not_found},
        rows::load_row,
        state::InboxState,
        undo::load_undo,
    },
    intake::search_document::{email_key, other_spelling},
    resources::List,
    storage::{self, names::Name, schema::submissions},
};

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
    Ok(Some(DetailResponse {
        record,
        history: history.into(),
        context: ContextResponse { other_spelling, others, delete_at, spam_reasons, undo },
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
