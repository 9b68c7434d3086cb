//! What visitors were promised, held against what the database keeps.

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    sync::{Mutex, MutexGuard, PoisonError},
};

use anyhow::Result;
use tokio::sync::watch;

use crate::postgres::Postgres;

/// Every answer that visitors got.
pub(crate) struct Ledger {
    book: Mutex<Book>,
    receipts: watch::Sender<usize>,
}

#[derive(Default)]
struct Book {
    receipts: Vec<Receipt>,
    refusals: u64,
    silences: u64,
    surprises: BTreeMap<String, u64>,
}

/// A form that was answered 201.
pub(crate) struct Receipt {
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
    /// Answers of 503 with `Retry-After` on the way.
    pub(crate) refusals: u64,
    /// Requests that got no answer.
    pub(crate) silences: u64,
    /// Answers that should not have come, and how often.
    pub(crate) surprises: BTreeMap<String, u64>,
}

impl Default for Ledger {
    fn default() -> Self {
        Self { book: Mutex::default(), receipts: watch::Sender::new(0) }
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
        let mut book = self.book();
        book.refusals = book.refusals.saturating_add(1);
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
        receipts.wait_for(|&receipts| receipts >= goal).await?;
        Ok(())
    }

    /// Compares with the database, when all visitors have gone.
    pub(crate) async fn settle(&self, postgres: &Postgres, database: &str) -> Result<Balance> {
        let rows = postgres.query(database, crate::forms::KEYS_AND_SLUGS).await?;
        let mut stored = HashMap::<String, Vec<String>>::new();
        for row in &rows {
            stored.entry(row.try_get(0)?).or_default().push(row.try_get(1)?);
        }
        let book = self.book();
        let is_missing =
            |receipt: &&Receipt| !stored.get(&receipt.key).is_some_and(|slugs| slugs.contains(&receipt.slug));
        Ok(Balance {
            acknowledged: book.receipts.len(),
            rows: rows.len(),
            missing: book.receipts.iter().filter(is_missing).count(),
            doubled: stored.values().filter(|slugs| slugs.len() > 1).count(),
            refusals: book.refusals,
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
        self.acknowledged == self.rows && self.missing == 0 && self.doubled == 0 && self.surprises.is_empty()
    }
}

impl fmt::Display for Balance {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} acknowledged, {} rows, {} missing, {} doubled; on the way {} refused, {} unanswered",
            self.acknowledged, self.rows, self.missing, self.doubled, self.refusals, self.silences
        )?;
        self.surprises.iter().try_for_each(|(what, count)| write!(formatter, "; {count} × {what}"))
    }
}
