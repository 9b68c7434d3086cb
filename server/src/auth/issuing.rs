//! Pairs of tokens: issued for a password, changed for the next pair, ended.
//!
//! All of it happens while the admin's account is locked, so that nothing is issued that what ends it does not see.

use std::time::Duration;

use chrono::Utc;
use diesel_async::{AsyncConnection as _, AsyncPgConnection};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    auth::{
        account::events::{self, By},
        browser::Browser,
        queries::{self, RefreshToken},
        second_factor::Proof,
        token::{SignIn, TokenKeys, TokenType, fingerprint},
    },
    http::error::ApiError,
    storage::{self, Pool},
};

/// How long after its use a refresh token may come again, from a second tab that refreshed at the same time.
const REUSE_GRACE: Duration = Duration::from_secs(10);

/// What a sign-in or a refresh gives.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TokenResponse {
    access: String,
    refresh: String,
}

/// What somebody gave who signs in.
pub(crate) struct Opening {
    /// The admin's number.
    pub(crate) admin_id: i64,
    /// The hash that the password was compared with.
    pub(crate) password_hash: String,
    /// The code that was compared, where a second factor is asked.
    pub(crate) proof: Option<Proof>,
}

/// The first pair of a sign-in; none when the account was removed, given another password, or its second factor switched
/// on or off, while it was compared, or when the code was used before.
pub(crate) async fn sign_in(
    pool: &Pool,
    keys: &TokenKeys,
    opening: Opening,
    browser: Browser,
) -> Result<Option<TokenResponse>, ApiError> {
    let admin_id = opening.admin_id;
    let family: [u8; 16] = rand::random();
    let since = Utc::now();
    let mut connection = storage::connection(pool).await?;
    connection
        .transaction(async |connection| -> Result<Option<TokenResponse>, ApiError> {
            let account = queries::lock_credentials(connection, admin_id).await?;
            let account = account.filter(|account| account.password_hash == opening.password_hash);
            let is_asked = account.map(|account| account.second_factor_at.is_some());
            if is_asked != Some(opening.proof.is_some()) {
                return Ok(None);
            }
            if let Some(proof) = &opening.proof {
                events::done_by(connection, By::Owner(&browser)).await?;
                if !proof.spend(connection, admin_id).await? {
                    return Ok(None);
                }
            }
            queries::sweep_refresh_tokens(connection, admin_id, since).await?;
            let sign_in = SignIn { admin_id, family: family.to_vec(), since };
            issue(connection, keys, sign_in, browser.0).await.map(Some)
        })
        .await
}

/// What becomes of a refresh token.
pub(crate) enum Change {
    /// It is spent, and this is the next pair.
    Issued(TokenResponse),
    /// Its sign-in was over before.
    Ended,
    /// It was spent before, so its sign-in is over now.
    Reused { family: Vec<u8> },
}

/// Spends a refresh token and issues the next pair.
pub(crate) async fn change(
    pool: &Pool,
    keys: &TokenKeys,
    token: &str,
    admin_id: i64,
) -> Result<Change, ApiError> {
    let hash = fingerprint(token);
    storage::retrying(pool, || try_change(pool, keys, &hash, admin_id)).await
}

async fn try_change(pool: &Pool, keys: &TokenKeys, hash: &[u8], admin_id: i64) -> Result<Change, ApiError> {
    let mut connection = storage::connection(pool).await?;
    connection
        .transaction(async |connection| -> Result<Change, ApiError> {
            queries::lock_admin(connection, admin_id).await?;
            // By the database's clock, which all instances share.
            let Some((token, now)) = queries::find_refresh_token(connection, hash).await? else {
                return Ok(Change::Ended);
            };
            let RefreshToken { family, browser, begun_at: since, .. } = token;
            match token.spent_at {
                None => queries::spend_refresh_token(connection, hash).await?,
                Some(spent_at) if now < spent_at + REUSE_GRACE => {}
                Some(_) => {
                    queries::end_family(connection, &family).await?;
                    return Ok(Change::Reused { family });
                }
            }
            let sign_in = SignIn { admin_id, family, since };
            issue(connection, keys, sign_in, browser).await.map(Change::Issued)
        })
        .await
}

/// Ends the sign-in of a refresh token and returns the token's row, when there is one.
pub(crate) async fn end(pool: &Pool, token: &str) -> Result<Option<RefreshToken>, ApiError> {
    let hash = fingerprint(token);
    let mut connection = storage::connection(pool).await?;
    connection
        .transaction(async |connection| -> Result<Option<RefreshToken>, ApiError> {
            let Some((token, _)) = queries::find_refresh_token(connection, &hash).await? else {
                return Ok(None);
            };
            queries::lock_admin(connection, token.admin_id).await?;
            queries::end_family(connection, &token.family).await?;
            Ok(Some(token))
        })
        .await
}

/// Signs a pair of tokens and stores the refresh token's hash.
async fn issue(
    connection: &mut AsyncPgConnection,
    keys: &TokenKeys,
    sign_in: SignIn,
    browser: String,
) -> Result<TokenResponse, ApiError> {
    let now = Utc::now();
    let access = keys.sign(TokenType::Access, &sign_in, now)?;
    let refresh = keys.sign(TokenType::Refresh, &sign_in, now)?;
    let token = RefreshToken {
        token_hash: fingerprint(&refresh),
        expires_at: sign_in.end_of(TokenType::Refresh, now),
        family: sign_in.family,
        admin_id: sign_in.admin_id,
        spent_at: None,
        begun_at: sign_in.since,
        browser,
    };
    queries::insert_refresh_token(connection, &token).await?;
    Ok(TokenResponse { access, refresh })
}
