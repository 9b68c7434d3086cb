//! Whether the process lives, and whether it can work.

use axum::{extract::State, http::StatusCode};

use crate::{error::ApiError, state::AppState, storage};

/// The process lives.
pub(crate) async fn live() -> &'static str {
    "ok"
}

/// The database answers.
pub(crate) async fn ready(State(state): State<AppState>) -> Result<(StatusCode, &'static str), ApiError> {
    storage::check(&state.pool).await.map_err(|_| ApiError::unavailable())?;
    Ok((StatusCode::OK, "ready"))
}
