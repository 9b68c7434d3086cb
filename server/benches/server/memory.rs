//! The server's memory and its start.

use std::sync::Arc;

use anyhow::{Result, ensure};
use tokio::task::JoinSet;

use crate::{
    application,
    load::{Connection, number},
    median,
    product::Product,
    report::{Limits, Report},
    tools::Tools,
};

const STARTS: usize = 5;
const UPLOADS: usize = 200;
/// The largest CV that the rules accept.
const CV: usize = 5 * 1_024 * 1_024 - 1;
/// What of an upload is held back until all others have come as far.
const END: usize = 20;

const START: Limits = Limits::at_most(300.0, 150.0, " ms");
const IDLE: Limits = Limits::at_most(20.0, 15.0, " MB");
const UPLOADING: Limits = Limits::at_most(120.0, 100.0, " MB");

/// Starts the server some times, and sends it many large CVs at once.
pub(crate) async fn run(tools: &Tools, rows: u64, report: &mut Report) -> Result<()> {
    let (mut starts, mut idle) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        let product = Product::start(tools, rows).await?;
        starts.push(product.ready_after.as_secs_f64() * 1_000.0);
        idle.push(megabytes(product.idle));
    }
    report.row("start to the first 200 of /readyz", "migrations done", median(starts), START);
    report.row("memory idle", "", median(idle), IDLE);

    let product = Product::start(tools, rows).await?;
    let stored = upload(&product).await?;
    let what = format!("peak memory, {UPLOADS} uploads of 5 MB at once");
    let figures = format!("{stored} stored");
    report.row(&what, &figures, megabytes(product.peak_memory()?), UPLOADING);
    Ok(())
}

/// Every upload is under way before any is done. How many were stored: a slow disk leaves some waiting for too long.
async fn upload(product: &Product) -> Result<usize> {
    let form = Arc::new(application::form(&application::cv(CV)));
    let mut beginning = JoinSet::new();
    for _ in 0..UPLOADS {
        let mut connection = Connection::open(&product.address).await?;
        let form = Arc::clone(&form);
        beginning.spawn(async move {
            connection.write(&application::head(number(), &form)).await?;
            connection.write(form.get(..form.len() - END).unwrap_or_default()).await?;
            anyhow::Ok(connection)
        });
    }
    let mut ending = JoinSet::new();
    for connection in beginning.join_all().await {
        let (mut connection, form) = (connection?, Arc::clone(&form));
        ending.spawn(async move {
            connection.write(form.get(form.len() - END..).unwrap_or_default()).await?;
            connection.answer().await
        });
    }
    let mut stored = 0;
    for answer in ending.join_all().await {
        let (status, _) = answer?;
        ensure!(matches!(status, 201 | 503), "an upload was answered with {status}");
        stored += usize::from(status == 201);
    }
    Ok(stored)
}

/// Kilobytes as megabytes.
pub(crate) fn megabytes(kilobytes: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "far less memory than a float counts")]
    let kilobytes = kilobytes as f64;
    kilobytes / 1_024.0
}
