//! Visitors who send one form after the other and repeat each until it is answered with 201.

use crate::harness::prelude::*;

/// Pause before the next form and before a repeat, much shorter than a person's.
const PAUSE: Duration = Duration::from_millis(50);

pub(crate) struct Visitors {
    pub(crate) ledger: Arc<Ledger>,
    leave: Arc<AtomicBool>,
    tasks: JoinSet<()>,
}

impl Visitors {
    /// Starts eight visitors who send forms at the same time.
    pub(crate) fn start(kinds: &'static [Kind], server: SocketAddr) -> Self {
        let (ledger, leave) = (Arc::<Ledger>::default(), Arc::<AtomicBool>::default());
        let mut tasks = JoinSet::new();
        for number in 0..8 {
            let (ledger, leave) = (Arc::clone(&ledger), Arc::clone(&leave));
            tasks.spawn(async move {
                for &kind in kinds.iter().cycle().skip(number) {
                    if leave.load(Ordering::Relaxed) {
                        return;
                    }
                    send(&Form::new(kind), server, &ledger).await;
                    sleep(PAUSE).await;
                }
            });
        }
        Self { ledger, leave, tasks }
    }

    /// Lets each visitor finish the current form.
    pub(crate) async fn leave(self) -> Arc<Ledger> {
        self.leave.store(true, Ordering::Relaxed);
        self.tasks.join_all().await;
        self.ledger
    }
}

/// Sends a form until it is answered with 201, from a random address and over a new connection each time.
pub(crate) async fn send(form: &Form, server: SocketAddr, ledger: &Ledger) {
    let (address, request) = (random_ip(), form.request());
    loop {
        let since = Instant::now();
        let answer = async { Connection::open_from(address, server).await?.send(&request).await };
        let outcome = answer.await.map_or(Outcome::NoAnswer, |answer| Outcome::from_answer(&answer));
        let is_stored = matches!(outcome, Outcome::Stored(_));
        ledger.note(form, outcome, since.elapsed());
        if is_stored {
            return;
        }
        sleep(PAUSE).await;
    }
}

/// Outcome of a request.
pub(crate) enum Outcome {
    /// 201, with the record's slug.
    Stored(String),
    /// 503 or 429 in the API's error format, with `Retry-After`.
    Refused,
    /// The connection broke, or a balancer responded instead of a server.
    NoAnswer,
    Unexpected(String),
}

impl Outcome {
    pub(crate) fn from_answer(answer: &Answer) -> Self {
        if let (201, Ok(slug)) = (answer.status, answer.json_text("/slug")) {
            return Self::Stored(slug);
        }
        let body = answer.json().unwrap_or_default();
        let has_format = body.get("message").is_some_and(Value::is_string) && body.get("errors").is_none();
        if answer.status >= 500 && answer.header("x-request-id").is_none() {
            // A server adds a request ID to all its responses.
            Self::NoAnswer
        } else if matches!(answer.status, 429 | 503) && answer.header("retry-after").is_some() && has_format {
            Self::Refused
        } else {
            Self::Unexpected(format!("{} {}", answer.status, String::from_utf8_lossy(&answer.body)))
        }
    }
}
