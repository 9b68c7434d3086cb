//! Pages of lists and boxes by the number of rows, all sizes in turns.

use crate::bench::{Bench, ORDINARY_ROWS};
use crate::harness::prelude::*;
use crate::report::{Limits, Report};

const ORDERS: [&str; 4] = ["newest", "oldest", "name_asc", "name_desc"];
const BOXES: [&str; 5] = ["", "&box=new", "&box=open", "&box=done", "&box=spam"];
const ROUNDS: usize = 3;
const TIME: Duration = Duration::from_millis(300);
/// Requests for each page from one client. A page is more than one percent of all requests.
const SAMPLES: u64 = 30;

const ENDS: Limits = Limits::at_most(2.0, 1.2, " ×");
const ANY_PAGE: Limits = Limits::at_most(20.0, 10.0, " ms");
/// A middle page of more than [`ORDINARY_ROWS`].
const FAR_PAGE: Limits = Limits::at_most(250.0, 120.0, " ms");

/// What was measured of one size. A result comes with the list that it is the worst of.
#[derive(Clone, Default)]
struct Results {
    /// How many times as long first and last pages take as with the fewest rows.
    ends: (f64, String),
    /// The median of the slowest page, in milliseconds.
    slowest: (f64, String),
    times: Vec<f64>,
}

fn keep_worst(worst: &mut (f64, String), result: f64, list: &str) {
    if result > worst.0 {
        *worst = (result, format!("`{list}`"));
    }
}

/// Compares first and last pages with those of the smallest size, and times first, middle and last pages for one client.
pub(crate) async fn measure(benches: &[Bench], report: &mut Report) -> Result<()> {
    let mut results = vec![Results::default(); benches.len()];
    for list in BOXES.iter().flat_map(|of_box| ORDERS.map(|order| format!("sort={order}{of_box}"))) {
        let mut last_pages = Vec::new();
        for (bench, Results { slowest, times, .. }) in benches.iter().zip(&mut results) {
            let answer = bench.session.read_json(&format!("/api/consultations?{list}")).await?;
            let last = answer.get("count").and_then(Value::as_u64).context("no count")?.div_ceil(10).max(1);
            for page in [1, last.div_ceil(2), last] {
                let path = format!("/api/consultations?{list}&page={page}");
                let make = repeat(&path, &bench.session.access);
                let answers = answers(bench.system.address(), 1, SAMPLES, Duration::ZERO, &make).await?;
                ensure!(answers.iter().all(|answer| answer.status == 200), "a page was refused");
                let page_times = answers.iter().map(|answer| answer.milliseconds).collect::<Vec<_>>();
                keep_worst(slowest, median(page_times.clone()), &path);
                times.extend(page_times);
            }
            last_pages.push(last);
        }
        for pages in [vec![1; benches.len()], last_pages] {
            for (ratio, results) in ratios(benches, &list, &pages).await?.into_iter().zip(&mut results) {
                keep_worst(&mut results.ends, ratio, &list);
            }
        }
    }
    let smallest = benches.first().map_or(0, |bench| bench.rows);
    for (&Bench { rows, .. }, Results { ends, slowest, times }) in benches.iter().zip(results) {
        if rows != smallest {
            let what =
                format!("first and last page of a list or box of {rows} rows, against {smallest} rows");
            ENDS.report(report, &what, &ends.1, ends.0);
        }
        let limits = if rows > ORDINARY_ROWS { FAR_PAGE } else { ANY_PAGE };
        let what = format!("any page of a list or box of {rows} rows, one client, p99");
        limits.report(report, &what, &format!("{} {:.1} ms", slowest.1, slowest.0), p99(times));
    }
    Ok(())
}

/// How many times as long a page takes as with the fewest rows, for each size.
async fn ratios(benches: &[Bench], list: &str, pages: &[u64]) -> Result<Vec<f64>> {
    let mut ratios = vec![Vec::new(); benches.len()];
    for _ in 0..ROUNDS {
        let mut smallest = None;
        for ((bench, page), ratios) in benches.iter().zip(pages).zip(&mut ratios) {
            let make = repeat(&format!("/api/consultations?{list}&page={page}"), &bench.session.access);
            let rate = rate(bench.system.address(), 200, TIME, &make).await?;
            ratios.push(*smallest.get_or_insert(rate) / rate);
        }
    }
    Ok(ratios.into_iter().map(median).collect())
}
