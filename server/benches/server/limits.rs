//! What limits cost: forms stored with them, beside a server that counts nothing, in turns.

use std::time::Duration;

use anyhow::Result;

use crate::{
    calls::{create, create_without_key},
    product::Product,
    report::{Limits, Report},
    tools::Tools,
    turns::{Turns, compare},
};

const TURNS: Turns = Turns { rounds: 5, time: Duration::from_secs(1) };

const SHARE: Limits = Limits::at_least(0.8, 0.9, " ×");

/// Compares servers over one database.
pub(crate) async fn run(tools: &Tools, rows: u64, report: &mut Report) -> Result<()> {
    let limited = Product::start(tools, rows).await?;
    let unlimited = Product::without_limits(tools, rows).await?;
    for (name, make) in [("create with a key", create()), ("create without a key", create_without_key())] {
        let name = format!("{name}, limits on against off");
        compare([&limited, &unlimited], &make, &TURNS, (&name, SHARE), report).await?;
    }
    Ok(())
}
