//! Prometheus metrics.
//!
//! Labels have few values, known beforehand: none holds a path, a name or an address.

use std::{
    fmt,
    sync::atomic::AtomicI64,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use axum::http::{Method, StatusCode};
use prometheus_client::{
    encoding::{
        EncodeLabelSet,
        text::{encode_eof, encode_registry},
    },
    metrics::{
        counter::Counter,
        family::Family,
        gauge::{ConstGauge, Gauge},
        histogram::{Histogram, exponential_buckets},
    },
    registry::{Metric, Registry},
};

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

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct TaskLabels {
    task: &'static str,
}

/// Why a client was turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// Every place is taken by requests.
    Full,
    /// Its address has its share of the places.
    Share,
}

/// All metrics that are counted as things happen.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    durations: Family<RouteLabels, Histogram>,
    /// Requests in progress.
    pub(crate) in_flight: Gauge<i64, AtomicI64>,
    /// Connected clients.
    pub(crate) connections: Gauge<i64, AtomicI64>,
    /// Connections closed because the client did not read its response.
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
    /// Mails that the mail server accepted.
    pub(crate) mails_sent: Counter,
    /// Attempts that are to be repeated.
    pub(crate) mails_deferred: Counter,
    /// Mails that were refused, or tried for too long.
    pub(crate) mails_given_up: Counter,
    task_failures: Family<TaskLabels, Counter>,
    task_failing: Family<TaskLabels, Gauge>,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut all = Registered::default();
        let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64();
        let help = "When the process started, since 1970";
        all.0.register("process_start_time_seconds", help, ConstGauge::new(started));
        // From 0.5 ms to 16 s.
        let durations: Family<RouteLabels, Histogram> =
            Family::new_with_constructor(|| Histogram::new(exponential_buckets(0.000_5, 2.0, 16)));
        Self {
            requests: all.add("http_requests", "Answered requests"),
            durations: all.register("http_request_duration_seconds", "How long answers took", durations),
            in_flight: all.add("http_requests_in_flight", "Requests that are being answered"),
            connections: all.add("http_connections", "Connected clients"),
            connections_refused: all.add("http_connections_refused", "Clients refused because of a limit"),
            connections_evicted: all
                .add("http_connections_evicted", "Connections closed to make room for others"),
            connections_stalled: all.add(
                "http_connections_stalled",
                "Connections closed because the client did not read its response",
            ),
            logins_refused: all.add("logins_refused", "Logins with wrong credentials"),
            client_errors: all.add("client_errors", "Errors that pages reported"),
            limits_hit: all.add("limits_hit", "Attempts that a limit refused"),
            submissions: all.add("submissions_stored", "Submissions stored, repeats not counted"),
            deleted: all.add(
                "submissions_deleted",
                "Submissions deleted by this process because their retention period was over",
            ),
            mails_sent: all.add("mails_sent", "Mails that the mail server accepted"),
            mails_deferred: all.add("mails_deferred", "Failed attempts to send a mail that is tried again"),
            mails_given_up: all.add("mails_given_up", "Mails that are not tried again"),
            task_failures: all.add("background_task_failures", "Failures of background tasks"),
            task_failing: all.add("background_task_failing", "1 while a background task keeps failing"),
            registry: all.0,
        }
    }
}

impl Metrics {
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

    /// Returns the counter of a background task's failures.
    pub(crate) fn task_failures(&self, task: &'static str) -> Counter {
        self.task_failures.get_or_create_owned(&TaskLabels { task })
    }

    /// Returns the gauge that is 1 while a background task keeps failing.
    pub(crate) fn task_failing(&self, task: &'static str) -> Gauge {
        self.task_failing.get_or_create_owned(&TaskLabels { task })
    }

    /// Returns all metrics as text for Prometheus, with those of `scraped` at the end.
    pub(crate) fn text(&self, scraped: &Registry) -> Result<String, fmt::Error> {
        let mut text = String::new();
        encode_registry(&mut text, &self.registry)?;
        encode_registry(&mut text, scraped)?;
        encode_eof(&mut text)?;
        Ok(text)
    }
}

#[derive(Default)]
struct Registered(Registry);

impl Registered {
    /// Registers a new metric.
    fn add<M: Metric + Clone + Default>(&mut self, name: &str, help: &str) -> M {
        self.register(name, help, M::default())
    }

    fn register<M: Metric + Clone>(&mut self, name: &str, help: &str, metric: M) -> M {
        self.0.register(name, help, metric.clone());
        metric
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
