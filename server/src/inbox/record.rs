//! One record with its history and the records from the same address.

use std::collections::BTreeSet;

use agency_core::{keys::RecordKey, spam::SpamReason, work::RecordState};
use chrono::DateTime;
use diesel::{
    prelude::*,
    sql_types::{BigInt, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use idna::domain_to_unicode;
use tokio::join;

use crate::{
    config::retention::{Policy, delete_at},
    inbox::{
        condition::{boxed_sql, list_sql},
        history,
        model::{
            record::{ContextResponse, DetailResponse, OtherResponse, SpamReasonResponse},
            submission::Row,
        },
        resource::Resource,
        submission::rows_from,
        undo::load_undo,
    },
    intake::search_document::email_key,
    storage::{prepared::Prepared, schema::submissions},
};

/// Loads the record with this key, for an admin.
pub(crate) async fn load_record<R: Resource>(
    connection: &mut AsyncPgConnection,
    key: RecordKey<'_>,
    admin_id: i64,
    policy: &Policy,
) -> QueryResult<Option<DetailResponse<R>>> {
    let found = |column| {
        let (rows, list) = (rows_from::<R>("submissions AS s"), list_sql(R::STORED.table, None));
        boxed_sql(format!("SELECT {rows} WHERE {list} AND s.{column} = $1"))
    };
    let statement = match key {
        RecordKey::Id(id) => found("id").bind::<BigInt, _>(id),
        RecordKey::Slug(slug) => found("slug").bind::<Text, _>(slug),
    };
    let row: Option<Row<R>> = Prepared(statement).get_result(connection).await.optional()?;
    let Some(row) = row else { return Ok(None) };
    let (id, email) = (row.submission.id, &row.submission.email);
    // Sent together, so that they cost one round trip.
    let (history, others) = join!(
        history::load_history(connection, id, None, history::PAGE_SIZE),
        load_related(connection, id, email)
    );
    let (history, others) = (history?, others?);
    let submission = &row.submission;
    let undo = load_undo(connection, &history, admin_id, submission.assigned_to.clone()).await?;
    let [state_since, created_at] =
        [submission.state_since, submission.created_at].map(|at| at.timestamp_micros());
    let delete_at = RecordState::parse(&submission.state)
        .and_then(|state| delete_at(R::STORED.table, state, state_since, created_at, policy))
        .and_then(DateTime::from_timestamp_micros);
    // The next release may know other reasons.
    let reasons = submission.spam_reasons.iter().filter_map(|name| SpamReason::parse(name));
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
pub(crate) async fn load_related(
    mut connection: &AsyncPgConnection,
    id: i64,
    email: &str,
) -> QueryResult<Vec<OtherResponse>> {
    submissions::table
        .filter(submissions::email_key.eq_any(email_keys(email)))
        .filter(submissions::id.ne(id))
        .order((submissions::created_at.desc(), submissions::id.desc()))
        .limit(MAX_RELATED)
        .select((submissions::kind, submissions::slug, submissions::created_at))
        .load(&mut connection)
        .await
}

/// Returns the keys of an address: the current one, and those that a row has until it is reindexed.
fn email_keys(email: &str) -> BTreeSet<String> {
    let key = email_key(email);
    let unicode =
        key.rsplit_once('@').map(|(local, domain)| format!("{local}@{}", domain_to_unicode(domain).0));
    [Some(email.to_lowercase()), unicode, Some(key)].into_iter().flatten().collect()
}
