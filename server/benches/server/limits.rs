//! What limits cost: forms stored with them, beside a server that counts nothing, in turns.

use std::time::Duration;

use anyhow::Result;

use crate::{
    calls::{create, create_without_key},
    load::rate,
    median,
    product::Product,
    report::{Limits, Report},
    tools::Tools,
};

const ROUNDS: usize = 5;
const TIME: Duration = Duration::from_secs(1);

const SHARE: Limits = Limits::at_least(0.8, 0.9, " ×");

/// Compares servers over one database.
pub(crate) async fn run(tools: &Tools, rows: u64, report: &mut Report) -> Result<()> {
    let limited = Product::start(tools, rows).await?;
    let unlimited = Product::without_limits(tools, rows).await?;
    for (name, make) in [("create with a key", create()), ("create without a key", create_without_key())] {
        let (mut with, mut without, mut shares) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let counted = rate(&limited.address, 201, TIME, &make).await?;
            let uncounted = rate(&unlimited.address, 201, TIME, &make).await?;
            with.push(counted);
            without.push(uncounted);
            shares.push(counted / uncounted);
        }
        let figures = format!("{:.0}/s beside {:.0}/s", median(with), median(without));
        report.row(&format!("{name}, limits on against off"), &figures, median(shares), Some(SHARE));
    }
    Ok(())
}
