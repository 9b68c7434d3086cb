//! Creates beside those of another build, in turns: what the product costs that it did not do then.

use std::time::Duration;

use anyhow::Result;

use crate::{
    calls::create,
    product::Product,
    report::{Limits, Report},
    tools::Tools,
    turns::{Turns, compare},
};

const TURNS: Turns = Turns { rounds: 7, time: Duration::from_secs(2) };

const SHARE: Limits = Limits::at_least(0.6, 0.75, " ×");

/// Compares both, each over a database of its own with so many rows; nothing where no other build is named.
pub(crate) async fn run(tools: &Tools, rows: u64, report: &mut Report) -> Result<()> {
    let Some(another) = tools.another() else { return Ok(()) };
    another.fill(rows)?;
    let own = Product::start(tools, rows).await?;
    let other = Product::start(&another, rows).await?;
    let row = ("create with a key, against another build", SHARE);
    compare([&own, &other], &create(), &TURNS, row, report).await
}
