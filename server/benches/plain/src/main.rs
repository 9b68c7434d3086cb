//! Plain axum and sqlx server that reads consultations by the same API, to compare the product with in benchmarks.
//!
//! It has no limits, idempotency keys, search, mail or history. It uses two tables: `plain_consultations` and `admins`.
//! It accepts the product's access tokens, prints a line when it listens, and runs until it is killed. Settings:
//! `DATABASE_URL`, `LISTEN_ADDR`, `TOKEN_SECRET`.

use std::{env, sync::Arc};

use axum::{
    Json, Router,
    extract::{FromRequestParts, Path, Query, State},
    http::{StatusCode, header::AUTHORIZATION, request::Parts},
    routing::get,
};
use chrono::{DateTime, Utc};
use jsonwebtoken::{DecodingKey, Validation, decode};
use serde::{Deserialize, Serialize};
use sqlx::{FromRow, PgPool, postgres::PgPoolOptions};
use tokio::net::TcpListener;

const PAGE_SIZE: i64 = 10;
const POOL_SIZE: u32 = 16;

#[derive(Clone)]
struct App {
    pool: PgPool,
    key: Arc<DecodingKey>,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let pool = PgPoolOptions::new().max_connections(POOL_SIZE).connect(&env::var("DATABASE_URL")?).await?;
    let key = Arc::new(DecodingKey::from_secret(env::var("TOKEN_SECRET")?.as_bytes()));
    let router = Router::new()
        .route("/api/userinfo/", get(user_info))
        .route("/api/consultations", get(list_consultations))
        .route("/api/consultations/{slug}", get(find_consultation))
        .with_state(App { pool, key });
    let listener = TcpListener::bind(env::var("LISTEN_ADDR")?).await?;
    println!("listening");
    axum::serve(listener, router).await?;
    Ok(())
}

/// JSON of a response, or the status of a failed request.
type Answer<T> = Result<Json<T>, StatusCode>;

/// Returns the status of a failed query.
fn failed(error: sqlx::Error) -> StatusCode {
    eprintln!("{error}");
    StatusCode::INTERNAL_SERVER_ERROR
}

/// Claims of an access token. Extracting them rejects requests without a valid token.
#[derive(Deserialize)]
struct Claims {
    sub: String,
}

impl FromRequestParts<App> for Claims {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, StatusCode> {
        let header = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token = header.and_then(|value| value.strip_prefix("Bearer ")).ok_or(StatusCode::UNAUTHORIZED)?;
        let token = decode(token, &app.key, &Validation::default()).map_err(|_| StatusCode::UNAUTHORIZED)?;
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

async fn user_info(State(app): State<App>, claims: Claims) -> Answer<UserInfo> {
    let sql = "SELECT first_name, last_name, username, email FROM admins WHERE id = $1::bigint";
    let admin = sqlx::query_as(sql).bind(claims.sub).fetch_optional(&app.pool).await.map_err(failed)?;
    admin.map(Json).ok_or(StatusCode::UNAUTHORIZED)
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
    page: i64,
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
) -> Answer<List> {
    let sql = "SELECT count(*) FROM plain_consultations";
    let count = sqlx::query_scalar(sql).fetch_one(&app.pool).await.map_err(failed)?;
    let sql = "SELECT *, created_at AS submitted_at FROM plain_consultations \
         ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2";
    let page = sqlx::query_as(sql).bind(PAGE_SIZE).bind((query.page - 1).saturating_mul(PAGE_SIZE));
    Ok(Json(List { count, results: page.fetch_all(&app.pool).await.map_err(failed)? }))
}

async fn find_consultation(
    State(app): State<App>,
    _: Claims,
    Path(slug): Path<String>,
) -> Answer<Consultation> {
    let sql = "SELECT *, created_at AS submitted_at FROM plain_consultations WHERE slug = $1";
    let found = sqlx::query_as(sql).bind(slug).fetch_optional(&app.pool).await.map_err(failed)?;
    found.map(Json).ok_or(StatusCode::NOT_FOUND)
}
