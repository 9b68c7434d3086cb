//! Routes of all endpoints.

use axum::{
    Router,
    extract::{DefaultBodyLimit, FromRef, Request},
    http::{StatusCode, Uri},
    middleware::from_fn,
    routing::{get, post},
};
use tower::util::MapRequest;

use crate::{
    auth::{
        self,
        account::{events, routes as account},
        second_factor::routes as second_factor,
    },
    client_errors::{self, report_client_error},
    http::{
        error::ApiError,
        host::require_host,
        middleware::{self, RequestTimeouts},
        serving::HttpService,
        static_files::serve_static,
    },
    inbox::{
        actions::{act_on_submission, act_on_submissions},
        assignees::list_admins,
        counts::{count_submissions, get_inbox},
        export::routes::{export_submissions, get_submissions_file},
        resource::{Resource, Resources},
        routes::{
            create_submission, get_submission, get_submission_history, get_submission_neighbours,
            list_submissions,
        },
    },
    openapi::{self, docs},
    probes::{self, health},
    resources::{applications::download::get_cv, for_each_resource},
    state::AppState,
};

/// Returns all routes with their middleware.
pub(crate) fn service(state: AppState, timeouts: RequestTimeouts) -> HttpService {
    with_any_slash(routes(state, timeouts))
}

/// Makes paths with and without a trailing slash equal. Leading slashes stay: as in the router of the browser, a path
/// that starts with two is unknown.
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
        .layer(from_fn(require_host))
        .with_state(state);
    with_any_slash(router)
}

fn routes(state: AppState, timeouts: RequestTimeouts) -> Router {
    let mut api = Router::new()
        .route("/openapi.json", get(openapi::get_openapi(state.public_url.clone())))
        .route("/docs", get(docs::get_docs))
        .route("/docs/style.css", get(docs::get_style))
        .route(
            "/client-errors",
            post(report_client_error).layer(DefaultBodyLimit::max(client_errors::BODY_LIMIT)),
        )
        .route("/token", post(auth::routes::create_token))
        .route("/token/refresh", post(auth::routes::refresh_token))
        .route("/token/second-factor", post(auth::routes::create_token_by_second_factor))
        .route("/token/revoke", post(auth::routes::revoke_token))
        .route("/userinfo", get(auth::routes::get_user_info))
        .route("/admins", get(list_admins))
        .route("/inbox", get(get_inbox))
        .route("/account", get(account::get_account))
        .route("/account/password", post(account::change_password))
        .route("/account/sign-ins", get(account::list_sign_ins))
        .route("/account/sign-ins/end", post(account::end_sign_in))
        .route("/account/sign-ins/end-others", post(account::end_other_sign_ins))
        .route("/account/events", get(events::list_account_events))
        .route("/account/second-factor", post(second_factor::begin_second_factor))
        .route("/account/second-factor/confirm", post(second_factor::confirm_second_factor))
        .route("/account/second-factor/recovery-codes", post(second_factor::renew_recovery_codes))
        .route("/account/second-factor/off", post(second_factor::end_second_factor))
        .route("/applications/{slug}/cv/{file_name}", get(get_cv));
    for submissions in for_each_resource!(submission_routes) {
        api = api.merge(submissions);
    }

    let router = Router::new()
        .nest("/api", middleware::for_api(api.fallback(unknown_call)))
        .route("/api", get(unknown_call))
        .route("/healthz", get(health::get_liveness))
        .route("/readyz", get(health::get_readiness))
        .fallback(get(serve_static));
    middleware::for_all(router, &state, timeouts).with_state(state)
}

/// The calls of a stored form.
fn submission_routes<R: Resource>() -> Router<AppState>
where
    Resources<R>: FromRef<AppState>,
{
    let routes = Router::new()
        .route("/", get(list_submissions::<R>))
        .route("/actions", post(act_on_submissions::<R>))
        .route("/counts", get(count_submissions::<R>))
        .route("/create", post(create_submission::<R>))
        .route("/export", post(export_submissions::<R>))
        .route("/export.csv", get(get_submissions_file::<R>))
        .route("/{key}", get(get_submission::<R>))
        .route("/{key}/history", get(get_submission_history::<R>))
        .route("/{key}/neighbours", get(get_submission_neighbours::<R>))
        .route("/{key}/actions", post(act_on_submission::<R>));
    Router::new().nest(&format!("/{}", R::STORED.table), routes)
}

async fn unknown_call() -> ApiError {
    ApiError::of_status(StatusCode::NOT_FOUND)
}

#[cfg(test)]
#[path = "router_tests.rs"]
mod tests;
