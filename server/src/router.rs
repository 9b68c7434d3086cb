//! Every endpoint.

use axum::{
    Router,
    http::{HeaderValue, StatusCode},
    routing::{get, post},
};
use tower::Layer as _;
use tower_http::normalize_path::{NormalizePath, NormalizePathLayer};

use crate::{
    applications, auth, consultations, docs, error::ApiError, health, metrics, middleware, openapi,
    pace::Pace, pages, state::AppState,
};

/// A service for every connection.
pub(crate) type Service = NormalizePath<Router>;

/// All routes with their middleware. A path answers the same with and without its trailing slash.
pub(crate) fn service(state: AppState, origins: &[HeaderValue], pace: Pace) -> Service {
    NormalizePathLayer::trim_trailing_slash().layer(routes(state, origins, pace))
}

/// What is answered on the listener for those who watch the server.
pub(crate) fn watching(state: AppState) -> Service {
    let router = Router::new()
        .route("/metrics", get(metrics::get_metrics))
        .route("/healthz", get(health::get_liveness))
        .route("/readyz", get(health::get_readiness))
        .fallback(unknown_call)
        .with_state(state);
    NormalizePathLayer::trim_trailing_slash().layer(router)
}

fn routes(state: AppState, origins: &[HeaderValue], pace: Pace) -> Router {
    let api = Router::new()
        .route("/openapi.json", get(openapi::get_openapi))
        .route("/docs", get(docs::get_docs))
        .route("/docs/style.css", get(docs::get_style))
        .route("/token", post(auth::routes::create_token))
        .route("/token/refresh", post(auth::routes::refresh_token))
        .route("/token/revoke", post(auth::routes::revoke_token))
        .route("/userinfo", get(auth::routes::get_user_info))
        .route("/consultations", get(consultations::routes::list_consultations))
        .route("/consultations/create", post(consultations::routes::create_consultation))
        .route("/consultations/{key}", get(consultations::routes::get_consultation))
        .route("/applications", get(applications::routes::list_applications))
        .route("/applications/create", post(applications::routes::create_application))
        .route("/applications/{key}", get(applications::routes::get_application))
        .route("/applications/{slug}/cv/{file_name}", get(applications::download::get_cv));

    let router = Router::new()
        .nest("/api", middleware::for_api(api.fallback(unknown_call), origins))
        .route("/api", get(unknown_call))
        .route("/healthz", get(health::get_liveness))
        .route("/readyz", get(health::get_readiness))
        .fallback(pages::serve_page);
    middleware::for_all(router, &state, pace).with_state(state)
}

async fn unknown_call() -> ApiError {
    ApiError::of_status(StatusCode::NOT_FOUND)
}
