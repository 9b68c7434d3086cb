//! Applies an action to a record, inside a transaction:
//!
//! 1. lock the submission,
//! 2. claim the idempotency key,
//! 3. check the action against the rules: the table of moves, or for an undo the last event,
//! 4. update the submission and write its history, in one statement,
//! 5. hold or release its mails when it becomes spam or stops being spam.

use agency_core::{
    form::Stored,
    keys::RecordKey,
    messages::server as say,
    validation::FieldError,
    work::{ActionRequest, RecordAction, RecordState, moved},
};
use anyhow::Context as _;
use chrono::{DateTime, Utc};
use diesel::{
    prelude::*,
    sql_query,
    sql_types::{BigInt, Nullable, Text, Timestamptz},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    auth::display_name::display_name_sql,
    background::mail::queue,
    http::error::ApiError,
    inbox::{history, undo},
    intake::idempotency::IdempotencyKey,
    storage::{
        prepared::Prepared,
        schema::{admins, submissions},
        usernames::username_key,
    },
};

/// A locked submission.
#[derive(Queryable, Selectable)]
#[diesel(table_name = submissions, check_for_backend(diesel::pg::Pg))]
struct Locked {
    id: i64,
    state: String,
    state_since: DateTime<Utc>,
    version: i32,
    assigned_to: Option<i64>,
}

/// A change that the rules allow.
struct Change {
    from: RecordState,
    to: RecordState,
    assigned_to: Option<i64>,
    /// Time of the change to the new state; none for now.
    state_since: Option<DateTime<Utc>>,
}

/// Applies an action of an admin. Returns false if the record has another version: another admin changed it first.
///
/// # Errors
///
/// 404 for an unknown record, 409 for a key that was used for another request, 422 for an action that is not allowed and
/// for an unknown assignee.
pub(crate) async fn apply(
    connection: &mut AsyncPgConnection,
    stored: Stored,
    name: RecordKey<'_>,
    admin_id: i64,
    request: &ActionRequest<'_>,
    key: Option<&IdempotencyKey>,
) -> Result<bool, ApiError> {
    let locked = lock(connection, stored.table, name).await?.ok_or(ApiError::not_found(stored.not_found))?;
    if let Some(key) = key
        && key.is_repeat(connection).await?
    {
        return Ok(true);
    }
    if request.version.is_some_and(|version| version != i64::from(locked.version)) {
        return Ok(false);
    }
    let change = judge(connection, &locked, admin_id, request).await?;
    if request.action == RecordAction::Assign && change.assigned_to == locked.assigned_to {
        return Ok(true);
    }
    if let Some(key) = key
        && !key.claim(connection, locked.id).await?
    {
        // Another request claimed it at the same time. A retry finds its outcome.
        return Err(ApiError::conflict());
    }
    if update(connection, &locked, &change, admin_id, request).await? == 0 {
        // The account has just been removed.
        return Err(ApiError::unauthorized(say::TOKEN_INVALID));
    }
    if (change.from == RecordState::Spam) != (change.to == RecordState::Spam) {
        queue::hold(connection, locked.id, change.to == RecordState::Spam).await?;
    }
    Ok(true)
}

async fn lock(
    connection: &mut AsyncPgConnection,
    kind: &str,
    name: RecordKey<'_>,
) -> QueryResult<Option<Locked>> {
    let of_kind = submissions::table.filter(submissions::kind.eq(kind)).select(Locked::as_select());
    match name {
        RecordKey::Id(id) => of_kind.filter(submissions::id.eq(id)).for_update().first(connection).await,
        RecordKey::Slug(slug) => {
            of_kind.filter(submissions::slug.eq(slug)).for_update().first(connection).await
        }
    }
    .optional()
}

/// Checks an action on a locked submission against the rules.
async fn judge(
    connection: &mut AsyncPgConnection,
    locked: &Locked,
    admin_id: i64,
    request: &ActionRequest<'_>,
) -> Result<Change, ApiError> {
    let from = RecordState::parse(&locked.state).context("an unknown state").map_err(ApiError::internal)?;
    let mut change = Change { from, to: from, assigned_to: locked.assigned_to, state_since: None };
    if request.action == RecordAction::Undo {
        let history = history::load_history(connection, locked.id, None, 1).await?;
        let (event, action, state) = undo::judge(&history, admin_id).map_err(|why| refused("action", why))?;
        (change.to, change.state_since) = (state, event.from_since);
        if action == RecordAction::Assign {
            change.assigned_to = match event.from_admin_id {
                Some(id) => {
                    let account = admins::table.find(id).select(admins::id);
                    let found: Option<i64> = account.for_key_share().first(connection).await.optional()?;
                    Some(found.ok_or_else(|| refused("action", say::ASSIGNEE_REMOVED))?)
                }
                None => None,
            };
        }
        return Ok(change);
    }
    change.to = moved(from, request.action).map_err(|why| refused("action", why))?;
    if request.action == RecordAction::Assign {
        change.assigned_to = match request.to {
            Some(username) => {
                let found = account(connection, username).await?;
                Some(found.ok_or_else(|| refused("to", say::ASSIGNEE_UNKNOWN))?)
            }
            None => None,
        };
    }
    Ok(change)
}

/// Returns the id of an account, which cannot be removed until the transaction ends.
async fn account(connection: &mut AsyncPgConnection, username: &str) -> QueryResult<Option<i64>> {
    let account = admins::table.filter(admins::username_key.eq(username_key(username))).select(admins::id);
    account.for_key_share().first(connection).await.optional()
}

/// Updates the submission and writes its history with the current names of the accounts; returns the number of rows.
async fn update(
    connection: &mut AsyncPgConnection,
    locked: &Locked,
    change: &Change,
    admin_id: i64,
    request: &ActionRequest<'_>,
) -> QueryResult<usize> {
    let reassigned = change.assigned_to != locked.assigned_to;
    let (from_admin, to_admin) =
        if reassigned { (locked.assigned_to, change.assigned_to) } else { (None, None) };
    let from_since = (change.from != change.to).then_some(locked.state_since);
    let name_of =
        |param: &str| format!("(SELECT {} FROM admins WHERE id = {param})", display_name_sql("admins"));
    let statement = format!(
        "WITH changed AS ( \
             UPDATE submissions SET state = $2, assigned_to = $3, version = version + 1, \
                 state_since = CASE WHEN state = $2 THEN state_since ELSE coalesce($10, now()) END \
             WHERE id = $1 AND EXISTS (SELECT FROM admins WHERE id = $4 FOR KEY SHARE) RETURNING id \
         ) \
         INSERT INTO history (submission_id, by, action, from_state, to_state, from_admin, to_admin, admin_id, \
             from_admin_id, from_since, text) \
         SELECT id, {by}, $5, $6, $2, {from_admin}, {to_admin}, $4, $7, $11, $9 FROM changed",
        by = name_of("$4"),
        from_admin = name_of("$7"),
        to_admin = name_of("$8"),
    );
    let statement = sql_query(statement)
        .bind::<BigInt, _>(locked.id)
        .bind::<Text, _>(change.to.as_str())
        .bind::<Nullable<BigInt>, _>(change.assigned_to)
        .bind::<BigInt, _>(admin_id)
        .bind::<Text, _>(request.action.as_str())
        .bind::<Text, _>(change.from.as_str())
        .bind::<Nullable<BigInt>, _>(from_admin)
        .bind::<Nullable<BigInt>, _>(to_admin)
        .bind::<Nullable<Text>, _>(request.text.as_deref())
        .bind::<Nullable<Timestamptz>, _>(change.state_since)
        .bind::<Nullable<Timestamptz>, _>(from_since);
    Prepared(statement).execute(connection).await
}

fn refused(field: &'static str, why: &'static str) -> ApiError {
    ApiError::refused([FieldError::new(field, why)])
}
