//! Applies an action to a record, inside a transaction:
//!
//! 1. lock the submission,
//! 2. return the record if its idempotency key was used,
//! 3. compare the version,
//! 4. check the action against the rules: the table of moves, or for an undo the last event,
//! 5. claim the key,
//! 6. update the submission, and write its history and its webhook,
//! 7. hold or release its mails and webhooks when it becomes spam or stops being spam.

use agency_core::{
    form::StoredForm,
    keys::RecordKey,
    messages::server as say,
    work::{ActionRequest, RecordAction, RecordState, moved},
};
use anyhow::Context as _;
use chrono::{DateTime, Utc};
use diesel::{dsl::now, prelude::*, sql_types::Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use tokio::try_join;

use crate::{
    auth::{current_admin::CurrentAdmin, display_name::display_name, queries::is_session},
    background::{
        delivery::{queue, row},
        webhook::outbox::{Person, RecordChange, WebhookOutbox},
    },
    http::error::ApiError,
    inbox::{history::load_history, undo},
    intake::idempotency::IdempotencyKey,
    storage::{
        functions::coalesce_time,
        names::Name,
        schema::{admins, history, submissions},
        usernames::username_key,
    },
};

/// A locked submission.
#[derive(Queryable, Selectable)]
#[diesel(table_name = submissions, check_for_backend(diesel::pg::Pg))]
struct Locked {
    id: i64,
    kind: String,
    slug: String,
    state: Name<RecordState>,
    state_since: DateTime<Utc>,
    version: i32,
    assigned_to: Option<i64>,
    first_action_at: Option<DateTime<Utc>>,
}

/// A change that the rules allow.
struct Change {
    from: RecordState,
    to: RecordState,
    assigned_to: Option<i64>,
    /// Time of the change to the new state; none for now.
    state_since: Option<DateTime<Utc>>,
    /// Time of the action that it undoes.
    undone_at: Option<DateTime<Utc>>,
}

/// Applies an action of an admin. Returns false if the record has another version: another admin changed it first.
///
/// # Errors
///
/// 404 for an unknown record, 409 for a key that was used for another request, 422 for an action that is not allowed and
/// for an unknown assignee.
pub(crate) async fn apply(
    connection: &mut AsyncPgConnection,
    webhooks: Option<&WebhookOutbox>,
    stored: StoredForm,
    name: RecordKey<'_>,
    admin: &CurrentAdmin,
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
    let change = judge(connection, &locked, admin.id, request).await?;
    if request.action == RecordAction::Assign && change.assigned_to == locked.assigned_to {
        return Ok(true);
    }
    if let Some(key) = key
        && !key.claim(connection, locked.id).await?
    {
        // Another request claimed it at the same time. A retry finds its outcome.
        return Err(ApiError::conflict());
    }
    if !update(connection, webhooks, &locked, &change, admin, request).await? {
        // The session has ended while the body of the request arrived.
        return Err(ApiError::unauthorized(say::TOKEN_INVALID));
    }
    if (change.from == RecordState::Spam) != (change.to == RecordState::Spam) {
        queue::hold(connection, &locked.slug, change.to == RecordState::Spam).await?;
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
    let from = locked.state.known().context("an unknown state").map_err(ApiError::internal)?;
    let mut change =
        Change { from, to: from, assigned_to: locked.assigned_to, state_since: None, undone_at: None };
    if request.action == RecordAction::Undo {
        let history = load_history(connection, locked.id, None, 1).await?;
        let (event, action, state) =
            undo::judge(&history, admin_id).map_err(|why| ApiError::refused_field("action", why))?;
        (change.to, change.state_since, change.undone_at) = (state, event.from_since, Some(event.at));
        if action == RecordAction::Assign {
            change.assigned_to = match event.from_admin_id {
                Some(id) => {
                    let account = admins::table.find(id).select(admins::id);
                    let found: Option<i64> = account.for_key_share().first(connection).await.optional()?;
                    Some(found.ok_or_else(|| ApiError::refused_field("action", say::ASSIGNEE_REMOVED))?)
                }
                None => None,
            };
        }
        return Ok(change);
    }
    change.to = moved(from, request.action).map_err(|why| ApiError::refused_field("action", why))?;
    if request.action == RecordAction::Assign {
        change.assigned_to = match request.to {
            Some(username) => {
                let found = account(connection, username).await?;
                Some(found.ok_or_else(|| ApiError::refused_field("to", say::ASSIGNEE_UNKNOWN))?)
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

/// Updates the submission, and writes its history and its webhook with the current names of the accounts. Returns false if
/// the session of the admin has ended.
async fn update(
    mut connection: &AsyncPgConnection,
    webhooks: Option<&WebhookOutbox>,
    locked: &Locked,
    change: &Change,
    admin: &CurrentAdmin,
    request: &ActionRequest<'_>,
) -> QueryResult<bool> {
    let Change { from, to, assigned_to, state_since, undone_at } = *change;
    let (from_admin_id, to_admin_id) =
        if assigned_to == locked.assigned_to { (None, None) } else { (locked.assigned_to, assigned_to) };
    let ids = [Some(admin.id), from_admin_id, assigned_to].into_iter().flatten();
    let names = admins::table.filter(admins::id.eq_any(ids)).select((
        admins::id,
        admins::username,
        display_name(),
        now.into_sql::<Timestamptz>(),
        is_session(&admin.session_id),
    ));
    // The accounts cannot be removed until the transaction ends.
    let names: Vec<(i64, String, String, DateTime<Utc>, bool)> =
        names.for_key_share().load(&mut connection).await?;
    let account_of = |id| names.iter().find(|(named, ..)| Some(*named) == id);
    let name_of = |id| account_of(id).map(|(_, _, name, ..)| name);
    let Some((_, _, by, at, true)) = account_of(Some(admin.id)) else { return Ok(false) };
    let webhook = webhooks.and_then(|webhooks| {
        webhooks.updated(&RecordChange {
            kind: &locked.kind,
            slug: &locked.slug,
            version: locked.version.saturating_add(1),
            state: to.as_str(),
            assigned_to: account_of(assigned_to).map(|(_, username, name, ..)| Person { username, name }),
            action: request.action.as_str(),
            by: Some(by),
            at: *at,
        })
    });
    let (state_since, from_since) =
        if from == to { (Some(locked.state_since), None) } else { (state_since, Some(locked.state_since)) };
    let first_action_at = locked.first_action_at.filter(|first| Some(*first) != undone_at);
    let first_action_at = first_action_at.or(request.action.is_first_action().then_some(*at));
    let submission = diesel::update(submissions::table.find(locked.id)).set((
        submissions::state.eq(to.as_str()),
        submissions::state_since.eq(coalesce_time(state_since, now)),
        submissions::assigned_to.eq(assigned_to),
        submissions::version.eq(submissions::version + 1),
        submissions::first_action_at.eq(first_action_at),
    ));
    let event = diesel::insert_into(history::table).values((
        history::submission_id.eq(locked.id),
        history::by.eq(by),
        history::action.eq(request.action.as_str()),
        history::from_state.eq(from.as_str()),
        history::to_state.eq(to.as_str()),
        history::from_admin.eq(name_of(from_admin_id)),
        history::to_admin.eq(name_of(to_admin_id)),
        history::admin_id.eq(admin.id),
        history::from_admin_id.eq(from_admin_id),
        history::to_admin_id.eq(to_admin_id),
        history::from_since.eq(from_since),
        history::text.eq(request.text.as_deref()),
    ));
    // Sent together. Polled in their order, because Postgres refuses every statement behind the one that fails.
    let mut also = connection;
    try_join!(
        biased;
        submission.execute(&mut connection),
        event.execute(&mut also),
        row::insert(also, webhook)
    )?;
    Ok(true)
}
