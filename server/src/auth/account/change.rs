//! What an owner changes of an account, each while the account is locked: nothing is issued beside it.

use agency_core::messages::server as say;
use axum::http::StatusCode;
use diesel_async::{AsyncConnection as _, AsyncPgConnection};

use crate::{
    auth::{
        account::{
            events::{self, By, Event},
            queries,
        },
        browser::Browser,
        queries::lock_admin,
        signed_in::AccountOwner,
    },
    http::error::ApiError,
    storage::{self, Pool},
};

/// Changes the password, if it is still the one behind `former`, and ends all sign-ins but this one. Tells which ended.
pub(super) async fn change_password(
    pool: &Pool,
    owner: &AccountOwner,
    browser: &Browser,
    former: &str,
    hash: &str,
) -> Result<Vec<Vec<u8>>, ApiError> {
    let mut connection = storage::connection(pool).await?;
    connection
        .transaction(async |connection| -> Result<Vec<Vec<u8>>, ApiError> {
            lock(connection, owner, former).await?;
            events::done_by(connection, By::Owner(browser)).await?;
            queries::set_password(connection, owner.admin_id, hash).await?;
            Ok(queries::end_others(connection, owner.admin_id, &owner.family).await?)
        })
        .await
}

/// Ends one sign-in of the account, if the password is still the one behind `former`; whether there was such a one.
pub(super) async fn end_one(
    pool: &Pool,
    owner: &AccountOwner,
    browser: &Browser,
    former: &str,
    family: &[u8],
) -> Result<bool, ApiError> {
    let mut connection = storage::connection(pool).await?;
    connection
        .transaction(async |connection| -> Result<bool, ApiError> {
            lock(connection, owner, former).await?;
            let ended = queries::end_one(connection, owner.admin_id, family).await?;
            if ended {
                events::done_by(connection, By::Owner(browser)).await?;
                events::note(connection, owner.admin_id, Event::SignInEnded).await?;
            }
            Ok(ended)
        })
        .await
}

/// Ends all sign-ins of the account but this one, if the password is still the one behind `former`. Tells which ended.
pub(super) async fn end_others(
    pool: &Pool,
    owner: &AccountOwner,
    browser: &Browser,
    former: &str,
) -> Result<Vec<Vec<u8>>, ApiError> {
    let mut connection = storage::connection(pool).await?;
    connection
        .transaction(async |connection| -> Result<Vec<Vec<u8>>, ApiError> {
            lock(connection, owner, former).await?;
            events::done_by(connection, By::Owner(browser)).await?;
            end_other_sessions(connection, owner).await
        })
        .await
}

/// Ends all sessions of the account but this one, within a transaction that has locked the account and says by whom it
/// changes. Returns which ended.
pub(crate) async fn end_other_sessions(
    connection: &mut AsyncPgConnection,
    owner: &AccountOwner,
) -> Result<Vec<Vec<u8>>, ApiError> {
    let ended = queries::end_others(connection, owner.admin_id, &owner.family).await?;
    if !ended.is_empty() {
        events::note(connection, owner.admin_id, Event::OtherSignInsEnded).await?;
    }
    Ok(ended)
}

/// Locks the account until the transaction ends. 409 when its password is another one meanwhile.
async fn lock(
    connection: &mut AsyncPgConnection,
    owner: &AccountOwner,
    former: &str,
) -> Result<(), ApiError> {
    if lock_admin(connection, owner.admin_id).await?.as_deref() == Some(former) {
        Ok(())
    } else {
        Err(ApiError::new(StatusCode::CONFLICT, say::PASSWORD_CHANGED))
    }
}
