//! Response times of list pages by the number of rows, with all sizes in turn.

use crate::bench::{Bench, ORDINARY_ROWS};
use crate::harness::prelude::*;
use crate::report::{Limits, Report};

const ORDERS: [&str; 4] = ["newest", "oldest", "name_asc", "name_desc"];
const BOXES: [&str; 6] = ["", "&box=new", "&box=open", "&box=done", "&box=spam", "&box=kept"];
/// Requests for each page from one client. Each page makes up more than one percent of all requests.
const SAMPLES: u64 = 50;

const ENDS: Limits = Limits('≤', 2.0, 1.2, " ×");
const ANY_PAGE: Limits = Limits('≤', 20.0, 10.0, " ms");
/// A middle page of more than [`ORDINARY_ROWS`].
const FAR_PAGE: Limits = Limits('≤', 250.0, 120.0, " ms");

/// Page and its response times in milliseconds.
struct Page {
    path: String,
    /// Whether it is the first or the last page.
    is_end: bool,
    median: f64,
    times: Vec<f64>,
}

/// Measures first, middle and last pages for one client, and compares first and last pages with those of the fewest
/// rows.
pub(crate) async fn measure(benches: &[Bench], report: &mut Report) -> Result<()> {
    let mut pages = benches.iter().map(|_| Vec::new()).collect::<Vec<_>>();
    for list in BOXES.iter().flat_map(|of_box| ORDERS.map(|order| format!("sort={order}{of_box}"))) {
        for halves in 0..=2 {
            for (bench, pages) in benches.iter().zip(&mut pages) {
                let answer = bench.session.read_json(&format!("/api/consultations?{list}")).await?;
                let count = answer.get("count").and_then(Value::as_u64).context("no count")?;
                let last = count.div_ceil(10);
                let path = format!("/api/consultations?{list}&page={}", (last * halves / 2).max(1));
                let make = repeat(&path, &bench.session.access);
                let answers = answers(bench.system.address(), 1, SAMPLES, Duration::ZERO, &make).await?;
                ensure!(answers.iter().all(|answer| answer.status == 200), "a page was refused");
                let times = answers.iter().map(|answer| answer.milliseconds).collect::<Vec<_>>();
                pages.push(Page { path, is_end: halves != 1, median: percentile(50, times.clone()), times });
            }
        }
    }
    for (Bench { rows, .. }, of_bench) in benches.iter().zip(&pages) {
        let fewest = benches.first().map_or(0, |bench| bench.rows);
        if *rows != fewest {
            let of_both = of_bench.iter().zip(pages.first().into_iter().flatten());
            let ends = of_both.filter(|(page, _)| page.is_end);
            let ratios = ends.map(|(page, small)| (page.median / small.median, &page.path));
            let (ratio, path) = ratios.max_by(|a, b| a.0.total_cmp(&b.0)).context("no page")?;
            let what = format!("first and last page of a list or box of {rows} rows, against {fewest} rows");
            report.result(ENDS, &what, &format!("`{path}`"), ratio);
        }
        let slowest = of_bench.iter().max_by(|a, b| a.median.total_cmp(&b.median)).context("no page")?;
        let what = format!("first, middle and last pages of any list or box of {rows} rows, one client, p99");
        let figures = format!("`{}` {:.1} ms", slowest.path, slowest.median);
        let times = of_bench.iter().flat_map(|page| page.times.iter().copied()).collect();
        let limits = if *rows > ORDINARY_ROWS { FAR_PAGE } else { ANY_PAGE };
        report.result(limits, &what, &figures, percentile(99, times));
    }
    Ok(())
}
