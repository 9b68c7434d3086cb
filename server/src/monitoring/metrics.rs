//! Prometheus metrics. No label holds a path, a name or an address, so that each has few values.

use std::{
    borrow::Cow,
    fmt,
    sync::atomic::AtomicI64,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use axum::http::{Method, StatusCode};
use prometheus_client::{
    encoding::text::{encode_eof, encode_registry},
    metrics::{
        counter::Counter,
        family::Family,
        gauge::{ConstGauge, Gauge},
        histogram::{Histogram, exponential_buckets},
    },
    registry::{Metric, Registry},
};

type Label = [(&'static str, &'static str); 1];
type RequestLabels<const N: usize> = [(&'static str, Cow<'static, str>); N];

/// The metrics that are updated as things happen. The help texts describe them.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels<3>, Counter>,
    durations: Family<RequestLabels<2>, Histogram>,
    pub(crate) in_flight: Gauge<i64, AtomicI64>,
    pub(crate) connections: Gauge<i64, AtomicI64>,
    pub(crate) connections_stalled: Counter,
    pub(crate) connections_full: Counter,
    pub(crate) logins_refused: Counter,
    pub(crate) client_errors: Counter,
    limits_hit: Family<Label, Counter>,
    submissions: Family<Label, Counter>,
    deleted: Family<Label, Counter>,
    pub(crate) mails: DeliveryMetrics,
    pub(crate) webhooks: DeliveryMetrics,
    task_failures: Family<Label, Counter>,
    task_failing: Family<Label, Gauge>,
}

/// The metrics of a worker that delivers.
pub(crate) struct DeliveryMetrics {
    pub(crate) sent: Counter,
    /// Failed attempts that are tried again.
    pub(crate) deferred: Counter,
    pub(crate) given_up: Counter,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::default();
        let all = &mut registry;
        let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64();
        let started = ConstGauge::new(started);
        all.register("process_start_time_seconds", "When the process started, since 1970", started);
        // From 0.5 ms to 16 s.
        let durations: Family<_, Histogram> =
            Family::new_with_constructor(|| Histogram::new(exponential_buckets(0.000_5, 2.0, 16)));
        all.register("http_request_duration_seconds", "How long answers took", durations.clone());
        Self {
            durations,
            requests: add("http_requests", "Answered requests", all),
            in_flight: add("http_requests_in_flight", "Requests that are being answered", all),
            connections: add("http_connections", "Connected clients", all),
            connections_full: add("http_connections_full", "Connections that found all places taken", all),
            connections_stalled: add(
                "http_connections_stalled",
                "Connections closed because the client did not read its response",
                all,
            ),
            logins_refused: add("logins_refused", "Logins with wrong credentials", all),
            client_errors: add("client_errors", "Errors that pages reported", all),
            limits_hit: add("limits_hit", "Attempts that a limit refused", all),
            submissions: add("submissions_stored", "Submissions stored, repeats not counted", all),
            deleted: add(
                "submissions_deleted",
                "Submissions deleted by this process because their retention period was over",
                all,
            ),
            mails: DeliveryMetrics {
                sent: add("mails_sent", "Mails that the mail server accepted", all),
                deferred: add("mails_deferred", "Failed attempts to send a mail that is tried again", all),
                given_up: add("mails_given_up", "Notices of records that are not tried again", all),
            },
            webhooks: DeliveryMetrics {
                sent: add("webhooks_sent", "Webhooks that the receiver accepted", all),
                deferred: add(
                    "webhooks_deferred",
                    "Failed attempts to send a webhook that is tried again",
                    all,
                ),
                given_up: add("webhooks_given_up", "Webhooks that are not tried again", all),
            },
            task_failures: add("background_task_failures", "Failures of background tasks", all),
            task_failing: add("background_task_failing", "1 while a background task keeps failing", all),
            registry,
        }
    }
}

impl Metrics {
    /// Counts a finished request. `method` is a label, and `route` is a template, never a path.
    pub(crate) fn answered(&self, method: &'static str, route: &str, status: StatusCode, took: Duration) {
        let method = ("method", method.into());
        let route = ("route", route.to_owned().into());
        let status = ("status", status.as_str().to_owned().into());
        self.durations.get_or_create(&[method.clone(), route.clone()]).observe(took.as_secs_f64());
        self.requests.get_or_create(&[method, route, status]).inc();
    }

    /// Counts an attempt that a limit refused.
    pub(crate) fn limit_hit(&self, limit: &'static str) {
        self.limits_hit.get_or_create(&[("limit", limit)]).inc();
    }

    pub(crate) fn stored(&self, kind: &'static str) {
        self.submissions.get_or_create(&[("kind", kind)]).inc();
    }

    /// Counts submissions that were deleted after their retention period.
    pub(crate) fn deleted(&self, kind: &'static str, rows: usize) {
        self.deleted.get_or_create(&[("kind", kind)]).inc_by(u64::try_from(rows).unwrap_or(u64::MAX));
    }

    /// Returns the counter of a background task's failures.
    pub(crate) fn task_failures(&self, task: &'static str) -> Counter {
        self.task_failures.get_or_create_owned(&[("task", task)])
    }

    /// Returns the gauge that is 1 while a background task keeps failing.
    pub(crate) fn task_failing(&self, task: &'static str) -> Gauge {
        self.task_failing.get_or_create_owned(&[("task", task)])
    }

    /// Returns all metrics as text for Prometheus, with those of `scraped` at the end.
    pub(crate) fn encode_text(&self, scraped: &Registry) -> Result<String, fmt::Error> {
        let mut text = String::new();
        encode_registry(&mut text, &self.registry)?;
        encode_registry(&mut text, scraped)?;
        encode_eof(&mut text)?;
        Ok(text)
    }
}

fn add<M: Metric + Clone + Default>(name: &str, help: &str, registry: &mut Registry) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

/// Returns the label of a method in metrics and logs. Methods that clients make up share one: they can be as long as a
/// request's head.
pub(crate) fn method_label(method: &Method) -> &'static str {
    let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    known.into_iter().find(|known| method == known).unwrap_or("OTHER")
}
