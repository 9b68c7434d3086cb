//! Routes of all endpoints.

use std::sync::Arc;

use axum::{
    Extension, Router,
    extract::{DefaultBodyLimit, Request},
    http::{StatusCode, Uri},
    middleware::from_fn_with_state,
    routing::get,
};
use tower::util::MapRequest;
use utoipa::{OpenApi as _, openapi::OpenApi};
use utoipa_axum::{
    router::{OpenApiRouter, UtoipaMethodRouterExt as _},
    routes,
};

use crate::{
    auth::{self, current_admin::require_session},
    client_errors,
    config::PublicUrl,
    http::{
        error::ApiError,
        middleware::{self, RequestTimeouts, run_to_end},
        serving::HttpService,
        static_files::serve_static,
    },
    inbox::{self, export::routes::require_session_or_link},
    openapi::{self, Description},
    probes::{self, health},
    resources::{self, List, applications},
    state::AppState,
};

/// Returns all routes with their middleware.
pub(crate) fn service(state: AppState, timeouts: RequestTimeouts) -> HttpService {
    with_any_slash(routes(state, timeouts))
}

/// Makes paths with and without a trailing slash equal. Leading slashes stay: as in the router of the browser, a path
/// that starts with two is unknown. With tower-http's `NormalizePath`, `//services` would show a page that the browser then
/// replaces by "not found".
pub(crate) fn with_any_slash(router: Router) -> HttpService {
    MapRequest::new(router, |mut request: Request| {
        if let Some(uri) = trimmed(request.uri()) {
            *request.uri_mut() = uri;
        }
        request
    })
}

/// Returns the URI without its trailing slashes. Returns `None` if it has none.
fn trimmed(uri: &Uri) -> Option<Uri> {
    let path = Some(uri.path()).filter(|path| path.len() > 1 && path.ends_with('/'))?;
    let kept = Some(path.trim_end_matches('/')).filter(|kept| !kept.is_empty()).unwrap_or("/");
    let target = uri.query().map_or_else(|| kept.to_owned(), |query| format!("{kept}?{query}"));
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = target.parse().ok();
    Uri::from_parts(parts).ok()
}

/// Returns the routes of the listener for metrics.
pub(crate) fn watching(state: AppState) -> HttpService {
    let router = Router::new()
        .route("/metrics", get(probes::get_metrics))
        .route("/healthz", get(health::get_liveness))
        .route("/readyz", get(health::get_readiness))
        .fallback(unknown_call)
        .layer(from_fn_with_state(state.requests.clone(), run_to_end))
        .with_state(state);
    with_any_slash(router)
}

/// Endpoints that anyone may call.
fn public() -> OpenApiRouter<AppState> {
    let client_errors = routes!(client_errors::report_client_error);
    OpenApiRouter::new()
        .routes(client_errors.layer(DefaultBodyLimit::max(client_errors::BODY_LIMIT)))
        .routes(routes!(auth::routes::create_token))
        .routes(routes!(auth::routes::create_token_by_second_factor))
        .routes(routes!(auth::routes::refresh_token))
        .routes(routes!(auth::routes::revoke_token))
        .merge(resources::forms())
}

/// Endpoints of signed-in admins: [`routes`] puts the check of the session before all of them.
fn private() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(auth::routes::get_user_info))
        .routes(routes!(auth::account::routes::get_account))
        .routes(routes!(auth::account::routes::change_password))
        .routes(routes!(auth::account::routes::list_sessions))
        .routes(routes!(auth::account::routes::end_session))
        .routes(routes!(auth::account::routes::end_other_sessions))
        .routes(routes!(auth::account::events::list_account_events))
        .routes(routes!(auth::second_factor::routes::begin_second_factor))
        .routes(routes!(auth::second_factor::routes::confirm_second_factor))
        .routes(routes!(auth::second_factor::routes::renew_recovery_codes))
        .routes(routes!(auth::second_factor::routes::end_second_factor))
        .routes(routes!(inbox::assignees::list_admins))
        .routes(routes!(inbox::counts::get_inbox))
        .routes(routes!(inbox::insights::get_insights))
        .routes(routes!(applications::download::get_cv))
        .merge(of_each_list(
            OpenApiRouter::new()
                .routes(routes!(inbox::list::list_records))
                .routes(routes!(inbox::actions::act_on_records))
                .routes(routes!(inbox::counts::get_box_counts))
                .routes(routes!(inbox::export::routes::create_export_link))
                .routes(routes!(inbox::record::get_record))
                .routes(routes!(inbox::history::get_record_history))
                .routes(routes!(inbox::neighbours::get_record_neighbours))
                .routes(routes!(inbox::actions::act_on_record)),
        ))
}

/// Endpoints that a browser loads by a link: [`routes`] puts the check of the session or the link before them.
fn files() -> OpenApiRouter<AppState> {
    of_each_list(OpenApiRouter::new().routes(routes!(inbox::export::routes::get_export_file)))
}

/// Nests endpoints under the name of each list, which they get as an extension. The documentation has them once, under
/// `/{list}`. As a parameter of the route, it would make every unknown path a known one.
fn of_each_list(endpoints: OpenApiRouter<AppState>) -> OpenApiRouter<AppState> {
    let (endpoints, description) = endpoints.split_for_parts();
    let nested = List::ALL.into_iter().fold(Router::new(), |router, list| {
        router.nest(&format!("/{}", list.name()), endpoints.clone().layer(Extension(list)))
    });
    let description = OpenApiRouter::new().nest("/{list}", OpenApiRouter::with_openapi(description));
    OpenApiRouter::from(nested).merge(description)
}

/// Combines the endpoints to the API, and describes which of them require an access token.
fn api(
    public: OpenApiRouter<AppState>,
    mut private: OpenApiRouter<AppState>,
    mut files: OpenApiRouter<AppState>,
) -> OpenApiRouter<AppState> {
    openapi::require_token(private.get_openapi_mut());
    openapi::require_token(files.get_openapi_mut());
    let endpoints = public.merge(private).merge(files).fallback(unknown_call);
    OpenApiRouter::with_openapi(Description::openapi())
        .nest("/api", endpoints.layer(DefaultBodyLimit::max(middleware::BODY_LIMIT)))
}

/// Returns the description of the API.
pub(crate) fn description(public_url: Option<&PublicUrl>) -> OpenApi {
    openapi::complete(api(public(), private(), files()).into_openapi(), public_url)
}

fn routes(state: AppState, timeouts: RequestTimeouts) -> Router {
    let private = private().route_layer(from_fn_with_state(Arc::clone(&state.auth), require_session));
    let files = files().route_layer(from_fn_with_state(state.clone(), require_session_or_link));
    let (api, description) = api(public(), private, files).split_for_parts();
    let description = openapi::complete(description, state.public_url.as_deref());
    let router = api
        .nest("/api", openapi::routes(&description))
        .route("/api", get(unknown_call))
        .route("/healthz", get(health::get_liveness))
        .route("/readyz", get(health::get_readiness))
        .route("/.well-known/change-password", get(auth::account::routes::redirect_to_account_page))
        // Outside of the check of the session.
        .method_not_allowed_fallback(wrong_method)
        .fallback(get(serve_static));
    middleware::for_all(router, &state, timeouts).with_state(state)
}

async fn wrong_method() -> ApiError {
    ApiError::of_status(StatusCode::METHOD_NOT_ALLOWED)
}

async fn unknown_call() -> ApiError {
    ApiError::of_status(StatusCode::NOT_FOUND)
}

#[cfg(test)]
mod tests;
