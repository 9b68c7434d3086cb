//! An admin's own account. These calls also work after a printed password has expired.

use std::sync::Arc;

use agency_core::{messages::server as say, password::PasswordForm, session_end::SessionEndForm};
use axum::{Json, extract::State, http::StatusCode, response::Redirect};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection as _, RunQueryDsl};
use serde::{Deserialize, Serialize};
use utoipa::{ToSchema, openapi::Ref};

use crate::{
    auth::{
        access::PRINTED_LIFETIME,
        account::{common, events::AccountEvent},
        current_admin::AccountOwner,
        issuing::TokenResponse,
        password::normalize,
        queries::{self, SessionResponse, Sessions, UserInfo},
        token::Session,
    },
    config::PublicUrl,
    http::{error::ApiError, instant, json::JsonBody},
    storage::{
        schema::{admins, recovery_codes},
        usernames::username_key,
    },
};

/// The admin's own account.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountResponse {
    #[serde(flatten)]
    user: UserInfo,
    /// When the temporary password expires, after which it works for the account alone; null if the admin chose the
    /// password.
    #[serde(serialize_with = "instant::serialize_option")]
    #[schema(required = true)]
    password_due_at: Option<DateTime<Utc>>,
    /// Whether the temporary password has expired.
    password_due: bool,
    /// When two-factor authentication was turned on; null if it is off.
    #[serde(serialize_with = "instant::serialize_option")]
    #[schema(required = true)]
    second_factor_at: Option<DateTime<Utc>>,
    /// The number of unused recovery codes.
    recovery_codes_left: i64,
}

/// The active sessions.
#[derive(Serialize, ToSchema)]
pub(crate) struct SessionsResponse {
    results: Vec<SessionResponse>,
}

/// The session to end, and the current password.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SessionEndParams {
    id: String,
    #[serde(flatten)]
    #[schema(schema_with = form_schema)]
    form: SessionEndForm<'static>,
}

fn form_schema() -> Ref {
    Ref::from_schema_name("SessionEndForm")
}

/// `GET /.well-known/change-password`: redirects password managers to the page that changes the password.
pub(crate) async fn redirect_to_account_page() -> Redirect {
    Redirect::to("/dashboard/account")
}

/// `GET /api/account/`: returns the admin's own account.
#[utoipa::path(
    get, path = "/account", tag = "account",
    responses((status = 200, description = "The account", body = AccountResponse))
)]
pub(crate) async fn get_account(owner: AccountOwner) -> Result<Json<AccountResponse>, ApiError> {
    let account = owner.account().await?;
    let codes = recovery_codes::table.filter(recovery_codes::admin_id.eq(account.id));
    let codes = codes.filter(recovery_codes::used_at.is_null()).count();
    let recovery_codes_left = codes.get_result(&mut *owner.connection().await?).await?;
    let password_due_at = account.password_printed_at.map(|printed_at| printed_at + PRINTED_LIFETIME);
    Ok(Json(AccountResponse {
        user: account.user,
        password_due_at,
        password_due: password_due_at.is_some_and(|due_at| due_at <= Utc::now()),
        second_factor_at: account.second_factor_at,
        recovery_codes_left,
    }))
}

/// `POST /api/account/password/`: changes the password, ends all sessions of the account, and returns the tokens of a new one.
#[utoipa::path(
    post, path = "/account/password", tag = "account",
    request_body = ref("#/components/schemas/PasswordForm"),
    responses((
        status = 200,
        description = "The password is changed, and all sessions have ended but the new one of these tokens",
        body = TokenResponse
    ))
)]
pub(crate) async fn change_password(
    owner: AccountOwner,
    State(public_url): State<Option<Arc<PublicUrl>>>,
    JsonBody(form): JsonBody<PasswordForm<'static>>,
) -> Result<Json<TokenResponse>, ApiError> {
    let form = form.accept().map_err(ApiError::refused)?;
    let account = owner.account().await?;
    if username_key(&form.username) != username_key(&account.user.username) {
        return Err(ApiError::refused_field("username", say::ANOTHER_ACCOUNT));
    }
    // Passwords also have to follow the rules as they are hashed.
    let hashed = PasswordForm {
        current_password: normalize(&form.current_password),
        new_password: normalize(&form.new_password),
        ..form.clone()
    };
    let new_password = hashed.accept().map_err(ApiError::refused)?.new_password.into_owned();
    let host = public_url.as_deref().map(PublicUrl::host);
    if common::is_easily_guessed(&new_password, &account.user.username, host) {
        return Err(ApiError::refused_field("new_password", say::PASSWORD_COMMON));
    }
    let change = async {
        let hash = owner.state.passwords.hash(new_password).await?;
        let chosen = admins::password_printed_at.eq(None::<DateTime<Utc>>);
        let mut connection = owner.connection().await?;
        let changed = connection.transaction(async |connection| {
            owner.lock(connection, &account).await?;
            diesel::update(admins::table.find(account.id))
                .set((admins::password_hash.eq(hash), chosen))
                .execute(connection)
                .await?;
            owner.state.restart_session(connection, &owner.session, &owner.browser, false).await
        });
        changed.await
    };
    let tokens = owner.confirm(&account, form.current_password, change).await?;
    tracing::info!("a password was changed");
    Ok(Json(tokens))
}

/// `GET /api/account/sign-ins/`: lists the active sessions.
#[utoipa::path(
    get, path = "/account/sign-ins", tag = "account",
    responses((status = 200, description = "The sessions, the one refreshed last first", body = SessionsResponse))
)]
pub(crate) async fn list_sessions(owner: AccountOwner) -> Result<Json<SessionsResponse>, ApiError> {
    let Session { admin_id, id, .. } = &owner.session;
    let results = queries::list_sessions(&mut *owner.connection().await?, *admin_id, id).await?;
    Ok(Json(SessionsResponse { results }))
}

/// `POST /api/account/sign-ins/end/`: ends a session, also one that has ended already. Needs the password.
#[utoipa::path(
    post, path = "/account/sign-ins/end", tag = "account",
    request_body = SessionEndParams,
    responses((status = 204, description = "The session has ended"))
)]
pub(crate) async fn end_session(
    owner: AccountOwner,
    JsonBody(params): JsonBody<SessionEndParams>,
) -> Result<StatusCode, ApiError> {
    let session_id = Base64UrlUnpadded::decode_vec(&params.id).unwrap_or_default();
    let form = params.form.accept().map_err(ApiError::refused)?;
    let account = owner.account().await?;
    let change = async {
        let mut connection = owner.connection().await?;
        let ended = connection.transaction(async |connection| -> Result<_, ApiError> {
            owner.lock(connection, &account).await?;
            let (session, event) = (Sessions::One(&session_id), Some(AccountEvent::SessionEnded));
            Ok(queries::end_sessions(connection, account.id, session, event).await?)
        });
        ended.await
    };
    owner.confirm(&account, form.current_password, change).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/account/sign-ins/end-others/`: ends all sessions, and returns the tokens of a new one. Needs the password.
#[utoipa::path(
    post, path = "/account/sign-ins/end-others", tag = "account",
    request_body = ref("#/components/schemas/SessionEndForm"),
    responses((
        status = 200,
        description = "All sessions have ended but the new one of these tokens",
        body = TokenResponse
    ))
)]
pub(crate) async fn end_other_sessions(
    owner: AccountOwner,
    JsonBody(form): JsonBody<SessionEndForm<'static>>,
) -> Result<Json<TokenResponse>, ApiError> {
    let form = form.accept().map_err(ApiError::refused)?;
    let account = owner.account().await?;
    let change = async {
        let mut connection = owner.connection().await?;
        let restarted = connection.transaction(async |connection| {
            owner.lock(connection, &account).await?;
            owner.state.restart_session(connection, &owner.session, &owner.browser, true).await
        });
        restarted.await
    };
    owner.confirm(&account, form.current_password, change).await.map(Json)
}
