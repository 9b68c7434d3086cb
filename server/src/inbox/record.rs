//! One record with its history and the records from the same address.

use agency_core::keys::RecordKey;
use chrono::DateTime;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use tokio::join;

use crate::{
    config::retention::{Policy, delete_at},
    inbox::{
        history,
        model::{
            record::{ContextResponse, DetailResponse, OtherResponse, SpamReasonResponse},
            submission::Submission,
        },
        resource::Resource,
        undo::load_undo,
    },
    intake::search_document::email_key,
    storage::{names::Name, schema::submissions},
};

/// Loads the record with this key, for an admin.
pub(crate) async fn load_record<R: Resource>(
    connection: &mut AsyncPgConnection,
    key: RecordKey<'_>,
    admin_id: i64,
    policy: &Policy,
) -> QueryResult<Option<DetailResponse<R>>> {
    let (row, history, others) = loop {
        let Some(row) = R::load_row(connection, key).await? else { return Ok(None) };
        let Submission { id, version, ref email, .. } = row.submission;
        // Sent together.
        let (history, others) = join!(
            history::load_history(connection, id, None, history::PAGE_SIZE),
            load_related(connection, id, email)
        );
        let (history, others) = (history?, others?);
        // An action that was stored in between is missing in the row.
        if history.version.is_none_or(|newest| newest == version) {
            break (row, history, others);
        }
    };
    let submission = &row.submission;
    let undo = load_undo(connection, &history, admin_id, submission.assigned_to.clone()).await?;
    let [state_since, created_at] =
        [submission.state_since, submission.created_at].map(|at| at.timestamp_micros());
    let delete_at = submission
        .state
        .known()
        .and_then(|state| delete_at(R::STORED.table, state, state_since, created_at, policy))
        .and_then(DateTime::from_timestamp_micros);
    let reasons = submission.spam_reasons.iter().flatten().filter_map(Name::known);
    let spam_reasons =
        reasons.map(|reason| SpamReasonResponse { reason, sentence: reason.sentence() }).collect();
    Ok(Some(DetailResponse {
        record: row,
        history: history.into(),
        context: ContextResponse { others, delete_at, spam_reasons, undo },
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
