//! What visitors were promised, held against what the database keeps.

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use anyhow::{Context as _, Result};
use tokio::{sync::watch, time::timeout};

use crate::{
    forms::{KEYS_AND_SLUGS, Kind, cv_hash},
    inbox::Inbox,
    postgres::rows,
};

/// How long visitors may wait for something to happen, fail-overs among it.
const TIMEOUT: Duration = Duration::from_mins(2);

/// Every answer that visitors got.
pub(crate) struct Ledger {
    book: Mutex<Book>,
    receipts: watch::Sender<usize>,
    refusals: watch::Sender<u64>,
}

#[derive(Default)]
struct Book {
    receipts: Vec<Receipt>,
    silences: u64,
    surprises: BTreeMap<String, u64>,
}

/// A form that was answered 201.
#[derive(Clone)]
pub(crate) struct Receipt {
    /// Which form it was.
    pub(crate) kind: Kind,
    /// The key of its requests, which its text repeats.
    pub(crate) key: String,
    /// The record's slug.
    pub(crate) slug: String,
}

/// How promises and rows compare; a sound database has none missing, doubled or nobody's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Balance {
    /// Forms that were answered 201.
    pub(crate) acknowledged: usize,
    /// Rows in the database.
    pub(crate) rows: usize,
    /// Acknowledged forms without their row.
    pub(crate) missing: usize,
    /// Forms with a second row.
    pub(crate) doubled: usize,
    /// CVs that are not what was sent, byte for byte.
    pub(crate) altered: usize,
    /// Answers of 503 with `Retry-After` on the way.
    pub(crate) refusals: u64,
    /// Requests that got no answer.
    pub(crate) silences: u64,
    /// Answers that should not have come, and how often.
    pub(crate) surprises: BTreeMap<String, u64>,
}

impl Default for Ledger {
    fn default() -> Self {
        Self { book: Mutex::default(), receipts: watch::Sender::new(0), refusals: watch::Sender::new(0) }
    }
}

impl Ledger {
    /// Notes a 201.
    pub(crate) fn acknowledge(&self, receipt: Receipt) {
        let mut book = self.book();
        book.receipts.push(receipt);
        self.receipts.send_replace(book.receipts.len());
    }

    /// Notes a well-formed 503 or 429.
    pub(crate) fn refuse(&self) {
        self.refusals.send_modify(|refusals| *refusals = refusals.saturating_add(1));
    }

    /// Notes a request without an answer.
    pub(crate) fn silence(&self) {
        let mut book = self.book();
        book.silences = book.silences.saturating_add(1);
    }

    /// Notes an answer that should not have come.
    pub(crate) fn surprise(&self, what: String) {
        let mut book = self.book();
        let count = book.surprises.entry(what).or_default();
        *count = count.saturating_add(1);
    }

    /// Waits until so many more forms are answered 201.
    pub(crate) async fn more(&self, count: usize) -> Result<()> {
        let mut receipts = self.receipts.subscribe();
        let goal = receipts.borrow_and_update().saturating_add(count);
        let more = timeout(TIMEOUT, receipts.wait_for(|&receipts| receipts >= goal)).await;
        more.with_context(|| format!("forms were no more answered 201: {:?}", self.book().surprises))??;
        Ok(())
    }

    /// Waits until one more request is refused.
    pub(crate) async fn refused(&self) -> Result<()> {
        let mut refusals = self.refusals.subscribe();
        refusals.borrow_and_update();
        let refused = timeout(TIMEOUT, refusals.changed()).await;
        Ok(refused.with_context(|| format!("no form was refused: {:?}", self.book().surprises))??)
    }

    /// Compares with what the API says and then with the database, when all visitors have gone.
    pub(crate) async fn settle_with(&self, inbox: &Inbox<'_>) -> Result<Balance> {
        let receipts = self.book().receipts.clone();
        for contradiction in inbox.contradictions(&receipts).await? {
            self.surprise(contradiction);
        }
        self.settle(&inbox.database_url).await
    }

    /// Compares with the database, when all visitors have gone.
    pub(crate) async fn settle(&self, database_url: &str) -> Result<Balance> {
        let rows = rows(database_url, KEYS_AND_SLUGS).await?;
        let mut stored = HashMap::<String, Vec<String>>::new();
        let mut altered = 0_usize;
        for row in &rows {
            let key: String = row.try_get(0)?;
            let file: Option<Vec<u8>> = row.try_get(2)?;
            if file.is_some_and(|hash| hash != cv_hash(&key)) {
                altered = altered.saturating_add(1);
            }
            stored.entry(key).or_default().push(row.try_get(1)?);
        }
        let book = self.book();
        let is_missing =
            |receipt: &&Receipt| !stored.get(&receipt.key).is_some_and(|slugs| slugs.contains(&receipt.slug));
        Ok(Balance {
            acknowledged: book.receipts.len(),
            rows: rows.len(),
            missing: book.receipts.iter().filter(is_missing).count(),
            altered,
            doubled: stored.values().filter(|slugs| slugs.len() > 1).count(),
            refusals: *self.refusals.borrow(),
            silences: book.silences,
            surprises: book.surprises.clone(),
        })
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Balance {
    /// Whether every promise was kept, once, and every answer was one that may come.
    pub(crate) fn is_sound(&self) -> bool {
        self.acknowledged == self.rows
            && [self.missing, self.doubled, self.altered] == [0; 3]
            && self.surprises.is_empty()
    }

    /// Whether nobody had to send anything twice besides.
    pub(crate) fn is_smooth(&self) -> bool {
        self.is_sound() && self.refusals == 0 && self.silences == 0
    }
}

impl fmt::Display for Balance {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} acknowledged, {} rows, {} missing, {} doubled, {} altered; {} refused, {} unanswered on the way",
            self.acknowledged,
            self.rows,
            self.missing,
            self.doubled,
            self.altered,
            self.refusals,
            self.silences
        )?;
        self.surprises.iter().try_for_each(|(what, count)| write!(formatter, "; {count} × {what}"))
    }
}
