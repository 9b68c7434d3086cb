//! Issues, refreshes and revokes pairs of tokens, while the admin's account is locked.
//!
//! The response to a refresh can be lost, so a refresh token works again until one of those issued for it was used. That one
//! spends the token and its other successors. A spent token is a copy, or was copied: it ends the session. A second exchange
//! before that is an event for the owner, who alone can tell a lost response from a copy.

use chrono::{DateTime, NaiveTime, Utc};
use diesel::{dsl, prelude::*};
use diesel_async::{AsyncConnection as _, AsyncPgConnection, RunQueryDsl};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    auth::{
        account::events::{AccountEvent, Actor, record_event, set_actor},
        queries::{self, Account, Sessions},
        second_factor::use_code,
        state::AuthState,
        token::{Session, TokenType, hash_refresh_token},
    },
    http::error::ApiError,
    storage::{self, retrying::retrying, schema::refresh_tokens},
};

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
        let admin_id = verified.id;
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
                    set_actor(connection, Some(Actor::Owner), browser).await?;
                    if !use_code(connection, &self.factor_keys, admin_id, code).await? {
                        // Shows the owner that someone knows the password.
                        set_actor(connection, None, browser).await?;
                        record_event(connection, admin_id, AccountEvent::SecondFactorRefused).await?;
                        return Ok(None);
                    }
                }
                self.issue_pair(connection, new_session(admin_id), browser, None).await.map(Some)
            })
            .await
    }

    /// Ends all sessions of a locked account and starts a new one for this browser. So a copy of this browser's tokens ends
    /// with the other sessions.
    ///
    /// With `is_event`, the account's activity shows that the others ended.
    pub(crate) async fn restart_session(
        &self,
        connection: &mut AsyncPgConnection,
        Session { admin_id, id, .. }: &Session,
        browser: &str,
        is_event: bool,
    ) -> Result<TokenResponse, ApiError> {
        let event = is_event.then_some(AccountEvent::OtherSessionsEnded);
        queries::end_sessions(connection, *admin_id, Sessions::AllBut(id), event).await?;
        queries::end_sessions(connection, *admin_id, Sessions::One(id), None).await?;
        self.issue_pair(connection, new_session(*admin_id), browser, None).await
    }

    /// Exchanges a refresh token for a next pair. Returns none if its session has ended. A spent token ends its session.
    pub(crate) async fn refresh(
        &self,
        token: &str,
        admin_id: i64,
        browser: &str,
    ) -> Result<Option<TokenResponse>, ApiError> {
        let hash = hash_refresh_token(token);
        retrying(|| async {
            let mut connection = storage::connection(&self.pool).await?;
            connection
                .transaction(async |connection| -> Result<_, ApiError> {
                    queries::lock_account(connection, admin_id).await?;
                    let token = refresh_tokens::table.find(&hash).select((
                        refresh_tokens::family,
                        refresh_tokens::browser,
                        refresh_tokens::begun_at,
                        refresh_tokens::spent_at.is_not_null(),
                    ));
                    let found: Option<(Vec<u8>, String, DateTime<Utc>, bool)> =
                        token.first(connection).await.optional()?;
                    let Some((id, former_browser, since, is_spent)) = found else {
                        tracing::info!(admin = admin_id, "a refresh was refused");
                        return Ok(None);
                    };
                    if is_spent {
                        tracing::warn!(admin = admin_id, "a refresh token was reused: its session is ended");
                        set_actor(connection, None, &former_browser).await?;
                        let (session, event) = (Sessions::One(&id), Some(AccountEvent::RefreshTokenReused));
                        queries::end_sessions(connection, admin_id, session, event).await?;
                        return Ok(None);
                    }
                    // The token it was issued for, and the others that were issued for that one.
                    let others = refresh_tokens::table
                        .filter(refresh_tokens::family.eq(&id))
                        .filter(refresh_tokens::spent_at.is_null())
                        .filter(refresh_tokens::token_hash.ne(&hash))
                        .filter(refresh_tokens::parent_hash.is_distinct_from(&hash));
                    let spent = refresh_tokens::spent_at.eq(dsl::now);
                    diesel::update(others).set(spent).execute(connection).await?;
                    let session = Session { admin_id, id, since };
                    record_second_exchange(connection, &session, &hash, browser).await?;
                    self.issue_pair(connection, session, browser, Some(&hash)).await.map(Some)
                })
                .await
        })
        .await
    }

    /// Ends a session, and returns whether it was active.
    pub(crate) async fn revoke(&self, session: &Session) -> Result<bool, ApiError> {
        let Session { admin_id, id, .. } = session;
        let mut connection = storage::connection(&self.pool).await?;
        let ended = connection.transaction(async |connection| -> QueryResult<_> {
            queries::lock_account(connection, *admin_id).await?;
            queries::end_sessions(connection, *admin_id, Sessions::One(id), None).await
        });
        Ok(ended.await? > 0)
    }

    /// Signs a pair of tokens, and stores the refresh token's hash with that of the one it is issued for.
    async fn issue_pair(
        &self,
        connection: &mut AsyncPgConnection,
        session: Session,
        browser: &str,
        parent_hash: Option<&Vec<u8>>,
    ) -> Result<TokenResponse, ApiError> {
        let now = Utc::now();
        let access = self.keys.sign(TokenType::Access, &session, now, None)?;
        let refresh = self.keys.sign(TokenType::Refresh, &session, now, None)?;
        let token = (
            refresh_tokens::token_hash.eq(hash_refresh_token(&refresh)),
            refresh_tokens::expires_at.eq(session.end_of(TokenType::Refresh, now)),
            refresh_tokens::family.eq(session.id),
            refresh_tokens::admin_id.eq(session.admin_id),
            refresh_tokens::begun_at.eq(session.since),
            refresh_tokens::browser.eq(browser),
            refresh_tokens::parent_hash.eq(parent_hash),
        );
        diesel::insert_into(refresh_tokens::table).values(token).execute(connection).await?;
        Ok(TokenResponse { access, refresh })
    }
}

/// Records an event if the token was exchanged before: its response was lost, or it was copied. Names the browsers of the former
/// exchange and of this one. A session has one such event a day, in UTC.
async fn record_second_exchange(
    connection: &mut AsyncPgConnection,
    session: &Session,
    hash: &[u8],
    browser: &str,
) -> QueryResult<()> {
    use refresh_tokens::{family, issued_at, parent_hash};
    let former = refresh_tokens::table.filter(family.eq(&session.id)).filter(parent_hash.eq(hash));
    let former = former.order(issued_at.desc()).select(refresh_tokens::browser);
    let Some(former): Option<String> = former.first(connection).await.optional()? else { return Ok(()) };
    // The last token of a parent with several is that of a second exchange.
    let midnight = Utc::now().with_time(NaiveTime::MIN).single();
    let exchanged_again = refresh_tokens::table
        .filter(family.eq(&session.id))
        .filter(parent_hash.is_not_null())
        .group_by(parent_hash)
        .having(dsl::count_star().gt(1).and(dsl::max(issued_at).ge(midnight)))
        .select(parent_hash);
    if !diesel::select(dsl::exists(exchanged_again)).get_result::<bool>(connection).await? {
        set_actor(connection, None, &name_both(&former, browser)).await?;
        record_event(connection, session.admin_id, AccountEvent::SessionRefreshedAgain).await?;
    }
    Ok(())
}

/// Returns the names of two browsers in one text.
fn name_both(former: &str, browser: &str) -> String {
    let name = |browser: &str| if browser.is_empty() { "unknown browser" } else { browser }.to_owned();
    if former == browser { browser.to_owned() } else { [former, browser].map(name).join(", then ") }
}

fn new_session(admin_id: i64) -> Session {
    Session { admin_id, id: rand::random::<[u8; 16]>().to_vec(), since: Utc::now() }
}
