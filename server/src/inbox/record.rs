//! One record with its history and the records from the same address.

use std::collections::BTreeSet;

use agency_core::{keys::RecordKey, spam::SpamReason, stored_forms};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use idna::domain_to_unicode;
use serde::Serialize;
use tokio::join;
use utoipa::{
    ToSchema,
    openapi::{ObjectBuilder, Type},
};

use crate::{
    config::retention::{Policy, delete_at},
    http::instant,
    inbox::{
        filtered::with_key,
        history::{self, HistoryResponse},
        page::Page,
        resource::{Resource, Resources},
        submission::Row,
        undo::{UndoResponse, load_undo},
    },
    intake::search_document::email_key,
    storage::{names::Name, schema::submissions},
};

/// Loads the record with this key, for an admin.
pub(crate) async fn load_record<R: Resource>(
    connection: &mut AsyncPgConnection,
    key: RecordKey<'_>,
    admin_id: i64,
    resources: &Resources<R>,
    policy: &Policy,
) -> QueryResult<Option<Record<R>>> {
    let page = Page::new(with_key(R::STORED.table, key), 1);
    let Some(row) = R::load_rows(connection, page).await?.pop() else { return Ok(None) };
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
    let delete_at = submission
        .state
        .known()
        .and_then(|state| delete_at(R::STORED.table, state, state_since, created_at, policy))
        .and_then(DateTime::from_timestamp_micros);
    let reasons = submission.spam_reasons.iter().flatten().filter_map(Name::known);
    let spam_reasons =
        reasons.map(|reason| SpamReasonResponse { reason, sentence: reason.sentence() }).collect();
    Ok(Some(DetailResponse {
        record: row.with_links(resources),
        history: history.into(),
        context: ContextResponse { others, delete_at, spam_reasons, undo },
    }))
}

/// The records from the same address, the deletion date of a record, why it was stored as spam, and what can be undone.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ContextResponse {
    /// The newest first.
    #[schema(max_items = 20)]
    others: Vec<OtherResponse>,
    /// Time of the deletion of the record, by the settings and its current state; null if it is kept forever. A record
    /// with a time in the past is deleted by one of the next sweeps.
    #[serde(serialize_with = "instant::serialize_option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    delete_at: Option<DateTime<Utc>>,
    /// Empty if the record was not stored as spam. They stay after "not spam".
    spam_reasons: Vec<SpamReasonResponse>,
    /// The last action, if this admin did it within the last ten minutes and it can be undone.
    undo: Option<UndoResponse>,
}

/// A record with its history and its context.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DetailResponse_RecordResponse)]
pub(crate) struct DetailResponse<T> {
    #[serde(flatten)]
    record: T,
    #[serde(flatten)]
    pub(crate) history: HistoryResponse,
    #[serde(flatten)]
    context: ContextResponse,
}

/// A record of one type.
pub(crate) type Record<R> = DetailResponse<Row<R>>;

/// Maximum related records of a record.
pub(crate) const MAX_RELATED: i64 = 20;

/// Another record from the same address.
#[derive(Debug, Queryable, Serialize, ToSchema)]
pub(crate) struct OtherResponse {
    /// The name of its list.
    #[schema(schema_with = kind_schema)]
    kind: String,
    slug: String,
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    submitted_at: DateTime<Utc>,
}

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

fn kind_schema() -> ObjectBuilder {
    let kinds = stored_forms().map(|stored| stored.table).collect::<Vec<_>>();
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(kinds))
}

/// Reason for storing a record as spam.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SpamReasonResponse {
    #[schema(schema_with = reason_schema)]
    reason: SpamReason,
    /// The reason in words.
    sentence: &'static str,
}

fn reason_schema() -> ObjectBuilder {
    let reasons = SpamReason::ALL.map(SpamReason::as_str);
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(reasons))
}
