//! Applies an action to a record, inside a transaction:
//!
//! 1. lock the submission,
//! 2. claim the idempotency key,
//! 3. judge the action by the rules' table of moves,
//! 4. update the submission and write its history, in one statement,
//! 5. hold or release its mails when it becomes spam or stops being spam.

use agency_core::{
    form::Stored,
    keys::RecordKey,
    messages::server as say,
    validation::{ValidationError, ValidationErrors},
    work::{Order, RecordAction, RecordState, moved},
};
use diesel::{
    prelude::*,
    sql_query,
    sql_types::{BigInt, Nullable, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    auth::display_name::display_name_sql,
    background::mail::queue,
    http::error::ApiError,
    intake::idempotency::IdempotencyKey,
    storage::{
        prepared::Prepared,
        schema::{admins, submissions},
    },
};

/// What became of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Applied {
    /// The record is as it was asked for.
    Done,
    /// The record has another version: another admin changed it first.
    Conflict,
}

/// A locked submission.
#[derive(Queryable)]
struct Locked {
    id: i64,
    state: String,
    version: i32,
    assigned_to: Option<i64>,
}

/// Applies an action of an admin.
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
    order: &Order<'_>,
    key: Option<&IdempotencyKey>,
) -> Result<Applied, ApiError> {
    let locked = lock(connection, stored.table, name).await?.ok_or(ApiError::not_found(stored.not_found))?;
    if let Some(key) = key
        && key.is_repeat(connection).await?
    {
        return Ok(Applied::Done);
    }
    if order.version.is_some_and(|version| version != i64::from(locked.version)) {
        return Ok(Applied::Conflict);
    }
    let from = RecordState::parse(&locked.state).ok_or_else(ApiError::internal)?;
    let to = moved(from, order.action).map_err(|why| refused("action", why))?;
    let assignee = match order.to {
        Some(username) if order.action == RecordAction::Assign => {
            Some(account(connection, username).await?.ok_or_else(|| refused("to", say::ASSIGNEE_UNKNOWN))?)
        }
        _ => None,
    };
    if order.action == RecordAction::Assign && assignee == locked.assigned_to {
        return Ok(Applied::Done);
    }
    if let Some(key) = key
        && !key.claim(connection, locked.id).await?
    {
        // Another request claimed it at the same moment: the next try finds its outcome.
        return Err(ApiError::conflict());
    }
    if update(connection, &locked, to, admin_id, assignee, order).await? == 0 {
        // The account has just been removed.
        return Err(ApiError::unauthorized(say::TOKEN_INVALID));
    }
    if (from == RecordState::Spam) != (to == RecordState::Spam) {
        queue::hold(connection, locked.id, to == RecordState::Spam).await?;
    }
    Ok(Applied::Done)
}

async fn lock(
    connection: &mut AsyncPgConnection,
    kind: &str,
    name: RecordKey<'_>,
) -> QueryResult<Option<Locked>> {
    let columns = (submissions::id, submissions::state, submissions::version, submissions::assigned_to);
    let of_kind = submissions::table.filter(submissions::kind.eq(kind)).select(columns);
    match name {
        RecordKey::Id(id) => of_kind.filter(submissions::id.eq(id)).for_update().first(connection).await,
        RecordKey::Slug(slug) => {
            of_kind.filter(submissions::slug.eq(slug)).for_update().first(connection).await
        }
    }
    .optional()
}

/// The id of an account, which cannot be removed until the transaction ends.
async fn account(connection: &mut AsyncPgConnection, username: &str) -> QueryResult<Option<i64>> {
    let account = admins::table.filter(admins::username.eq(username)).select(admins::id);
    account.for_key_share().first(connection).await.optional()
}

/// Updates the submission and writes its history with the accounts' current names; returns how many rows that were.
async fn update(
    connection: &mut AsyncPgConnection,
    locked: &Locked,
    to: RecordState,
    admin_id: i64,
    assignee: Option<i64>,
    order: &Order<'_>,
) -> QueryResult<usize> {
    let is_assignment = order.action == RecordAction::Assign;
    let assigned_to = if is_assignment { assignee } else { locked.assigned_to };
    let (from_admin, to_admin) = if is_assignment { (locked.assigned_to, assignee) } else { (None, None) };
    let name_of =
        |param: &str| format!("(SELECT {} FROM admins WHERE id = {param})", display_name_sql("admins"));
    let statement = format!(
        "WITH changed AS ( \
             UPDATE submissions SET state = $2, assigned_to = $3, version = version + 1, \
                 state_since = CASE WHEN state = $2 THEN state_since ELSE now() END \
             WHERE id = $1 AND EXISTS (SELECT FROM admins WHERE id = $4) RETURNING id \
         ) \
         INSERT INTO history (submission_id, by, action, from_state, to_state, from_admin, to_admin, text) \
         SELECT id, {by}, $5, $6, $2, {from_admin}, {to_admin}, $9 FROM changed",
        by = name_of("$4"),
        from_admin = name_of("$7"),
        to_admin = name_of("$8"),
    );
    let statement = sql_query(statement)
        .bind::<BigInt, _>(locked.id)
        .bind::<Text, _>(to.as_str())
        .bind::<Nullable<BigInt>, _>(assigned_to)
        .bind::<BigInt, _>(admin_id)
        .bind::<Text, _>(order.action.as_str())
        .bind::<Text, _>(&locked.state)
        .bind::<Nullable<BigInt>, _>(from_admin)
        .bind::<Nullable<BigInt>, _>(to_admin)
        .bind::<Nullable<Text>, _>(order.text.as_deref());
    Prepared(statement).execute(connection).await
}

fn refused(field: &'static str, why: &'static str) -> ApiError {
    let mut errors = ValidationErrors::new();
    errors.add(field, ValidationError::new(why));
    ApiError::refused(errors)
}
