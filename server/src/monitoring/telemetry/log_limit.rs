//! A flood of events writes no flood of lines: the same line is written a few times, then counted.

use std::{
    collections::HashMap,
    fmt::{Debug, Write as _},
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tracing::{
    Event, Level, Subscriber,
    callsite::Identifier,
    field::{Field, Visit},
};
use tracing_subscriber::{Layer, layer::Context};

/// How many lines each place in the code may write until the next summary.
const LINES: u64 = 10;

/// How often what was left out is summed up.
pub(super) const WINDOW: Duration = Duration::from_secs(10);

/// The target of summaries.
const SUMMARY: &str = "agency_server::more";

/// Leaves out what one place in the code says again and again. What only developers turn on is left as it is.
#[derive(Clone)]
pub(super) struct LogLimit {
    /// The target whose lines are all written.
    unlimited: &'static str,
    repeats: Arc<Mutex<HashMap<Identifier, Repeats>>>,
}

/// What one place in the code said since the last summary.
struct Repeats {
    level: Level,
    count: u64,
    /// Of the first line that was left out.
    message: String,
}

impl LogLimit {
    /// A limit on all but that target's lines.
    pub(super) fn new(unlimited: &'static str) -> Self {
        Self { unlimited, repeats: Arc::default() }
    }

    /// Tells what was left out, a line for each place in the code, and begins anew.
    pub(super) fn sum_up(&self) {
        let repeats = mem::take(&mut *self.repeats());
        for Repeats { level, count, message } in repeats.into_values() {
            let Some(more) = count.checked_sub(LINES).filter(|&more| more > 0) else { continue };
            let text = format!("… and {} more like it: {message}", grouped(more));
            if level == Level::ERROR {
                tracing::error!(target: SUMMARY, more, "{text}");
            } else if level == Level::WARN {
                tracing::warn!(target: SUMMARY, more, "{text}");
            } else {
                tracing::info!(target: SUMMARY, more, "{text}");
            }
        }
    }

    fn repeats(&self) -> MutexGuard<'_, HashMap<Identifier, Repeats>> {
        self.repeats.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<S: Subscriber> Layer<S> for LogLimit {
    fn event_enabled(&self, event: &Event<'_>, _: Context<'_, S>) -> bool {
        let metadata = event.metadata();
        let level = *metadata.level();
        if level > Level::INFO || metadata.target() == self.unlimited || metadata.target() == SUMMARY {
            return true;
        }
        let mut repeats = self.repeats();
        let fresh = || Repeats { level, count: 0, message: String::new() };
        let repeated = repeats.entry(metadata.callsite()).or_insert_with(fresh);
        repeated.count = repeated.count.saturating_add(1);
        if repeated.count == LINES + 1 {
            event.record(&mut Message(&mut repeated.message));
        }
        repeated.count <= LINES
    }
}

/// Takes an event's sentence.
struct Message<'a>(&'a mut String);

impl Visit for Message<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "message" {
            let _ = write!(self.0, "{value:?}");
        }
    }
}

/// A number with a comma between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use std::{
        io,
        sync::{Arc, Mutex},
    };

    use tracing_subscriber::{fmt, layer::SubscriberExt as _};

    use super::{LogLimit, grouped};

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The lines of what is logged.
    fn logged(log: impl FnOnce(&LogLimit)) -> Vec<String> {
        let (lines, limit) = (Lines::default(), LogLimit::new("access"));
        let writer = lines.clone();
        let layer = fmt::layer().with_writer(move || writer.clone()).with_ansi(false).without_time();
        let subscriber = tracing_subscriber::registry().with(limit.clone()).with(layer);
        tracing::subscriber::with_default(subscriber, || log(&limit));
        let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
        text.lines().map(|line| line.trim().to_owned()).collect()
    }

    #[test]
    fn a_flood_is_summed_up_for_each_place_in_the_code() {
        let flood = |count: u64| {
            for number in 0..count {
                tracing::warn!(number, "it rains");
            }
        };
        let lines = logged(|limit| {
            flood(1_244);
            tracing::error!("it thunders");
            limit.sum_up();
            limit.sum_up();
            flood(1);
        });
        assert_eq!(lines.len(), 13, "{lines:#?}");
        assert!(lines[9].contains("WARN") && lines[9].ends_with("it rains number=9"), "{}", lines[9]);
        assert!(lines[10].ends_with("it thunders"), "{}", lines[10]);
        let summary = "WARN agency_server::more: … and 1,234 more like it: it rains more=1234";
        assert_eq!(lines[11], summary);
        assert!(lines[12].ends_with("it rains number=0"), "{}", lines[12]);
    }

    #[test]
    fn served_requests_and_what_developers_turn_on_have_all_their_lines() {
        let lines = logged(|limit| {
            for _ in 0..50 {
                tracing::info!(target: "access", "answered");
                tracing::debug!("looked");
                tracing::info!("signed in");
            }
            limit.sum_up();
        });
        assert_eq!(lines.len(), 50 + 50 + 10 + 1, "{lines:#?}");
        assert_eq!(
            lines.last().unwrap(),
            "INFO agency_server::more: … and 40 more like it: signed in more=40"
        );
    }

    #[test]
    fn numbers_have_commas_between_thousands() {
        for (number, expected) in [(7, "7"), (123, "123"), (1_234, "1,234"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), expected);
        }
    }
}
