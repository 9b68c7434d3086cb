//! Two servers that store forms in turns.

use std::time::Duration;

use anyhow::Result;

use crate::{
    load::{MakeRequest, rate},
    median,
    product::Product,
    report::{Limits, Report},
};

/// How often each has its turn, and for how long.
pub(crate) struct Turns {
    pub(crate) rounds: usize,
    pub(crate) time: Duration,
}

/// Reports how many forms one server stores beside another one: the share of the first in the second.
pub(crate) async fn compare(
    [one, other]: [&Product; 2],
    make: &MakeRequest,
    turns: &Turns,
    (name, limits): (&str, Limits),
    report: &mut Report,
) -> Result<()> {
    let (mut ones, mut others, mut shares) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..turns.rounds {
        let stored = rate(&one.address, 201, turns.time, make).await?;
        let beside = rate(&other.address, 201, turns.time, make).await?;
        ones.push(stored);
        others.push(beside);
        shares.push(stored / beside);
    }
    let figures = format!("{:.0}/s beside {:.0}/s", median(ones), median(others));
    report.row(name, &figures, median(shares), Some(limits));
    Ok(())
}
