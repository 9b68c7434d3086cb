//! An admin's own account. These calls also work after a printed password has expired.

use std::sync::Arc;

use agency_core::{
    messages::server as say,
    metadata::FieldRule,
    password::PasswordForm,
    sign_in_end::{RULES, SignInEndForm},
};
use axum::{Json, extract::State, http::StatusCode};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncConnection as _, RunQueryDsl};
use serde::{Deserialize, Serialize};
use utoipa::{ToSchema, openapi::ObjectBuilder};

use crate::{
    auth::{
        account::{
            change::{lock_for_owner, refused},
            common,
            events::{OTHER_SIGN_INS_ENDED, SIGN_IN_ENDED},
        },
        browser::Browser,
        queries::{self, Sessions, load_account},
        sign_ins::PRINTED_LIFETIME,
        signed_in::AccountOwner,
        state::AuthState,
    },
    config::PublicUrl,
    http::{
        describe_rules,
        error::{ApiError, ErrorResponse},
        instant,
        json::JsonBody,
    },
    storage::{
        self, Pool,
        schema::{admins, recovery_codes},
    },
};

/// The admin's own account.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountResponse {
    username: String,
    first_name: String,
    last_name: String,
    email: String,
    /// When the temporary password expires, after which it works for the account alone; null if the admin chose the
    /// password.
    #[serde(serialize_with = "instant::serialize_option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    password_due_at: Option<DateTime<Utc>>,
    /// Whether the temporary password has expired.
    password_due: bool,
    /// When two-factor authentication was turned on; null if it is off.
    #[serde(serialize_with = "instant::serialize_option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    second_factor_at: Option<DateTime<Utc>>,
    /// The number of unused recovery codes.
    recovery_codes_left: i64,
}

/// The active sessions.
#[derive(Serialize, ToSchema)]
pub(crate) struct SignInsResponse {
    results: Vec<SignInResponse>,
}

/// An active session.
#[derive(Serialize, ToSchema)]
pub(crate) struct SignInResponse {
    /// The id to end the session with.
    id: String,
    /// When the session started.
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    begun_at: DateTime<Utc>,
    /// When the session was last refreshed.
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    refreshed_at: DateTime<Utc>,
    /// The browser in words; empty if unknown.
    browser: String,
    /// Whether it is the session of this request.
    current: bool,
}

/// The session to end, and the current password.
#[derive(Deserialize, ToSchema)]
pub(crate) struct EndParams {
    id: String,
    #[serde(default)]
    #[schema(required = true, schema_with = current_password_schema)]
    current_password: Option<String>,
}

fn current_password_schema() -> ObjectBuilder {
    describe_rules::field(&FieldRule::from(&RULES.current_password))
}

/// `GET /api/account/`: returns the admin's own account.
#[utoipa::path(
    get, path = "/api/account/", tag = "account", security(("bearer" = [])),
    responses((status = 200, description = "The account", body = AccountResponse))
)]
pub(crate) async fn get_account(
    owner: AccountOwner,
    State(pool): State<Pool>,
) -> Result<Json<AccountResponse>, ApiError> {
    let mut connection = storage::connection(&pool).await?;
    let account = load_account(&mut connection, owner.admin_id).await?;
    let codes = recovery_codes::table.filter(recovery_codes::admin_id.eq(owner.admin_id));
    let codes = codes.filter(recovery_codes::used_at.is_null()).count();
    let recovery_codes_left = codes.get_result(&mut connection).await?;
    let password_due_at = account.password_printed_at.map(|printed_at| printed_at + PRINTED_LIFETIME);
    Ok(Json(AccountResponse {
        username: account.username,
        first_name: account.first_name,
        last_name: account.last_name,
        email: account.email,
        password_due_at,
        password_due: password_due_at.is_some_and(|due_at| due_at <= Utc::now()),
        second_factor_at: account.second_factor_at,
        recovery_codes_left,
    }))
}

/// `POST /api/account/password/`: changes the password, and ends all other sessions of the account.
#[utoipa::path(
    post, path = "/api/account/password/", tag = "account", security(("bearer" = [])),
    request_body = ref("#/components/schemas/PasswordForm"),
    responses(
        (status = 204, description = "The password is changed, and all other sessions have ended"),
        (status = 409, description = "The password was changed at the same time", body = ErrorResponse),
        (status = 422, description = "Invalid fields", body = ErrorResponse),
        (status = 429, description = "Too many attempts", body = ErrorResponse)
    )
)]
pub(crate) async fn change_password(
    owner: AccountOwner,
    browser: Browser,
    State(state): State<AuthState>,
    State(public_url): State<Option<Arc<PublicUrl>>>,
    JsonBody(form): JsonBody<PasswordForm<'static>>,
) -> Result<StatusCode, ApiError> {
    let form = form.accept().map_err(ApiError::refused)?;
    let account = state.load_account(&owner).await?;
    if form.username != account.username {
        return Err(refused("username", say::ANOTHER_ACCOUNT));
    }
    let host = public_url.as_deref().map(PublicUrl::host);
    if common::is_easily_guessed(&form.new_password, &account.username, host) {
        return Err(refused("new_password", say::PASSWORD_COMMON));
    }
    let new_password = form.new_password.into_owned();
    let change = async {
        let hash = state.passwords.hash(new_password).await?;
        let mut connection = storage::connection(&state.pool).await?;
        connection
            .transaction(async |connection| -> Result<_, ApiError> {
                lock_for_owner(connection, &owner, &browser, &account).await?;
                let chosen = admins::password_printed_at.eq(None::<DateTime<Utc>>);
                diesel::update(admins::table.find(account.id))
                    .set((admins::password_hash.eq(hash.as_str()), chosen))
                    .execute(connection)
                    .await?;
                let others = Sessions::AllBut(&owner.family);
                Ok(queries::end_sessions(connection, account.id, others, None).await?)
            })
            .await
    };
    let ended = state.confirm(&owner, &account, form.current_password, change).await?;
    state.sign_ins.forget_all(&ended);
    tracing::info!("a password was changed");
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/account/sign-ins/`: lists the active sessions.
#[utoipa::path(
    get, path = "/api/account/sign-ins/", tag = "account", security(("bearer" = [])),
    responses((status = 200, description = "The sessions, the one refreshed last first", body = SignInsResponse))
)]
pub(crate) async fn list_sign_ins(
    owner: AccountOwner,
    State(pool): State<Pool>,
) -> Result<Json<SignInsResponse>, ApiError> {
    let mut connection = storage::connection(&pool).await?;
    let rows = queries::list_sessions(&mut connection, owner.admin_id).await?;
    let results = rows.into_iter().map(|row| SignInResponse {
        id: Base64UrlUnpadded::encode_string(&row.family),
        begun_at: row.begun_at,
        refreshed_at: row.issued_at,
        browser: row.browser,
        current: row.family == owner.family,
    });
    Ok(Json(SignInsResponse { results: results.collect() }))
}

/// `POST /api/account/sign-ins/end/`: ends a session, also one that has ended already. Needs the password.
///
/// Its access tokens stop working within ten seconds.
#[utoipa::path(
    post, path = "/api/account/sign-ins/end/", tag = "account", security(("bearer" = [])),
    request_body = EndParams,
    responses(
        (status = 204, description = "The session has ended"),
        (status = 409, description = "The password was changed at the same time", body = ErrorResponse),
        (status = 422, description = "Invalid fields", body = ErrorResponse),
        (status = 429, description = "Too many attempts", body = ErrorResponse)
    )
)]
pub(crate) async fn end_sign_in(
    owner: AccountOwner,
    browser: Browser,
    State(state): State<AuthState>,
    JsonBody(params): JsonBody<EndParams>,
) -> Result<StatusCode, ApiError> {
    let form = SignInEndForm { current_password: params.current_password.unwrap_or_default().into() };
    let family = Base64UrlUnpadded::decode_vec(&params.id).unwrap_or_default();
    end_sessions(&state, &owner, &browser, form, Sessions::One(&family), SIGN_IN_ENDED).await
}

/// `POST /api/account/sign-ins/end-others/`: ends all other sessions. Needs the password.
#[utoipa::path(
    post, path = "/api/account/sign-ins/end-others/", tag = "account", security(("bearer" = [])),
    request_body = ref("#/components/schemas/SignInEndForm"),
    responses(
        (status = 204, description = "The sessions have ended"),
        (status = 409, description = "The password was changed at the same time", body = ErrorResponse),
        (status = 422, description = "Invalid fields", body = ErrorResponse),
        (status = 429, description = "Too many attempts", body = ErrorResponse)
    )
)]
pub(crate) async fn end_other_sign_ins(
    owner: AccountOwner,
    browser: Browser,
    State(state): State<AuthState>,
    JsonBody(form): JsonBody<SignInEndForm<'static>>,
) -> Result<StatusCode, ApiError> {
    let others = Sessions::AllBut(&owner.family);
    end_sessions(&state, &owner, &browser, form, others, OTHER_SIGN_INS_ENDED).await
}

/// Ends sessions once the owner's password is verified.
async fn end_sessions(
    state: &AuthState,
    owner: &AccountOwner,
    browser: &Browser,
    form: SignInEndForm<'_>,
    sessions: Sessions<'_>,
    event: &str,
) -> Result<StatusCode, ApiError> {
    let form = form.accept().map_err(ApiError::refused)?;
    let account = state.load_account(owner).await?;
    let change = async {
        let mut connection = storage::connection(&state.pool).await?;
        connection
            .transaction(async |connection| -> Result<_, ApiError> {
                lock_for_owner(connection, owner, browser, &account).await?;
                Ok(queries::end_sessions(connection, account.id, sessions, Some(event)).await?)
            })
            .await
    };
    let ended = state.confirm(owner, &account, form.current_password, change).await?;
    state.sign_ins.forget_all(&ended);
    Ok(StatusCode::NO_CONTENT)
}
