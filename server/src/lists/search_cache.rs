//! A cache of searches' hits: whoever pages through a search, or keeps it open, does not have all hits looked for again.
//!
//! Hits are kept as they were in one snapshot. Whatever changed since stands in `recent_changes`: it is taken out of them,
//! judged anew, and merged in again, so that every page is that of a search which was never kept.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use agency_core::sort::SortOrder;

use crate::lists::condition::Asked;

/// How many hits are kept of all searches: eight bytes each.
const ALL_HITS: usize = 1_000_000;

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

/// The first hits of a search, or all.
#[derive(Debug)]
pub(super) struct Hits {
    /// The records' numbers, in the search's order.
    pub(super) ids: Vec<i64>,
    /// Whether there were no more.
    pub(super) is_all: bool,
    /// The `xmin` of the snapshot that they were found in: it saw everything that transactions below it wrote.
    pub(super) xmin: String,
}

/// What changed since a search's hits were found.
#[derive(Debug)]
pub(super) struct Since {
    /// The records that changed, came or went.
    pub(super) changed: HashSet<i64>,
    /// Those of them that are hits, in the search's order.
    pub(super) hits: Vec<i64>,
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
    /// The page of so many records after so many; none where too few hits are kept to tell.
    pub(super) fn page(&self, since: &Since, after: usize, take: usize) -> Option<Candidates> {
        let until = if take == 0 { 0 } else { after + take };
        let rest = self.ids.iter().copied().filter(|id| !since.changed.contains(id)).collect::<Vec<_>>();
        if !self.is_all && rest.len() < until {
            return None;
        }
        let count = self.is_all.then(|| rest.len() + since.hits.len());
        // Each hit that came may stand before the page and move it; no more than reach to its end matter.
        let came = since.hits.len().min(until);
        let before = after.saturating_sub(came).min(rest.len());
        let near = rest.into_iter().skip(before).take(until.saturating_sub(before));
        let ids = near.chain(since.hits.iter().copied().take(came)).collect();
        Some(Candidates { count, ids, skip: after - before })
    }
}

/// The hits of the searches that were asked for lately.
#[derive(Default)]
pub(crate) struct SearchCache(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    searches: HashMap<Search, Entry>,
    all_hits: usize,
    uses: u64,
}

struct Entry {
    hits: Arc<Hits>,
    found_at: Instant,
    last_use: u64,
}

impl SearchCache {
    /// The hits of a search, as they once were.
    pub(super) fn get(&self, search: &Search) -> Option<Arc<Hits>> {
        let mut kept = self.kept();
        kept.uses += 1;
        let uses = kept.uses;
        let entry = kept.searches.get_mut(search).filter(|entry| entry.found_at.elapsed() < TIME)?;
        entry.last_use = uses;
        Some(Arc::clone(&entry.hits))
    }

    /// Keeps the hits of a search, in the place of those that nobody asked for longest.
    pub(super) fn keep(&self, search: Search, hits: Arc<Hits>) {
        let mut kept = self.kept();
        kept.uses += 1;
        kept.all_hits += hits.ids.len();
        let entry = Entry { hits, found_at: Instant::now(), last_use: kept.uses };
        let former = kept.searches.insert(search, entry);
        kept.all_hits -= former.map_or(0, |former| former.hits.ids.len());
        while kept.searches.len() > SEARCHES || kept.all_hits > ALL_HITS {
            let oldest = kept.searches.iter().min_by_key(|(_, entry)| entry.last_use);
            let Some(oldest) = oldest.map(|(search, _)| search.clone()) else { break };
            let gone = kept.searches.remove(&oldest);
            kept.all_hits -= gone.map_or(0, |gone| gone.hits.ids.len());
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
