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
use serde::{Deserialize, Serialize};
use utoipa::{ToSchema, openapi::ObjectBuilder};

use crate::{
    auth::{
        account::{
            change::{AccountChange, change_account},
            common,
            queries::{self, load_account},
            reauthentication::{Reauthentication, refused},
        },
        browser::Browser,
        second_factor,
        sign_ins::{PRINTED_LIFETIME, SignIns},
        signed_in::AccountOwner,
    },
    config::PublicUrl,
    http::{
        describe_rules,
        error::{ApiError, ErrorResponse},
        instant,
        json::JsonBody,
    },
    storage::{self, Pool},
};

/// An account, as its owner sees it.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountResponse {
    username: String,
    first_name: String,
    last_name: String,
    email: String,
    /// When the password that the command printed opens nothing but the account any more; null for one that its owner
    /// chose.
    #[serde(serialize_with = "instant::serialize_option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    password_due_at: Option<DateTime<Utc>>,
    /// Whether that has come.
    password_due: bool,
    /// Since when signing in asks for a second factor; null where it does not.
    #[serde(serialize_with = "instant::serialize_option")]
    #[schema(value_type = Option<String>, format = DateTime)]
    second_factor_at: Option<DateTime<Utc>>,
    /// How many recovery codes of it are left.
    recovery_codes_left: i64,
}

/// The sign-ins of an account.
#[derive(Serialize, ToSchema)]
pub(crate) struct SignInsResponse {
    results: Vec<SignInResponse>,
}

/// A sign-in, as its owner sees it.
#[derive(Serialize, ToSchema)]
pub(crate) struct SignInResponse {
    /// What it is ended by.
    id: String,
    /// When the password was given.
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    begun_at: DateTime<Utc>,
    /// When it was last refreshed.
    #[serde(serialize_with = "instant::serialize")]
    #[schema(value_type = String, format = DateTime)]
    refreshed_at: DateTime<Utc>,
    /// The browser that signed in, in words; empty where it is unknown.
    browser: String,
    /// Whether it is the one that asks.
    current: bool,
}

/// A sign-in that is to end, and the password of whoever ends it.
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

/// `GET /api/account/`: the account of whoever is signed in.
#[utoipa::path(
    get,
    path = "/api/account/",
    tag = "account",
    security(("bearer" = [])),
    responses((status = 200, description = "The account", body = AccountResponse))
)]
pub(crate) async fn get_account(
    owner: AccountOwner,
    State(pool): State<Pool>,
) -> Result<Json<AccountResponse>, ApiError> {
    let account = load_account(&pool, &owner).await?;
    let mut connection = storage::connection(&pool).await?;
    let recovery_codes_left = second_factor::codes_left(&mut connection, owner.admin_id).await?;
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

/// `POST /api/account/password/`: changes the password, and ends all other sign-ins of the account.
#[utoipa::path(
    post,
    path = "/api/account/password/",
    tag = "account",
    security(("bearer" = [])),
    request_body = ref("#/components/schemas/PasswordForm"),
    responses(
        (status = 204, description = "It is changed, and all other sign-ins have ended"),
        (status = 409, description = "It was changed meanwhile", body = ErrorResponse),
        (status = 422, description = "A rule refused it", body = ErrorResponse),
        (status = 429, description = "Too many attempts", body = ErrorResponse)
    )
)]
pub(crate) async fn change_password(
    owner: AccountOwner,
    browser: Browser,
    State(reauthentication): State<Reauthentication>,
    State(sign_ins): State<Arc<SignIns>>,
    State(public_url): State<Option<Arc<PublicUrl>>>,
    JsonBody(form): JsonBody<PasswordForm<'static>>,
) -> Result<StatusCode, ApiError> {
    let form = form.accept().map_err(ApiError::refused)?;
    let Reauthentication { pool, passwords, limits } = &reauthentication;
    let account = load_account(pool, &owner).await?;
    if form.username != account.username {
        return Err(refused("username", say::ANOTHER_ACCOUNT));
    }
    let host = public_url.as_deref().map(PublicUrl::host);
    if common::is_easily_guessed(&form.new_password, &account.username, host) {
        return Err(refused("new_password", say::PASSWORD_COMMON));
    }
    let attempt = reauthentication.verify(&owner, &account, form.current_password).await?;
    limits.forgive(pool, attempt.as_ref()).await?;
    let hash = passwords.hash(form.new_password.into_owned()).await?;
    let change = AccountChange::Password(&hash);
    let ended = change_account(pool, &owner, &browser, &account.password_hash, change).await?;
    sign_ins.forget_all(&ended);
    tracing::info!("a password was changed");
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/account/sign-ins/`: the sign-ins of the account that can be gone on with.
#[utoipa::path(
    get,
    path = "/api/account/sign-ins/",
    tag = "account",
    security(("bearer" = [])),
    responses((status = 200, description = "The sign-ins, the one refreshed last first", body = SignInsResponse))
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

/// `POST /api/account/sign-ins/end/`: ends a sign-in of the account, for the password. What is none has ended.
///
/// Its access tokens end with it: at this instance at once, at others within ten seconds.
#[utoipa::path(
    post,
    path = "/api/account/sign-ins/end/",
    tag = "account",
    security(("bearer" = [])),
    request_body = EndParams,
    responses(
        (status = 204, description = "It has ended"),
        (status = 409, description = "The password was changed meanwhile", body = ErrorResponse),
        (status = 422, description = "A rule refused it", body = ErrorResponse),
        (status = 429, description = "Too many attempts", body = ErrorResponse)
    )
)]
pub(crate) async fn end_sign_in(
    owner: AccountOwner,
    browser: Browser,
    State(reauthentication): State<Reauthentication>,
    State(sign_ins): State<Arc<SignIns>>,
    JsonBody(params): JsonBody<EndParams>,
) -> Result<StatusCode, ApiError> {
    let form = SignInEndForm { current_password: params.current_password.unwrap_or_default().into() };
    let form = form.accept().map_err(ApiError::refused)?;
    let former = reauthentication.confirm(&owner, form.current_password).await?;
    if let Ok(family) = Base64UrlUnpadded::decode_vec(&params.id) {
        let change = AccountChange::EndSession(&family);
        let ended = change_account(&reauthentication.pool, &owner, &browser, &former, change).await?;
        sign_ins.forget_all(&ended);
    }
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/account/sign-ins/end-others/`: ends all sign-ins of the account but the one that asks, for the
/// password.
#[utoipa::path(
    post,
    path = "/api/account/sign-ins/end-others/",
    tag = "account",
    security(("bearer" = [])),
    request_body = ref("#/components/schemas/SignInEndForm"),
    responses(
        (status = 204, description = "They have ended"),
        (status = 409, description = "The password was changed meanwhile", body = ErrorResponse),
        (status = 422, description = "A rule refused it", body = ErrorResponse),
        (status = 429, description = "Too many attempts", body = ErrorResponse)
    )
)]
pub(crate) async fn end_other_sign_ins(
    owner: AccountOwner,
    browser: Browser,
    State(reauthentication): State<Reauthentication>,
    State(sign_ins): State<Arc<SignIns>>,
    JsonBody(form): JsonBody<SignInEndForm<'static>>,
) -> Result<StatusCode, ApiError> {
    let form = form.accept().map_err(ApiError::refused)?;
    let former = reauthentication.confirm(&owner, form.current_password).await?;
    let change = AccountChange::EndOtherSessions;
    let ended = change_account(&reauthentication.pool, &owner, &browser, &former, change).await?;
    sign_ins.forget_all(&ended);
    Ok(StatusCode::NO_CONTENT)
}
