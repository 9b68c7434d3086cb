//! Logs: one line an event, without personal data or secrets.

use std::io::{self, IsTerminal as _};

use tracing_subscriber::{EnvFilter, fmt};

use crate::config::{LogConfig, LogFormat};

/// Starts logging to standard error.
pub(crate) fn start(config: &LogConfig) {
    let colours = io::stderr().is_terminal();
    let filter = EnvFilter::new(&config.filter);
    let logs = fmt().with_env_filter(filter).with_writer(io::stderr).with_ansi(colours);
    match config.format {
        LogFormat::Text => logs.init(),
        LogFormat::Json => logs.json().init(),
    }
}
