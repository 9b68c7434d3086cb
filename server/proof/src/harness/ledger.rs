//! Compares acknowledged forms with the database and with the API.

use std::fmt;
use std::sync::{MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::harness::prelude::*;

/// Maximum time for visitors to reach a state, including a failover.
const TIMEOUT: Duration = Duration::from_mins(2);

/// Record of all responses to visitors.
#[derive(Default)]
pub(crate) struct Ledger {
    book: Mutex<Book>,
    /// Number of stored forms, and number of refused requests.
    counts: watch::Sender<(usize, usize)>,
}

#[derive(Default)]
struct Book {
    receipts: Vec<Receipt>,
    times: Vec<Duration>,
    unanswered: usize,
    surprises: BTreeMap<String, usize>,
}

/// Form with a 201 response.
#[derive(Clone)]
pub(crate) struct Receipt {
    pub(crate) kind: Kind,
    /// Idempotency key of its requests, which its text repeats.
    pub(crate) key: String,
    pub(crate) slug: String,
}

/// Comparison of acknowledged forms and rows.
pub(crate) struct Balance {
    pub(crate) acknowledged: usize,
    pub(crate) rows: usize,
    /// Acknowledged forms without a row.
    pub(crate) missing: usize,
    /// Forms with a second row.
    pub(crate) doubled: usize,
    /// CVs that differ from the sent files.
    pub(crate) altered: usize,
    /// Responses of 503 or 429 with `Retry-After`.
    pub(crate) refused: usize,
    pub(crate) unanswered: usize,
    /// Unexpected responses and contradictions of the API, with their counts.
    pub(crate) surprises: BTreeMap<String, usize>,
    /// 99th percentile of the response times of acknowledged forms.
    pub(crate) within: Duration,
    /// Paragraph for the report.
    pub(crate) note: Option<String>,
}

impl Ledger {
    /// Records the outcome of a form's request.
    pub(crate) fn note(&self, form: &Form, outcome: Outcome, took: Duration) {
        let mut book = self.book();
        match outcome {
            Outcome::Stored(slug) => {
                book.receipts.push(Receipt { kind: form.kind, key: form.key.clone(), slug });
                book.times.push(took);
                self.counts.send_modify(|counts| counts.0 += 1);
            }
            Outcome::Refused => self.counts.send_modify(|counts| counts.1 += 1),
            Outcome::NoAnswer => book.unanswered += 1,
            Outcome::Unexpected(what) => *book.surprises.entry(what).or_default() += 1,
        }
    }

    /// Waits until `count` more forms are answered with 201.
    pub(crate) async fn more(&self, count: usize) -> Result<()> {
        let goal = self.counts.borrow().0 + count;
        self.wait_for("stored", |&(stored, _)| stored >= goal).await
    }

    /// Waits until one more request is refused.
    pub(crate) async fn refused(&self) -> Result<()> {
        let before = self.counts.borrow().1;
        self.wait_for("refused", |&(_, refused)| refused > before).await
    }

    async fn wait_for(&self, what: &str, reached: impl Fn(&(usize, usize)) -> bool) -> Result<()> {
        let mut counts = self.counts.subscribe();
        let waited = timeout(TIMEOUT, counts.wait_for(reached)).await;
        waited.with_context(|| format!("no more forms are {what}: {:?}", self.book().surprises))??;
        Ok(())
    }

    /// Compares the responses with the database and the API. All visitors must have left.
    pub(crate) async fn settle(&self, inbox: &Inbox) -> Result<Balance> {
        let receipts = self.book().receipts.clone();
        let mut surprises = self.book().surprises.clone();
        for contradiction in inbox.contradictions(&receipts).await? {
            *surprises.entry(contradiction).or_default() += 1;
        }
        let rows = rows(&inbox.database_url, KEYS_AND_SLUGS).await?;
        let (mut stored, mut altered) = (HashMap::<String, Vec<String>>::new(), 0);
        for row in &rows {
            let key: String = row.try_get(0)?;
            let file: Option<Vec<u8>> = row.try_get(2)?;
            altered += usize::from(file.is_some_and(|hash| hash != cv_hash(&key)));
            stored.entry(key).or_default().push(row.try_get(1)?);
        }
        let is_stored =
            |receipt: &Receipt| stored.get(&receipt.key).is_some_and(|slugs| slugs.contains(&receipt.slug));
        let book = self.book();
        let mut times = book.times.clone();
        times.sort_unstable();
        Ok(Balance {
            acknowledged: receipts.len(),
            rows: rows.len(),
            missing: receipts.iter().filter(|receipt| !is_stored(receipt)).count(),
            doubled: stored.values().filter(|slugs| slugs.len() > 1).count(),
            altered,
            refused: self.counts.borrow().1,
            unanswered: book.unanswered,
            surprises,
            within: times.get(times.len() * 99 / 100).copied().unwrap_or_default(),
            note: None,
        })
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Balance {
    /// Checks that each acknowledged form is stored once and unchanged, and that the API agrees.
    ///
    /// # Errors
    /// The balance, if it is not sound.
    pub(crate) fn ensure_sound(&self) -> Result<()> {
        let is_sound = self.acknowledged > 0
            && self.acknowledged == self.rows
            && [self.missing, self.doubled, self.altered] == [0; 3]
            && self.surprises.is_empty();
        ensure!(is_sound, "{self}");
        Ok(())
    }

    /// Checks that every request was served.
    ///
    /// # Errors
    /// A request was refused or not answered.
    pub(crate) fn ensure_smooth(self) -> Result<Self> {
        ensure!(self.refused == 0 && self.unanswered == 0, "visitors were not served: {self}");
        Ok(self)
    }

    pub(crate) fn with_note(self, note: String) -> Self {
        Self { note: Some(note), ..self }
    }
}

impl fmt::Display for Balance {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { acknowledged, rows, missing, doubled, altered, refused, unanswered, surprises, .. } = self;
        write!(
            formatter,
            "{acknowledged} acknowledged, {rows} rows, {missing} missing, {doubled} doubled, {altered} altered; \
             {refused} refused, {unanswered} not answered; {surprises:?}"
        )
    }
}
