//! Why something was not done, by how the record stands.

use agency_core::{
    messages::server as say,
    validation::{ValidationError, ValidationErrors},
    work::{Order, RecordAction, moved},
};
use diesel::{dsl::exists, prelude::*, select};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use crate::{
    http::error::ApiError, lists::page::Found, storage::schema::admins, submissions::idempotency::Claim,
};

/// What became of an order.
pub(crate) enum Verdict<F> {
    /// It is as it was asked for.
    Done(F),
    /// Somebody else was faster.
    Changed(&'static str, F),
}

/// Judges what was not done, in the documented order: a repeat, another version, the table of moves, the assignee.
pub(crate) async fn judge<R>(
    connection: &mut AsyncPgConnection,
    found: Found<R>,
    order: &Order<'_>,
    claim: Option<&Claim>,
) -> Result<Verdict<Found<R>>, ApiError> {
    if let Some(claim) = claim
        && claim.is_repeat(connection).await?
    {
        return Ok(Verdict::Done(found));
    }
    if order.version.is_some_and(|version| version != i64::from(found.work.version)) {
        return Ok(Verdict::Changed(say::RECORD_CHANGED, found));
    }
    moved(found.work.state, order.action).map_err(|why| refused("action", why))?;
    if order.action == RecordAction::Assign {
        if found.work.owner() == order.to {
            return Ok(Verdict::Done(found));
        }
        if let Some(to) = order.to
            && !select(exists(admins::table.filter(admins::username.eq(to)))).get_result(connection).await?
        {
            return Err(refused("to", say::ASSIGNEE_UNKNOWN));
        }
    }
    // It can be done now: something changed between the try and this look.
    Err(ApiError::conflict())
}

fn refused(field: &'static str, why: &'static str) -> ApiError {
    let mut errors = ValidationErrors::new();
    errors.add(field, ValidationError::new(why));
    ApiError::refused(errors)
}
