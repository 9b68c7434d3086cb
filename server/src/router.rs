//! Every endpoint.

use std::net::SocketAddr;

use axum::{
    Router, ServiceExt,
    extract::{Request, connect_info::IntoMakeServiceWithConnectInfo},
    http::StatusCode,
    routing::{get, post},
};
use tower::Layer as _;
use tower_http::normalize_path::{NormalizePath, NormalizePathLayer};

use crate::{
    applications, auth, consultations, error::ApiError, health, middleware, openapi, pages, state::AppState,
};

/// All routes with their middleware. A path answers the same with and without its trailing slash.
pub(crate) fn service(state: AppState) -> IntoMakeServiceWithConnectInfo<NormalizePath<Router>, SocketAddr> {
    let router = NormalizePathLayer::trim_trailing_slash().layer(routes(state));
    ServiceExt::<Request>::into_make_service_with_connect_info::<SocketAddr>(router)
}

fn routes(state: AppState) -> Router {
    let api = Router::new()
        .route("/openapi.json", get(openapi::get_openapi))
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
        .nest("/api", middleware::for_api(api.fallback(unknown_call)))
        .route("/api", get(unknown_call))
        .route("/healthz", get(health::live))
        .route("/readyz", get(health::ready))
        .fallback(pages::serve_page);
    middleware::for_all(router).with_state(state)
}

async fn unknown_call() -> ApiError {
    ApiError::of_status(StatusCode::NOT_FOUND)
}
