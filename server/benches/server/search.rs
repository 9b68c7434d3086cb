//! Searches, by one client and by many while forms are stored.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use anyhow::{Result, bail, ensure};

use crate::{
    calls,
    growth::ORDINARY_ROWS,
    load::{CONNECTIONS, MakeRequest, answers, get, steady},
    median, p99,
    product::Product,
    report::{Limits, Report},
    tools::Tools,
};

/// Queries for the words in `tools.rs`; `$YEAR` and `$WEEK` are dates. With every order they are fewer than 100, so that
/// the 99th percentile includes each of them.
const QUERIES: [&str; 30] = [
    // No record.
    "q=xylophone",
    "q=xylophone+shop",
    "q=%22zinc+xylophone%22",
    // Less than 1 %.
    "q=%22123456%22",
    "q=%22zinc%22",
    "q=zinc+shop",
    "q=ada+baker",
    // 1 to 5 %, some of them only in the oldest records.
    "q=%22copper%22",
    "q=%22nickel%22",
    "q=%22archive%22",
    "q=%22ada%22",
    // More than 5 %.
    "q=%22silver%22",
    "q=%22shop%22",
    "q=%22customer%22",
    "q=%22ledger%22",
    // Phrases.
    "q=%22copper+kettle%22",
    "q=%22kettle+copper%22",
    "q=%22two+hundred%22",
    // Prefixes and exclusions.
    "q=co",
    "q=custo",
    "q=shop+-website",
    "q=nickel+-shop",
    "q=customer+-example",
    // With other filters.
    "q=%22zinc%22&from=$YEAR",
    "q=%22nickel%22&to=$YEAR",
    "q=%22shop%22&from=$WEEK",
    "q=%22copper%22&box=open",
    "q=%22shop%22&box=spam",
    "q=%22shop%22&assigned=me",
    "q=%22zinc%22&assigned=nobody",
];
const ORDERS: [&str; 3] = ["sort=newest", "sort=name_asc", "sort=newest&page=100"];

const TIME: Duration = Duration::from_secs(10);
/// Enough requests that one percent of them are more than a few.
const MIN_REQUESTS: u64 = 1_000;
const FORMS_PER_SECOND: f64 = 20.0;

const ONE_CLIENT: Limits = Limits::at_most(40.0, 20.0, " ms");
const MANY_CLIENTS: Limits = Limits::at_most(300.0, 150.0, " ms");
/// One client among more than [`ORDINARY_ROWS`].
const MANY_ROWS: Limits = Limits::at_most(300.0, 150.0, " ms");

/// Times searches among so many rows.
pub(crate) async fn run(tools: &Tools, rows: u64, report: &mut Report) -> Result<()> {
    let product = Product::start(tools, rows).await?;
    let paths = paths(tools, rows)?;
    // Once each from the disk.
    for path in &paths {
        let list = product.read(path).await?;
        ensure!(list.get("complete") != Some(&false.into()), "some records are not indexed yet");
    }
    let is_ordinary = rows <= ORDINARY_ROWS;
    let limits = if is_ordinary { ONE_CLIENT } else { MANY_ROWS };
    time(&product, &paths, (1, "one client"), limits, report).await?;
    if is_ordinary {
        let create = calls::create();
        let forms = steady(&product.address, create.status, FORMS_PER_SECOND, &create.make);
        let what = format!("{CONNECTIONS} clients while {FORMS_PER_SECOND} forms a second are stored");
        tokio::select! {
            ended = forms => ended?,
            timed = time(&product, &paths, (CONNECTIONS, &what), MANY_CLIENTS, report) => timed?,
        }
    }
    Ok(())
}

/// Every query in every order.
fn paths(tools: &Tools, rows: u64) -> Result<Vec<String>> {
    let date = |ago: &str| {
        let statement = format!("SELECT ((now() - interval '{ago}') AT TIME ZONE 'UTC')::date");
        tools.psql(&tools.url(rows), &statement)
    };
    let (year, week) = (date("1 year")?, date("1 week")?);
    let queries = QUERIES.map(|query| query.replace("$YEAR", &year).replace("$WEEK", &week));
    let paths = queries.iter().flat_map(|query| ORDERS.map(|order| format!("{query}&{order}")));
    Ok(paths.map(|path| format!("/api/consultations?{path}")).collect())
}

async fn time(
    product: &Product,
    paths: &[String],
    (clients, who): (usize, &str),
    limits: Limits,
    report: &mut Report,
) -> Result<()> {
    let requests = paths.iter().map(|path| get(path, &product.access)).collect::<Vec<_>>();
    let make: MakeRequest = Arc::new(move |number| nth(&requests, number).cloned().unwrap_or_default());
    let mut answers = answers(&product.address, clients, MIN_REQUESTS, TIME, &make).await?;
    let (mut times, mut by_path, mut refused) = (Vec::new(), BTreeMap::<&str, Vec<f64>>::new(), 0);
    for answer in &mut answers {
        match answer.status {
            200 => {}
            503 => (refused, answer.milliseconds) = (refused + 1, f64::INFINITY),
            status => bail!("the server answered {status}"),
        }
        times.push(answer.milliseconds);
        let path = nth(paths, answer.number).map_or("", String::as_str);
        by_path.entry(path).or_default().push(answer.milliseconds);
    }
    let medians = by_path.into_iter().map(|(path, times)| (path, median(times)));
    let (slowest, slowest_median) = medians.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or_default();
    let figures = format!(
        "median {:.1} ms; `{slowest}` {slowest_median:.1} ms; 503 for {refused} of {}",
        median(times.clone()),
        times.len()
    );
    let what = format!("any search among {} rows, {who}, p99", product.rows);
    report.row(&what, &figures, p99(times), limits);
    Ok(())
}

fn nth<T>(all: &[T], number: u64) -> Option<&T> {
    all.get(usize::try_from(number).ok()? % all.len())
}
