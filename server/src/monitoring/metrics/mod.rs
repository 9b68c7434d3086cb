//! What is counted for those who watch the server, in Prometheus' text format.
//!
//! Labels are few and known beforehand: no path, no name and no address of anybody becomes one.

mod snapshot;

#[cfg(test)]
mod tests;

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU64},
    },
    time::Duration,
};

use axum::{
    extract::State,
    http::{Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{
        counter::Counter,
        family::Family,
        gauge::Gauge,
        histogram::{Histogram, exponential_buckets},
    },
    registry::{Metric, Registry},
};

use crate::{
    auth::password::Passwords, http::error::ApiError, monitoring::metrics::snapshot::Snapshot, storage::Pool,
};

const TEXT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: String,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabels {
    method: &'static str,
    route: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct LimitLabels {
    limit: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct SubmissionLabels {
    kind: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ReasonLabels {
    reason: &'static str,
}

/// Why a client was turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// Every place is taken by requests.
    Full,
    /// Its address has its share of the places.
    Share,
}

/// All that is counted.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    durations: Family<RouteLabels, Histogram>,
    /// Requests that are being answered.
    pub(crate) in_flight: Gauge<i64, AtomicI64>,
    /// Clients that are connected.
    pub(crate) connections: Gauge<i64, AtomicI64>,
    /// Connections that were ended because their client took nothing of an answer for too long.
    pub(crate) connections_stalled: Counter,
    connections_evicted: Family<ReasonLabels, Counter>,
    connections_refused: Family<ReasonLabels, Counter>,
    /// Logins with wrong credentials.
    pub(crate) logins_refused: Counter,
    /// Errors that pages reported.
    pub(crate) client_errors: Counter,
    limits_hit: Family<LimitLabels, Counter>,
    submissions: Family<SubmissionLabels, Counter>,
    deleted: Family<SubmissionLabels, Counter>,
    /// Mails that a mail server took.
    pub(crate) mails_sent: Counter,
    /// Tries that are to be repeated.
    pub(crate) mails_deferred: Counter,
    /// Mails that were refused, or tried for too long.
    pub(crate) mails_given_up: Counter,
    /// Mails that wait to be sent, by any instance.
    pub(crate) mails_waiting: Gauge<i64, AtomicI64>,
    /// Since when the oldest of them does.
    pub(crate) mails_oldest_seconds: Gauge<f64, AtomicU64>,
}

impl Metrics {
    /// Everything at zero. The pool and the passwords tell about themselves when they are asked.
    pub(crate) fn new(pool: Pool, passwords: Passwords) -> Self {
        let mut all = Registered::default();
        all.add("password_checks", "Passwords that were compared with a hash", passwords.checks.clone());
        all.0.register_collector(Box::new(Snapshot::new(pool, passwords)));
        // From 0.5 ms to 16 s.
        let durations: Family<RouteLabels, Histogram> =
            Family::new_with_constructor(|| Histogram::new(exponential_buckets(0.000_5, 2.0, 16)));
        Self {
            requests: all.add("http_requests", "Answered requests", Family::default()),
            durations: all.add("http_request_duration_seconds", "How long answers took", durations),
            in_flight: all.add(
                "http_requests_in_flight",
                "Requests that are being answered",
                Gauge::default(),
            ),
            connections: all.add("http_connections", "Connected clients", Gauge::default()),
            connections_refused: all.add(
                "http_connections_refused",
                "Clients turned away for want of room",
                Family::default(),
            ),
            connections_evicted: all.add(
                "http_connections_evicted",
                "Connections ended to make room for others",
                Family::default(),
            ),
            connections_stalled: all.add(
                "http_connections_stalled",
                "Connections ended because the client did not take its answer",
                Counter::default(),
            ),
            logins_refused: all.add("logins_refused", "Logins with wrong credentials", Counter::default()),
            client_errors: all.add("client_errors", "Errors that pages reported", Counter::default()),
            limits_hit: all.add("limits_hit", "Attempts that a limit refused", Family::default()),
            submissions: all.add(
                "submissions_stored",
                "Submissions stored, repeats not counted",
                Family::default(),
            ),
            deleted: all.add(
                "submissions_deleted",
                "Submissions deleted by this process because their time was over",
                Family::default(),
            ),
            mails_sent: all.add("mails_sent", "Mails that the mail server took", Counter::default()),
            mails_deferred: all.add(
                "mails_deferred",
                "Mails that could not be sent and are tried again",
                Counter::default(),
            ),
            mails_given_up: all.add(
                "mails_given_up",
                "Mails that could not be sent and are tried no more",
                Counter::default(),
            ),
            mails_waiting: all.add(
                "mails_waiting",
                "Mails that wait to be sent by any instance",
                Gauge::default(),
            ),
            mails_oldest_seconds: all.add(
                "mails_oldest_seconds",
                "Since when the oldest mail waits",
                Gauge::default(),
            ),
            registry: all.0,
        }
    }

    /// Counts an answered request. `route` is a template, never a path.
    pub(crate) fn answered(&self, method: &Method, route: &str, status: StatusCode, took: Duration) {
        let (method, route) = (method_label(method), route.to_owned());
        let labels = RequestLabels { method, route: route.clone(), status: status.as_u16() };
        self.requests.get_or_create(&labels).inc();
        self.durations.get_or_create(&RouteLabels { method, route }).observe(took.as_secs_f64());
    }

    /// Counts an attempt that a limit refused.
    pub(crate) fn limit_hit(&self, limit: &'static str) {
        self.limits_hit.get_or_create(&LimitLabels { limit }).inc();
    }

    /// Clients that were turned away for a reason.
    pub(crate) fn connections_refused(&self, reason: Refused) -> Counter {
        let reason = match reason {
            Refused::Full => "full",
            Refused::Share => "share",
        };
        self.connections_refused.get_or_create_owned(&ReasonLabels { reason })
    }

    /// Connections that made room for others, by what their client was waited for.
    pub(crate) fn connections_evicted(&self, reason: &'static str) -> Counter {
        self.connections_evicted.get_or_create_owned(&ReasonLabels { reason })
    }

    /// Counts a stored submission.
    pub(crate) fn stored(&self, kind: &'static str) {
        self.submissions.get_or_create(&SubmissionLabels { kind }).inc();
    }

    /// Counts submissions that were deleted because their time was over.
    pub(crate) fn deleted(&self, kind: &'static str, rows: usize) {
        self.deleted
            .get_or_create(&SubmissionLabels { kind })
            .inc_by(u64::try_from(rows).unwrap_or(u64::MAX));
    }

    fn text(&self) -> Result<String, fmt::Error> {
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

/// What is told of when somebody asks.
#[derive(Default)]
struct Registered(Registry);

impl Registered {
    /// Adds what is counted, under a name.
    fn add<M: Metric + Clone>(&mut self, name: &str, help: &str, metric: M) -> M {
        self.0.register(name, help, metric.clone());
        metric
    }
}

/// `GET /metrics`, on a listener of its own.
pub(crate) async fn get_metrics(State(metrics): State<Arc<Metrics>>) -> Response {
    match metrics.text() {
        Ok(text) => ([(header::CONTENT_TYPE, TEXT)], text).into_response(),
        Err(error) => {
            tracing::error!(%error, "metrics could not be written");
            ApiError::internal().into_response()
        }
    }
}

/// Methods that clients make up are one.
fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "OTHER",
    }
}
