//! Logs: one line per event, without personal data or secrets.

use std::{
    fmt::Write as _,
    io::{self, IsTerminal as _, Write},
};

use tracing::Level;
use tracing_subscriber::{
    EnvFilter, Layer as _, filter::filter_fn, fmt, layer::SubscriberExt as _, util::SubscriberInitExt as _,
};

use crate::config::{LogConfig, LogFormat};

/// The target of access log lines, by which `RUST_LOG` can turn them off.
pub(crate) const ACCESS: &str = "agency_server::access";

/// Starts logging to standard error.
pub(crate) fn start(config: &LogConfig) {
    let lines = fmt::layer().with_writer(|| Escaping(io::stderr())).with_ansi(io::stderr().is_terminal());
    let lines = match config.format {
        LogFormat::Text => lines.boxed(),
        // A request has one span, which the list would repeat.
        LogFormat::Json => lines.json().with_span_list(false).boxed(),
    };
    let filter = EnvFilter::new(&config.filter);
    // Events of the driver have the parameters of statements, such as personal data. These are never logged, not even if
    // `RUST_LOG` asks for debugging.
    let no_parameters =
        filter_fn(|event| !event.target().starts_with("tokio_postgres") || *event.level() <= Level::INFO);
    tracing_subscriber::registry().with(filter).with(no_parameters).with(lines).init();
}

/// Returns whether a character is not shown and changes how the text around it is shown, or ends a line for some readers.
pub(crate) const fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{7f}'..='\u{9f}'
            | '\u{ad}'
            | '\u{61c}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
    )
}

/// Writes lines with invisible characters as escapes, which are valid in JSON.
struct Escaping<W>(W);

impl<W: Write> Write for Escaping<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        match str::from_utf8(line) {
            Ok(text) if text.contains(is_invisible) => self.0.write_all(escape(text).as_bytes())?,
            _ => self.0.write_all(line)?,
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn escape(text: &str) -> String {
    text.chars().fold(String::new(), |mut escaped, letter| {
        if is_invisible(letter) {
            let _ = write!(escaped, "\\u{:04x}", u32::from(letter));
        } else {
            escaped.push(letter);
        }
        escaped
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::Escaping;

    #[test]
    fn escapes_invisible_characters() {
        let texts = ["a\u{85}b", "\u{2028}\u{2029}", "\u{202e}\u{2066}\u{200f}", "é \u{feff}\u{7f}", "Ada\n"];
        let mut written = Escaping(Vec::new());
        for text in texts {
            written.write_all(text.as_bytes()).unwrap();
        }
        let expected = "a\\u0085b\\u2028\\u2029\\u202e\\u2066\\u200fé \\ufeff\\u007fAda\n";
        assert_eq!(String::from_utf8(written.0).unwrap(), expected);
    }
}
