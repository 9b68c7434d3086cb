//! Logs: one line an event, without personal data or secrets.

mod log_limit;

use std::io::{self, IsTerminal as _};

use tokio::task::JoinHandle;
use tracing::{Level, Metadata};
use tracing_subscriber::{
    EnvFilter, Layer as _, filter::filter_fn, fmt, layer::SubscriberExt as _, util::SubscriberInitExt as _,
};

use crate::{
    config::{LogConfig, LogFormat},
    monitoring::telemetry::log_limit::{LogLimit, WINDOW},
};

/// The target of the line that every served request has. A flood of these is what its visitors are: whoever wants none
/// turns them off.
pub(crate) const ACCESS: &str = "agency_server::access";

/// Sums up what is repeated, now and then and at the end.
pub(crate) struct Summaries {
    limit: LogLimit,
    now_and_then: JoinHandle<()>,
}

/// Starts logging to standard error.
pub(crate) fn start(config: &LogConfig) -> Summaries {
    let colours = io::stderr().is_terminal();
    let limit = LogLimit::new(ACCESS);
    let lines = fmt::layer().with_writer(io::stderr).with_ansi(colours);
    let lines = match config.format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    let filter = EnvFilter::new(&config.filter);
    let quiet = filter_fn(|event| !tells_parameters(event));
    tracing_subscriber::registry().with(filter).with(quiet).with(limit.clone()).with(lines).init();
    let now_and_then = tokio::spawn({
        let limit = limit.clone();
        async move {
            loop {
                tokio::time::sleep(WINDOW).await;
                limit.sum_up();
            }
        }
    });
    Summaries { limit, now_and_then }
}

/// Whether it is what the driver says of each statement: its parameters among it, byte by byte, which are what people
/// sent, and of a CV would cost more than storing it. `RUST_LOG` may ask for debugging, but never for that.
fn tells_parameters(event: &Metadata<'_>) -> bool {
    event.target().starts_with("tokio_postgres") && *event.level() > Level::INFO
}

impl Drop for Summaries {
    fn drop(&mut self) {
        self.now_and_then.abort();
        self.limit.sum_up();
    }
}
