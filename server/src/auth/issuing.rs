//! Issues, refreshes and revokes pairs of tokens, while the admin's account is locked.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::{
    dsl::{self, sql},
    prelude::*,
    sql_types::Timestamptz,
};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    auth::{
        account::events::{OWNER, SECOND_FACTOR_REFUSED, record_event, set_actor},
        queries::{self, Account, Sessions},
        second_factor::use_code,
        state::AuthState,
        token::{SignIn, TokenType, fingerprint},
    },
    http::error::{ApiError, retrying},
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

impl AuthState {
    /// Starts a session, and returns its first pair of tokens.
    ///
    /// Returns none if the account was removed or its credentials were changed after they were verified, or the code is wrong
    /// or was used before.
    pub(crate) async fn start_session(
        &self,
        verified: &Account,
        code: Option<&str>,
        browser: &str,
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
                    set_actor(connection, OWNER, browser).await?;
                    if !use_code(connection, &self.factor_keys, admin_id, code).await? {
                        // Shows the owner that someone knows the password.
                        set_actor(connection, "", browser).await?;
                        record_event(connection, admin_id, SECOND_FACTOR_REFUSED).await?;
                        return Ok(None);
                    }
                }
                self.issue_pair(connection, session, browser.to_owned()).await.map(Some)
            })
            .await
    }

    /// Exchanges a refresh token for the next pair. Returns none if its session has ended. A token that was spent before ends
    /// its session.
    pub(crate) async fn refresh(
        &self,
        token: &str,
        admin_id: i64,
    ) -> Result<Option<TokenResponse>, ApiError> {
        let hash = fingerprint(token);
        retrying(&self.pool, || async {
            let mut connection = storage::connection(&self.pool).await?;
            connection
                .transaction(async |connection| -> Result<_, ApiError> {
                    queries::lock_account(connection, admin_id).await?;
                    // By the database's clock, which all instances share.
                    let spent = diesel::update(refresh_tokens::table.find(&hash))
                        .set(refresh_tokens::spent_at.eq(sql("coalesce(spent_at, now())")))
                        .returning((
                            refresh_tokens::family,
                            refresh_tokens::browser,
                            refresh_tokens::begun_at,
                            refresh_tokens::spent_at.assume_not_null(),
                            dsl::now.into_sql::<Timestamptz>(),
                        ))
                        .get_result::<(Vec<u8>, String, DateTime<Utc>, DateTime<Utc>, DateTime<Utc>)>(
                            connection,
                        )
                        .await
                        .optional()?;
                    let Some((family, browser, since, spent_at, now)) = spent else {
                        tracing::info!(admin = admin_id, "a refresh was refused");
                        return Ok(None);
                    };
                    if spent_at + REUSE_GRACE <= now {
                        tracing::warn!(admin = admin_id, "a refresh token was reused: its session is ended");
                        queries::end_sessions(connection, admin_id, Sessions::One(&family), None).await?;
                        return Ok(None);
                    }
                    let session = SignIn { admin_id, family, since };
                    self.issue_pair(connection, session, browser).await.map(Some)
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
        let token = (
            refresh_tokens::token_hash.eq(fingerprint(&refresh)),
            refresh_tokens::expires_at.eq(session.end_of(TokenType::Refresh, now)),
            refresh_tokens::family.eq(session.family),
            refresh_tokens::admin_id.eq(session.admin_id),
            refresh_tokens::begun_at.eq(session.since),
            refresh_tokens::browser.eq(browser),
        );
        diesel::insert_into(refresh_tokens::table).values(token).execute(connection).await?;
        Ok(TokenResponse { access, refresh })
    }
}
