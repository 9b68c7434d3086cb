//! Stores an accepted form, in one transaction:
//!
//! 1. count the attempt for the sender's rate limit, look up the idempotency key, and check whether the same text came
//!    from several addresses,
//! 2. insert the submission with its search words, and count its acknowledgement,
//! 3. claim the key, and insert the form's own columns, the history of a submission that is stored as spam, the mails
//!    and the webhook.
//!
//! The statements of a step are sent together and cost one round trip. A repeated key ends it after the first step: only
//! the attempt is stored. A full limit rolls everything back.

use std::net::IpAddr;

use agency_core::{
    form::StoredForm,
    person::name_from_email,
    search::TOKENISER,
    sort::name_key,
    work::{RecordAction, RecordState},
};
use anyhow::anyhow;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};
use tokio::join;

use crate::{
    background::{
        delivery::row,
        mail::{
            notice::SubmissionNotice,
            outbox::{NewMails, may_acknowledge},
        },
        webhook::outbox::NewRecord,
    },
    http::error::ApiError,
    intake::{
        form::CreatedResponse,
        idempotency::IdempotencyKey,
        search_document::{email_key, index, search_words},
        spam::{SpamAssessment, SpamInput, assess, came_from_several_addresses},
        state::IntakeState,
    },
    limits::Attempt,
    storage::{
        self, random,
        retrying::{MaybeOutage as _, Outage},
        schema::{history, submissions},
        source::Source,
        tsvector::tsvector,
    },
};

/// An accepted form, ready to be stored.
pub(crate) trait NewSubmission: Send + Sync {
    /// Returns the name of the sender. A form without a name uses the address, cut to the length of a name.
    fn full_name(&self) -> &str {
        name_from_email(self.email())
    }

    /// Returns the email address of the sender.
    fn email(&self) -> &str;

    /// Returns the fields that two requests with one idempotency key must share.
    fn content(&self) -> impl Iterator<Item = &[u8]> + Send;

    /// Returns the texts that a search finds, by the names of their fields.
    fn fields(&self) -> Vec<(&'static str, &str)>;

    /// Returns the input of the spam rules.
    fn spam_input(&self) -> SpamInput<'_>;

    /// Returns the content of the mail to staff.
    fn notice(&self) -> SubmissionNotice<'_>;

    /// Inserts the row of the form's own table, with its other rows.
    fn insert_details(
        &self,
        connection: &AsyncPgConnection,
        id: i64,
    ) -> impl Future<Output = Result<(), ApiError>> + Send;
}

/// Request that sent a form.
pub(crate) struct Request {
    /// Attempt to count for the sender's rate limit; `None` if it was counted before, or is not limited.
    pub(crate) attempt: Option<Attempt>,
    pub(crate) idempotency_key: Option<IdempotencyKey>,
    pub(crate) is_honeypot_filled: bool,
    /// IP address of the client.
    pub(crate) client: IpAddr,
    pub(crate) source: Source,
}

/// What a transaction did that was committed.
enum Done {
    /// Stored the submission at this time.
    Stored(DateTime<Utc>),
    /// Only counted the attempt: the idempotency key was used before, for the same request or for another one.
    Repeated(Result<CreatedResponse, ApiError>),
}

/// Reason why a transaction was rolled back.
enum NotStored {
    /// Another request claimed the idempotency key at the same time.
    Claimed,
    Failed(ApiError),
}

impl From<diesel::result::Error> for NotStored {
    fn from(error: diesel::result::Error) -> Self {
        Self::Failed(error.into())
    }
}

impl From<ApiError> for NotStored {
    fn from(error: ApiError) -> Self {
        Self::Failed(error)
    }
}

/// Stores a form once. A retry gets the first response again.
///
/// # Errors
///
/// 409 for a key that was used for another form, 429 when the sender's limit is full, 503 while the database is unavailable.
pub(crate) async fn store<N: NewSubmission>(
    state: &IntakeState,
    stored: StoredForm,
    request: &Request,
    new: &N,
) -> Result<CreatedResponse, ApiError> {
    let slug = random::hex();
    let row = NewRow {
        kind: stored.table,
        slug: &slug,
        email_key: email_key(new.email()),
        words: search_words(&index(new.fields().into_iter().map(|(_, text)| text), new.email())),
        text_hash: state.text_hasher.hash(&new.spam_input()),
        mails: state.mails.as_ref().map(|outbox| outbox.mails(&slug, &new.notice())).unwrap_or_default(),
    };
    let acknowledgement =
        row.mails.has_visitor().then(|| state.limits.acknowledgement(&row.email_key, request.client));
    let mut connection = storage::connection(&state.pool).await?;
    let inserted = connection.transaction(async |connection| {
        insert(connection, state, request, new, &row, acknowledgement.as_ref()).await
    });
    match inserted.await {
        Ok(Done::Stored(created_at)) => {
            state.metrics.stored(stored.record);
            if let Some(mails) = &state.mails {
                mails.written.notify_one();
            }
            if let Some(webhooks) = &state.webhooks {
                webhooks.written.notify_one();
            }
            Ok(CreatedResponse { slug, submitted_at: created_at })
        }
        Err(NotStored::Failed(error)) => Err(error),
        Ok(Done::Repeated(response)) => response,
        // The other request has committed. A second attempt counts, and finds its response.
        Err(NotStored::Claimed) => Err(ApiError::conflict()),
    }
}

/// Values that are computed before the transaction begins.
struct NewRow<'a> {
    kind: &'static str,
    slug: &'a str,
    email_key: String,
    words: String,
    text_hash: Option<Vec<u8>>,
    mails: NewMails,
}

async fn insert<N: NewSubmission>(
    connection: &mut AsyncPgConnection,
    state: &IntakeState,
    request: &Request,
    new: &N,
    row: &NewRow<'_>,
    acknowledgement: Option<&Attempt>,
) -> Result<Done, NotStored> {
    let connection: &AsyncPgConnection = connection;
    let count = async {
        if let Some(attempt) = &request.attempt {
            state.limits.count_on(connection, attempt).await?;
        }
        Ok::<_, NotStored>(())
    };
    let key = request.idempotency_key.as_ref();
    let earlier = async {
        match key {
            Some(key) => Ok::<_, NotStored>(key.earlier_response(connection).await?),
            None => Ok(None),
        }
    };
    let is_same_text = async {
        let hash = row.text_hash.as_deref();
        Ok::<_, NotStored>(came_from_several_addresses(connection, hash, &row.email_key).await?)
    };
    let is_below_limit =
        async { Ok::<_, NotStored>(acknowledgement.is_some() && may_acknowledge(connection).await?) };
    // Counted first: the lock of the address lets each of its requests see the keys of those before.
    let (is_same_text, is_below_limit) = match join!(biased; count, earlier, is_same_text, is_below_limit) {
        (Ok(()), Ok(None), Ok(is_same_text), Ok(is_below_limit)) => (is_same_text, is_below_limit),
        (Ok(()), Ok(Some(response)), Ok(_), Ok(_)) => return Ok(Done::Repeated(response)),
        (count, earlier, is_same_text, is_below_limit) => {
            let failures = [count.err(), earlier.err(), is_same_text.err(), is_below_limit.err()];
            return Err(first_failure(failures));
        }
    };
    let assessment = assess(&new.spam_input(), request.is_honeypot_filled, is_same_text);
    let acknowledgement = acknowledgement.filter(|_| is_below_limit && assessment.state != RecordState::Spam);
    let inserted = async {
        Ok::<_, NotStored>(insert_submission(connection, new, row, &assessment, &request.source).await?)
    };
    let is_acknowledged = async {
        match acknowledgement {
            Some(attempt) => Ok::<_, NotStored>(attempt.count(connection).await?.is_some()),
            None => Ok(false),
        }
    };
    let ((id, created_at), is_acknowledged) = match join!(biased; inserted, is_acknowledged) {
        (Ok(inserted), Ok(is_acknowledged)) => (inserted, is_acknowledged),
        (inserted, is_acknowledged) => {
            return Err(first_failure([inserted.err(), is_acknowledged.err()]));
        }
    };
    let webhook = state.webhooks.as_ref().map(|webhooks| {
        webhooks.created(&NewRecord {
            kind: row.kind,
            slug: row.slug,
            created_at,
            state: assessment.state,
            notice: new.notice(),
            fields: new.fields(),
            source: &request.source,
        })
    });
    let (key, details, spam, mails, webhook) = join!(
        biased;
        claim(connection, key, id),
        async { Ok::<_, NotStored>(new.insert_details(connection, id).await?) },
        async { Ok::<_, NotStored>(record_spam(connection, id, &assessment).await?) },
        async { Ok::<_, NotStored>(row.mails.insert(connection, id, assessment.state, is_acknowledged).await?) },
        async { Ok::<_, NotStored>(row::insert(connection, webhook).await?) },
    );
    let failures = [key.err(), details.err(), spam.err(), mails.err(), webhook.err()];
    if failures.iter().all(Option::is_none) {
        Ok(Done::Stored(created_at))
    } else {
        Err(first_failure(failures))
    }
}

/// Returns the failure that made the others fail: Postgres refuses every statement behind the one that failed.
fn first_failure(failures: impl IntoIterator<Item = Option<NotStored>>) -> NotStored {
    let is_consequence = |failure: &NotStored| matches!(failure, NotStored::Failed(error) if error.outage() == Some(Outage::Aborted));
    let first = failures.into_iter().flatten().min_by_key(is_consequence);
    first.unwrap_or_else(|| NotStored::Failed(ApiError::internal(anyhow!("no statement failed"))))
}

/// Claims the key for the submission.
async fn claim(
    connection: &AsyncPgConnection,
    key: Option<&IdempotencyKey>,
    id: i64,
) -> Result<(), NotStored> {
    match key {
        Some(key) if !key.claim(connection, id).await? => Err(NotStored::Claimed),
        _ => Ok(()),
    }
}

async fn insert_submission<N: NewSubmission>(
    mut connection: &AsyncPgConnection,
    new: &N,
    row: &NewRow<'_>,
    assessment: &SpamAssessment,
    source: &Source,
) -> QueryResult<(i64, DateTime<Utc>)> {
    diesel::insert_into(submissions::table)
        .values((
            submissions::kind.eq(row.kind),
            submissions::slug.eq(row.slug),
            submissions::full_name.eq(new.full_name()),
            submissions::name_key.eq(name_key(new.full_name())),
            submissions::email.eq(new.email()),
            submissions::email_key.eq(&row.email_key),
            submissions::state.eq(assessment.state.as_str()),
            // Storing it as spam counts as an action of the server.
            submissions::version.eq(if assessment.state == RecordState::Spam { 2 } else { 1 }),
            submissions::spam_reasons.eq(&assessment.reasons),
            submissions::text_hash.eq(row.text_hash.as_deref()),
            submissions::words.eq(tsvector(&row.words)),
            submissions::words_version.eq(TOKENISER),
            source,
        ))
        .returning((submissions::id, submissions::created_at))
        .get_result(&mut connection)
        .await
}

/// Records in the history that the server stored a submission as spam.
async fn record_spam(
    mut connection: &AsyncPgConnection,
    id: i64,
    assessment: &SpamAssessment,
) -> QueryResult<()> {
    if assessment.state != RecordState::Spam {
        return Ok(());
    }
    diesel::insert_into(history::table)
        .values((
            history::submission_id.eq(id),
            history::action.eq(RecordAction::Spam.as_str()),
            history::from_state.eq(RecordState::New.as_str()),
            history::to_state.eq(RecordState::Spam.as_str()),
        ))
        .execute(&mut connection)
        .await
        .map(drop)
}

#[cfg(test)]
mod tests;
