//! Logs: one line per event, without personal data or secrets.

use std::io::{self, IsTerminal as _};

use tracing::Level;
use tracing_subscriber::{
    EnvFilter, Layer as _, filter::filter_fn, fmt, layer::SubscriberExt as _, util::SubscriberInitExt as _,
};

use crate::config::{LogConfig, LogFormat};

/// The target of access log lines, by which `RUST_LOG` can turn them off.
pub(crate) const ACCESS: &str = "agency_server::access";

/// Starts logging to standard error.
pub(crate) fn start(config: &LogConfig) {
    let lines = fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    let lines = match config.format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    let filter = EnvFilter::new(&config.filter);
    // Events of the driver have the parameters of statements, such as personal data. These are never logged, not even if
    // `RUST_LOG` asks for debugging.
    let no_parameters =
        filter_fn(|event| !event.target().starts_with("tokio_postgres") || *event.level() <= Level::INFO);
    tracing_subscriber::registry().with(filter).with(no_parameters).with(lines).init();
}
