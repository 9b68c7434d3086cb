//! A cache of searches that have more hits than are counted: whoever pages through one, orders it otherwise or keeps it
//! open does not have 10,000 hits counted each time.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use chrono::{DateTime, Utc};

/// How many are remembered before all are forgotten.
pub(super) const AT_MOST: usize = 1_000;

/// What is searched for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Search {
    /// The list's table.
    pub(super) table: &'static str,
    /// The text of a `tsquery`.
    pub(super) words: String,
    pub(super) from: Option<DateTime<Utc>>,
    pub(super) before: Option<DateTime<Utc>>,
}

/// The searches, each with how often rows had lost their words when its hits were counted: new records only add hits, so
/// while no row lost any, there are no fewer. A loss at any server invalidates it.
#[derive(Default)]
pub(crate) struct Uncounted(Mutex<HashMap<Search, i64>>);

impl Uncounted {
    /// The losses when a search had more hits than are counted; none when that is not known.
    pub(super) fn losses(&self, search: &Search) -> Option<i64> {
        self.searches().get(search).copied()
    }

    /// Remembers a search that had more.
    pub(super) fn remember(&self, search: Search, losses: i64) {
        let mut searches = self.searches();
        if searches.len() >= AT_MOST {
            searches.clear();
        }
        searches.insert(search, losses);
    }

    fn searches(&self) -> MutexGuard<'_, HashMap<Search, i64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
