//! Plain axum and sqlx server with the same API for consultations, to compare the product with in benchmarks.
//!
//! It has no limits, idempotency keys, search, mail or history. It uses two tables: `plain_consultations` and `admins`.
//! `plain-server NAME` listens, prints an access token of that admin, and runs until it is killed. Settings:
//! `DATABASE_URL`, `LISTEN_ADDR`, `TOKEN_SECRET`.

use std::{env, sync::Arc};

use anyhow::Context as _;
use axum::{
    Json, Router,
    extract::{FromRequestParts, Path, Query, State},
    http::{StatusCode, header::AUTHORIZATION, request::Parts},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use chrono::{DateTime, TimeDelta, Utc};
use jsonwebtoken::{DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::{FromRow, PgPool, postgres::PgPoolOptions};
use tokio::net::TcpListener;

const PAGE_SIZE: i64 = 10;
const POOL_SIZE: u32 = 16;
const TOKEN_LIFETIME: TimeDelta = TimeDelta::minutes(15);

#[derive(Clone)]
struct App {
    pool: PgPool,
    key: Arc<DecodingKey>,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let username = env::args().nth(1).context("usage: plain-server NAME")?;
    let secret = env::var("TOKEN_SECRET")?;
    let pool = PgPoolOptions::new().max_connections(POOL_SIZE).connect(&env::var("DATABASE_URL")?).await?;
    let claims = Claims { sub: username, exp: (Utc::now() + TOKEN_LIFETIME).timestamp() };
    let token = encode(&Header::default(), &claims, &EncodingKey::from_secret(secret.as_bytes()))?;

    let app = App { pool, key: Arc::new(DecodingKey::from_secret(secret.as_bytes())) };
    let router = Router::new()
        .route("/api/userinfo/", get(user_info))
        .route("/api/consultations", get(list_consultations))
        .route("/api/consultations/{slug}", get(find_consultation))
        .route("/api/consultations/create/", post(create_consultation))
        .with_state(app);
    let listener = TcpListener::bind(env::var("LISTEN_ADDR")?).await?;
    println!("access token: {token}");
    axum::serve(listener, router).await?;
    Ok(())
}

/// Status and message of a failed request.
struct Error(StatusCode, &'static str);

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        eprintln!("{error}");
        Self(StatusCode::INTERNAL_SERVER_ERROR, "Something went wrong")
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        (self.0, Json(json!({"message": self.1}))).into_response()
    }
}

const UNAUTHORIZED: Error = Error(StatusCode::UNAUTHORIZED, "Unauthorized: Invalid or expired token");

const fn invalid(message: &'static str) -> Error {
    Error(StatusCode::UNPROCESSABLE_ENTITY, message)
}

/// Claims of an access token. Extracting them rejects requests without a valid token.
#[derive(Serialize, Deserialize)]
struct Claims {
    sub: String,
    exp: i64,
}

impl FromRequestParts<App> for Claims {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Error> {
        let header = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token = header.and_then(|value| value.strip_prefix("Bearer ")).ok_or(UNAUTHORIZED)?;
        let token = decode(token, &app.key, &Validation::default()).map_err(|_| UNAUTHORIZED)?;
        Ok(token.claims)
    }
}

#[derive(Serialize, FromRow)]
struct UserInfo {
    first_name: String,
    last_name: String,
    username: String,
    email: String,
}

async fn user_info(State(app): State<App>, claims: Claims) -> Result<Json<UserInfo>, Error> {
    sqlx::query_as("SELECT first_name, last_name, username, email FROM admins WHERE username = $1")
        .bind(claims.sub)
        .fetch_optional(&app.pool)
        .await?
        .map(Json)
        .ok_or(UNAUTHORIZED)
}

#[derive(Serialize, FromRow)]
struct Consultation {
    id: i64,
    slug: String,
    full_name: String,
    email: String,
    referral: Option<String>,
    message: String,
    submitted_at: DateTime<Utc>,
    created_at: DateTime<Utc>,
}

#[derive(Deserialize)]
struct ListQuery {
    #[serde(default = "first_page")]
    page: i64,
    #[serde(default)]
    sort: Sort,
}

fn first_page() -> i64 {
    1
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Sort {
    #[default]
    Newest,
    Oldest,
    NameAsc,
    NameDesc,
}

#[derive(Serialize)]
struct List {
    count: i64,
    results: Vec<Consultation>,
}

async fn list_consultations(
    State(app): State<App>,
    _: Claims,
    Query(query): Query<ListQuery>,
) -> Result<Json<List>, Error> {
    if query.page < 1 {
        return Err(invalid("Page must be at least 1"));
    }
    let order = match query.sort {
        Sort::Newest => "created_at DESC, id DESC",
        Sort::Oldest => "created_at, id",
        Sort::NameAsc => "full_name, id",
        Sort::NameDesc => "full_name DESC, id DESC",
    };
    let count = sqlx::query_scalar("SELECT count(*) FROM plain_consultations").fetch_one(&app.pool).await?;
    let results = sqlx::query_as(&format!(
        "SELECT id, slug, full_name, email, referral, message, created_at AS submitted_at, created_at \
         FROM plain_consultations ORDER BY {order} LIMIT $1 OFFSET $2"
    ))
    .bind(PAGE_SIZE)
    .bind((query.page - 1).saturating_mul(PAGE_SIZE))
    .fetch_all(&app.pool)
    .await?;
    Ok(Json(List { count, results }))
}

async fn find_consultation(
    State(app): State<App>,
    _: Claims,
    Path(slug): Path<String>,
) -> Result<Json<Consultation>, Error> {
    sqlx::query_as(
        "SELECT id, slug, full_name, email, referral, message, created_at AS submitted_at, created_at \
         FROM plain_consultations WHERE slug = $1",
    )
    .bind(slug)
    .fetch_optional(&app.pool)
    .await?
    .map(Json)
    .ok_or(Error(StatusCode::NOT_FOUND, "Consultation not found"))
}

#[derive(Deserialize)]
struct NewConsultation {
    full_name: String,
    email: String,
    referral: Option<String>,
    message: String,
}

impl NewConsultation {
    fn validate(&self) -> Result<(), Error> {
        let has = |text: &str, least: usize, most: usize| (least..=most).contains(&text.chars().count());
        let is_valid = has(&self.full_name, 3, 200)
            && has(&self.email, 3, 254)
            && self.email.contains('@')
            && self.referral.as_ref().is_none_or(|text| has(text, 2, 200))
            && has(&self.message, 10, 10_000);
        if is_valid { Ok(()) } else { Err(invalid("Invalid input")) }
    }
}

#[derive(Serialize, FromRow)]
struct Created {
    slug: String,
    submitted_at: DateTime<Utc>,
}

async fn create_consultation(
    State(app): State<App>,
    Json(form): Json<NewConsultation>,
) -> Result<(StatusCode, Json<Created>), Error> {
    form.validate()?;
    let created = sqlx::query_as(
        "INSERT INTO plain_consultations (slug, full_name, email, referral, message) VALUES ($1, $2, $3, $4, $5) \
         RETURNING slug, created_at AS submitted_at",
    )
    .bind(format!("{:032x}", rand::random::<u128>()))
    .bind(form.full_name)
    .bind(form.email)
    .bind(form.referral)
    .bind(form.message)
    .fetch_one(&app.pool)
    .await?;
    Ok((StatusCode::CREATED, Json(created)))
}
