//! Response times of list pages by the number of rows, with all sizes in turn.

use crate::bench::{Bench, ORDINARY_ROWS};
use crate::harness::prelude::*;
use crate::report::{Limits, Report};

const ORDERS: [&str; 4] = ["newest", "oldest", "name_asc", "name_desc"];
const BOXES: [&str; 6] = ["", "&box=new", "&box=open", "&box=done", "&box=spam", "&box=kept"];
/// Rounds over all pages, so that a pause of the machine falls on some requests of many pages and not on all of one.
const ROUNDS: usize = 10;
/// Requests for each page in a round, from one client. Each page makes up more than one percent of all requests.
const SAMPLES: u64 = 5;

const ENDS: Limits = Limits('≤', 2.0, 1.2, " ×");
const ANY_PAGE: Limits = Limits('≤', 20.0, 10.0, " ms");
/// A middle page of more than [`ORDINARY_ROWS`].
const FAR_PAGE: Limits = Limits('≤', 250.0, 120.0, " ms");

/// Page and its response times in milliseconds.
struct Page {
    path: String,
    /// Whether it is the first or the last page.
    is_end: bool,
    times: Vec<f64>,
}

impl Page {
    fn median(&self) -> f64 {
        percentile(50, self.times.clone())
    }
}

/// Returns the first, middle and last page of each list and box in each order.
async fn pages(bench: &Bench) -> Result<Vec<Page>> {
    let mut pages = Vec::new();
    for list in BOXES.iter().flat_map(|of_box| ORDERS.map(|order| format!("sort={order}{of_box}"))) {
        let answer = bench.session.read_json(&format!("/api/consultations?{list}")).await?;
        let last = answer.get("count").and_then(Value::as_u64).context("no count")?.div_ceil(10);
        pages.extend((0..=2).map(|halves| {
            let path = format!("/api/consultations?{list}&page={}", (last * halves / 2).max(1));
            Page { path, is_end: halves != 1, times: Vec::new() }
        }));
    }
    Ok(pages)
}

/// Measures first, middle and last pages for one client, and compares first and last pages with those of the fewest
/// rows.
pub(crate) async fn measure(benches: &[Bench], report: &mut Report) -> Result<()> {
    let mut all = Vec::new();
    for bench in benches {
        all.push(pages(bench).await?);
    }
    let count = all.first().map_or(0, Vec::len);
    for number in (0..ROUNDS).flat_map(|_| 0..count) {
        for (bench, pages) in benches.iter().zip(&mut all) {
            let page = pages.get_mut(number).context("no page")?;
            let make = repeat(&page.path, &bench.session.access);
            let answers = answers(bench.system.address(), 1, SAMPLES, Duration::ZERO, &make).await?;
            ensure!(answers.iter().all(|answer| answer.status == 200), "a page was refused");
            page.times.extend(answers.iter().map(|answer| answer.milliseconds));
        }
    }
    for (Bench { rows, .. }, of_bench) in benches.iter().zip(&all) {
        let fewest = benches.first().map_or(0, |bench| bench.rows);
        if *rows != fewest {
            let of_both = of_bench.iter().zip(all.first().into_iter().flatten());
            let ends = of_both.filter(|(page, _)| page.is_end);
            let ratios = ends.map(|(page, small)| (page.median() / small.median(), &page.path));
            let (ratio, path) = ratios.max_by(|a, b| a.0.total_cmp(&b.0)).context("no page")?;
            let what = format!("first and last page of a list or box of {rows} rows, against {fewest} rows");
            report.result(ENDS, &what, &format!("`{path}`"), ratio);
        }
        let slowest = of_bench.iter().max_by(|a, b| a.median().total_cmp(&b.median())).context("no page")?;
        let what = format!("first, middle and last pages of any list or box of {rows} rows, one client, p99");
        let figures = format!("`{}` {:.1} ms", slowest.path, slowest.median());
        let times = of_bench.iter().flat_map(|page| page.times.iter().copied()).collect();
        let limits = if *rows > ORDINARY_ROWS { FAR_PAGE } else { ANY_PAGE };
        report.result(limits, &what, &figures, percentile(99, times));
    }
    Ok(())
}
