//! Logs: one line an event, without personal data or secrets.

use std::io::{self, IsTerminal as _};

use tracing_subscriber::{EnvFilter, fmt};

use crate::config::LogFormat;

/// Starts logging to standard error. `RUST_LOG` changes what is logged.
pub(crate) fn start(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let colours = io::stderr().is_terminal();
    let logs = fmt().with_env_filter(filter).with_writer(io::stderr).with_ansi(colours);
    match format {
        LogFormat::Text => logs.init(),
        LogFormat::Json => logs.json().init(),
    }
}
