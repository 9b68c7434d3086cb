//! How calls were answered, and how fast.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use crate::load::traffic::Call;

/// What became of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It was answered as it should be.
    Served,
    /// It was refused by 429 or 503, with the time to come back.
    Refused,
    /// The connection was closed or never made.
    TurnedAway,
    /// No answer came in time.
    Hung,
    /// Any other answer.
    Surprise(String),
}

/// The answers to one kind of call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers {
    /// How long served calls took.
    times: Vec<Duration>,
    /// How many were refused.
    pub(crate) refused: u64,
    /// How many found no open door.
    pub(crate) turned_away: u64,
    /// How many were never answered.
    pub(crate) hung: u64,
    /// Answers that should not have come.
    pub(crate) surprises: BTreeMap<String, u64>,
}

/// Collects answers.
#[derive(Default)]
pub(crate) struct Meter(Mutex<BTreeMap<Call, Answers>>);

impl Meter {
    /// Notes what became of a call.
    pub(crate) fn note(&self, call: Call, outcome: Outcome, took: Duration) {
        let mut answers = self.answers();
        let answers = answers.entry(call).or_default();
        let count = match outcome {
            Outcome::Served => return answers.times.push(took),
            Outcome::Refused => &mut answers.refused,
            Outcome::TurnedAway => &mut answers.turned_away,
            Outcome::Hung => &mut answers.hung,
            Outcome::Surprise(what) => answers.surprises.entry(what).or_default(),
        };
        *count = count.saturating_add(1);
    }

    /// The answers to each kind of call.
    pub(crate) fn by_call(&self) -> BTreeMap<Call, Answers> {
        self.answers().clone()
    }

    /// The answers to all calls.
    pub(crate) fn total(&self) -> Answers {
        self.answers().values().fold(Answers::default(), |mut total, answers| {
            total.times.extend(&answers.times);
            total.refused = total.refused.saturating_add(answers.refused);
            total.turned_away = total.turned_away.saturating_add(answers.turned_away);
            total.hung = total.hung.saturating_add(answers.hung);
            total.surprises.extend(answers.surprises.clone());
            total
        })
    }

    fn answers(&self) -> MutexGuard<'_, BTreeMap<Call, Answers>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Answers {
    /// How many were served.
    pub(crate) const fn served(&self) -> usize {
        self.times.len()
    }

    /// The time within which so many of a thousand served calls were answered.
    pub(crate) fn within(&self, thousandths: usize) -> Duration {
        let mut times = self.times.clone();
        times.sort_unstable();
        let last = times.len().saturating_sub(1);
        times.get(last.saturating_mul(thousandths) / 1_000).copied().unwrap_or_default()
    }
}
