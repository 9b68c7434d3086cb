//! Creates beside those of another build, in turns: what the product costs that it did not do then.

use std::time::Duration;

use anyhow::Result;

use crate::{
    calls::create,
    load::rate,
    median,
    product::Product,
    report::{Limits, Report},
    tools::Tools,
};

const ROUNDS: usize = 7;
const TIME: Duration = Duration::from_secs(2);

const SHARE: Limits = Limits::at_least(0.6, 0.75, " ×");

/// Compares both, each over a database of its own with so many rows; nothing where no other build is named.
pub(crate) async fn run(tools: &Tools, rows: u64, report: &mut Report) -> Result<()> {
    let Some(another) = tools.another() else { return Ok(()) };
    another.fill(rows)?;
    let own = Product::start(tools, rows).await?;
    let other = Product::start(&another, rows).await?;
    let make = create();
    let (mut ours, mut theirs, mut shares) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let own = rate(&own.address, 201, TIME, &make).await?;
        let other = rate(&other.address, 201, TIME, &make).await?;
        ours.push(own);
        theirs.push(other);
        shares.push(own / other);
    }
    let figures = format!("{:.0}/s beside {:.0}/s", median(ours), median(theirs));
    report.row("create with a key, against another build", &figures, median(shares), Some(SHARE));
    Ok(())
}
