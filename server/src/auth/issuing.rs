//! Issues, refreshes and revokes pairs of tokens, while the admin's account is locked.

use std::time::Duration;

use chrono::Utc;
use diesel::{dsl, prelude::*};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    auth::{
        account::events::{self, Actor, SECOND_FACTOR_REFUSED, record_event},
        browser::Browser,
        queries::{self, Account, RefreshToken, Sessions},
        second_factor::use_code,
        state::AuthState,
        token::{SignIn, TokenType, fingerprint},
    },
    http::error::ApiError,
    storage::{self, schema::refresh_tokens},
};

/// How long a spent refresh token may come again, from a second tab that refreshed at the same time.
const REUSE_GRACE: Duration = Duration::from_secs(10);

/// A pair of tokens.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TokenResponse {
    access: String,
    refresh: String,
}

pub(crate) enum Refreshed {
    Issued(TokenResponse),
    /// The session had ended before.
    Ended,
    /// The token had been spent before, so this session is ended now.
    Reused(Vec<u8>),
}

impl AuthState {
    /// Starts a session, and returns its first pair of tokens.
    ///
    /// Returns none if the account was removed or its credentials were changed after they were verified, or the code is wrong
    /// or was used before.
    pub(crate) async fn start_session(
        &self,
        verified: &Account,
        code: Option<&str>,
        browser: &Browser,
    ) -> Result<Option<TokenResponse>, ApiError> {
        let (admin_id, since) = (verified.id, Utc::now());
        let session = SignIn { admin_id, family: rand::random::<[u8; 16]>().to_vec(), since };
        let mut connection = storage::connection(&self.pool).await?;
        connection
            .transaction(async |connection| -> Result<Option<TokenResponse>, ApiError> {
                let is_unchanged =
                    queries::lock_account(connection, admin_id).await?.is_some_and(|account| {
                        account.password_hash == verified.password_hash
                            && account.second_factor_at.is_some() == code.is_some()
                    });
                if !is_unchanged {
                    return Ok(None);
                }
                if let Some(code) = code {
                    events::set_actor(connection, Actor::Owner(browser)).await?;
                    if !use_code(connection, &self.factor_keys, admin_id, code).await? {
                        // Shows the owner that someone knows the password.
                        events::set_actor(connection, Actor::Unknown(browser)).await?;
                        record_event(connection, admin_id, SECOND_FACTOR_REFUSED).await?;
                        return Ok(None);
                    }
                }
                self.issue_pair(connection, session, browser.0.clone()).await.map(Some)
            })
            .await
    }

    /// Exchanges a refresh token for the next pair.
    pub(crate) async fn refresh(&self, token: &str, admin_id: i64) -> Result<Refreshed, ApiError> {
        let hash = fingerprint(token);
        storage::retrying(&self.pool, || async {
            let mut connection = storage::connection(&self.pool).await?;
            connection
                .transaction(async |connection| -> Result<Refreshed, ApiError> {
                    queries::lock_account(connection, admin_id).await?;
                    // By the database's clock, which all instances share.
                    let Some((token, now)) = queries::find_refresh_token(connection, &hash).await? else {
                        return Ok(Refreshed::Ended);
                    };
                    let RefreshToken { family, browser, begun_at: since, spent_at, .. } = token;
                    match spent_at {
                        None => {
                            diesel::update(refresh_tokens::table.find(&hash))
                                .set(refresh_tokens::spent_at.eq(dsl::now))
                                .execute(connection)
                                .await?;
                        }
                        Some(spent_at) if now < spent_at + REUSE_GRACE => {}
                        Some(_) => {
                            queries::end_sessions(connection, admin_id, Sessions::One(&family), None).await?;
                            return Ok(Refreshed::Reused(family));
                        }
                    }
                    let session = SignIn { admin_id, family, since };
                    self.issue_pair(connection, session, browser).await.map(Refreshed::Issued)
                })
                .await
        })
        .await
    }

    /// Ends a session, and returns whether it was active.
    pub(crate) async fn revoke(&self, session: &SignIn) -> Result<bool, ApiError> {
        let SignIn { admin_id, family, .. } = session;
        let mut connection = storage::connection(&self.pool).await?;
        let ended = connection.transaction(async |connection| -> QueryResult<_> {
            queries::lock_account(connection, *admin_id).await?;
            queries::end_sessions(connection, *admin_id, Sessions::One(family), None).await
        });
        let was_active = !ended.await?.is_empty();
        self.sign_ins.forget(family);
        Ok(was_active)
    }

    /// Signs a pair of tokens, and stores the refresh token's hash.
    async fn issue_pair(
        &self,
        connection: &mut AsyncPgConnection,
        session: SignIn,
        browser: String,
    ) -> Result<TokenResponse, ApiError> {
        let now = Utc::now();
        let access = self.keys.sign(TokenType::Access, &session, now, None)?;
        let refresh = self.keys.sign(TokenType::Refresh, &session, now, None)?;
        let token = RefreshToken {
            token_hash: fingerprint(&refresh),
            expires_at: session.end_of(TokenType::Refresh, now),
            family: session.family,
            admin_id: session.admin_id,
            spent_at: None,
            begun_at: session.since,
            browser,
        };
        diesel::insert_into(refresh_tokens::table).values(token).execute(connection).await?;
        Ok(TokenResponse { access, refresh })
    }
}
