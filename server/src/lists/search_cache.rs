//! A cache of searches' hits: whoever pages through a search, or keeps it open, does not have all hits looked for again.
//!
//! Hits are kept as they were in one snapshot. Whatever changed since stands in `recent_changes`: it is taken out of them,
//! judged anew, and merged in again, each time that they are asked for, so that every page is that of a search which was
//! never kept.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use agency_core::sort::SortOrder;
use chrono::{DateTime, Utc};

use crate::lists::{changes::FEW, condition::Asked};

/// How much is kept of all searches, in numbers of eight bytes.
const NUMBERS: usize = 1_000_000;

/// What a hit takes that is kept with a name, in such numbers.
const NAMED: usize = 10;

/// How many searches are kept, and for how long: a database that was put in another one's place has other hits.
const SEARCHES: usize = 1_000;
const TIME: Duration = Duration::from_mins(10);

/// A search: what is asked for of which list, and in which order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Search {
    pub(super) table: &'static str,
    pub(super) asked: Asked,
    pub(super) sort: SortOrder,
}

/// What a record is sorted by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SortKey {
    At(DateTime<Utc>),
    /// By its bytes, as Postgres sorts it too.
    Named(String),
}

/// The first hits of a search, or all.
#[derive(Clone, Debug)]
pub(super) struct Hits {
    /// The records' numbers, in the search's order.
    pub(super) ids: Vec<i64>,
    /// Whether there were no more.
    pub(super) is_all: bool,
    /// Those that came later, in the search's order, with what they are sorted by.
    pub(super) came: Vec<(SortKey, i64)>,
    /// How many hits may have gone since they were counted.
    pub(super) lost: usize,
    /// The `xmin` of the snapshot that they are of: it saw everything that transactions below it wrote.
    pub(super) xmin: String,
    /// When they were looked for.
    found_at: Instant,
}

/// What changed since the snapshot of a search's hits.
#[derive(Debug)]
pub(super) struct Since {
    /// The records that changed, came or went.
    pub(super) changed: HashSet<i64>,
    /// Those of them that are hits.
    pub(super) hits: Vec<(SortKey, i64)>,
    /// The `xmin` of the snapshot that this is of.
    pub(super) xmin: String,
}

/// Among which records those of a page are.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Candidates {
    /// How many hits there are; none where there are more than are counted.
    pub(super) count: Option<usize>,
    /// The records' numbers, in no order.
    pub(super) ids: Vec<i64>,
    /// How many of them stand before the page.
    pub(super) skip: usize,
}

impl Hits {
    /// Hits that were just found.
    pub(super) fn found(ids: Vec<i64>, is_all: bool, lost: usize, xmin: String) -> Self {
        Self { ids, is_all, came: Vec::new(), lost, xmin, found_at: Instant::now() }
    }

    /// The hits as they are after these changes; none where so much changed that they are looked for anew.
    pub(super) fn after(&self, since: Since, sort: SortOrder) -> Option<Self> {
        let Since { changed, hits, xmin } = since;
        let lost = self.lost + changed.len() - hits.len();
        let ids = self.ids.iter().copied().filter(|id| !changed.contains(id)).collect();
        let mut came =
            self.came.iter().filter(|(_, id)| !changed.contains(id)).cloned().chain(hits).collect::<Vec<_>>();
        came.sort_unstable();
        if sort.is_descending() {
            came.reverse();
        }
        let are_few = |count: usize| i64::try_from(count).is_ok_and(|count| count <= FEW);
        let is_exact = are_few(came.len()) && (self.is_all || are_few(lost));
        is_exact.then_some(Self { ids, is_all: self.is_all, came, lost, xmin, found_at: self.found_at })
    }

    /// What they take, in numbers of eight bytes.
    fn size(&self) -> usize {
        self.ids.len() + NAMED * self.came.len()
    }

    /// The page of so many records after so many; none where too few hits are kept to tell.
    pub(super) fn page(&self, after: usize, take: usize) -> Option<Candidates> {
        let until = if take == 0 { 0 } else { after + take };
        if !self.is_all && self.ids.len() < until {
            return None;
        }
        // Each hit that came may stand before the page and move it; no more than reach to its end matter.
        let came = self.came.len().min(until);
        let before = after.saturating_sub(came).min(self.ids.len());
        let near = self.ids.iter().copied().skip(before).take(until.saturating_sub(before));
        let ids = near.chain(self.came.iter().take(came).map(|(_, id)| *id)).collect();
        let count = self.is_all.then(|| self.ids.len() + self.came.len());
        Some(Candidates { count, ids, skip: after - before })
    }
}

/// The hits of the searches that were asked for lately.
#[derive(Default)]
pub(crate) struct SearchCache(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    searches: HashMap<Search, Entry>,
    size: usize,
    uses: u64,
}

struct Entry {
    hits: Arc<Hits>,
    last_use: u64,
}

impl SearchCache {
    /// The hits of a search, as they once were.
    pub(super) fn get(&self, search: &Search) -> Option<Arc<Hits>> {
        let mut kept = self.kept();
        kept.uses += 1;
        let uses = kept.uses;
        let entry = kept.searches.get_mut(search).filter(|entry| entry.hits.found_at.elapsed() < TIME)?;
        entry.last_use = uses;
        Some(Arc::clone(&entry.hits))
    }

    /// Keeps the hits of a search, in the place of those that nobody asked for longest.
    pub(super) fn keep(&self, search: Search, hits: Arc<Hits>) {
        let mut kept = self.kept();
        kept.uses += 1;
        kept.size += hits.size();
        let entry = Entry { hits, last_use: kept.uses };
        let former = kept.searches.insert(search, entry);
        kept.size -= former.map_or(0, |former| former.hits.size());
        while kept.searches.len() > SEARCHES || kept.size > NUMBERS {
            let oldest = kept.searches.iter().min_by_key(|(_, entry)| entry.last_use);
            let Some(oldest) = oldest.map(|(search, _)| search.clone()) else { break };
            let gone = kept.searches.remove(&oldest);
            kept.size -= gone.map_or(0, |gone| gone.hits.size());
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
