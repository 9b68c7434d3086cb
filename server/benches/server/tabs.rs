//! What open tabs cost that ask for their list again and again, in the middle of what the list is asked for otherwise.

use std::{sync::Arc, time::Duration};

use anyhow::{Context as _, Result};

use crate::{
    load::{CONNECTIONS, Connection, MakeRequest, check, get, get_with, rate, steady},
    median,
    product::Product,
    report::{Limits, Report},
    tools::Tools,
};

const ROUNDS: usize = 7;
const TIME: Duration = Duration::from_secs(2);

const TABS: f64 = 1_000.0;
/// How often each of them asks, in seconds.
const INTERVAL: f64 = 15.0;

const PATH: &str = "/api/consultations";

const COST: Limits = Limits::at_most(2.0, 1.0, " %");
const SHARE: Limits = Limits::at_least(0.95, 0.99, " ×");

/// Tells what they cost by the calls, and what is left of the list while they ask.
pub(crate) async fn run(tools: &Tools, rows: u64, report: &mut Report) -> Result<()> {
    let product = Product::start(tools, rows).await?;
    let again = again(&product).await?;
    let request = get(PATH, &product.access);
    let list: MakeRequest = Arc::new(move |_| request.clone());

    let (mut unchanged, mut without, mut with) = (Vec::new(), Vec::new(), Vec::new());
    let mut shares = Vec::new();
    for _ in 0..ROUNDS {
        unchanged.push(rate(&product.address, 304, TIME, &again).await?);
        let alone = rate(&product.address, 200, TIME, &list).await?;
        let mut tabs = steady(&product.address, 304, TABS / INTERVAL, &again).await?;
        let beside = rate(&product.address, 200, TIME, &list).await?;
        check(&mut tabs)?;
        without.push(alone);
        with.push(beside);
        shares.push(beside / alone);
    }
    let unchanged = median(unchanged);
    report.row(
        &format!("{TABS} tabs that ask every {INTERVAL} s, of what a list can serve"),
        &format!("{:.0}/s of {unchanged:.0}/s that are answered with 304", TABS / INTERVAL),
        100.0 * TABS / INTERVAL / unchanged,
        Some(COST),
    );
    report.row(
        &format!("list, first page, {CONNECTIONS} connections, beside {TABS} tabs, against without them"),
        &format!("{:.0}/s beside {:.0}/s", median(with), median(without)),
        median(shares),
        Some(SHARE),
    );
    Ok(())
}

/// Asking for what is known already.
async fn again(product: &Product) -> Result<MakeRequest> {
    let mut connection = Connection::open(&product.address).await?;
    connection.send(&get(PATH, &product.access)).await?;
    let tag = connection.header("etag").context("no tag")?;
    let request = get_with(&format!("if-none-match: {tag}\r\n"), PATH, &product.access);
    Ok(Arc::new(move |_| request.clone()))
}
