//! Response times of list pages by the number of rows, with all sizes in turn.

use crate::bench::{Bench, ORDINARY_ROWS};
use crate::harness::prelude::*;
use crate::report::{Limits, Report};

const ORDERS: [&str; 4] = ["newest", "oldest", "name_asc", "name_desc"];
const BOXES: [&str; 5] = ["", "&box=new", "&box=open", "&box=done", "&box=spam"];
/// Requests for each page from one client. Each page makes up more than one percent of all requests.
const SAMPLES: u64 = 50;

const ENDS: Limits = Limits::at_most(2.0, 1.2, " ×");
const ANY_PAGE: Limits = Limits::at_most(20.0, 10.0, " ms");
/// A middle page of more than [`ORDINARY_ROWS`].
const FAR_PAGE: Limits = Limits::at_most(250.0, 120.0, " ms");

/// Results of one size. Each worst result has its page.
#[derive(Clone, Default)]
struct Results {
    /// Worst ratio of a first or last page to the same page with the fewest rows.
    ends: (f64, String),
    /// Median of the slowest page, in milliseconds.
    slowest: (f64, String),
    times: Vec<f64>,
}

fn keep_worst(worst: &mut (f64, String), result: f64, page: &str) {
    if result > worst.0 {
        *worst = (result, format!("`{page}`"));
    }
}

/// Measures first, middle and last pages for one client, and compares first and last pages with those of the fewest
/// rows.
pub(crate) async fn measure(benches: &[Bench], report: &mut Report) -> Result<()> {
    let mut results = vec![Results::default(); benches.len()];
    for list in BOXES.iter().flat_map(|of_box| ORDERS.map(|order| format!("sort={order}{of_box}"))) {
        for (place, is_end) in [("first", true), ("middle", false), ("last", true)] {
            let mut smallest = None;
            for (bench, results) in benches.iter().zip(&mut results) {
                let answer = bench.session.read_json(&format!("/api/consultations?{list}")).await?;
                let last =
                    answer.get("count").and_then(Value::as_u64).context("no count")?.div_ceil(10).max(1);
                let page = match place {
                    "first" => 1,
                    "middle" => last.div_ceil(2),
                    _ => last,
                };
                let path = format!("/api/consultations?{list}&page={page}");
                let make = repeat(&path, &bench.session.access);
                let answers = answers(bench.system.address(), 1, SAMPLES, Duration::ZERO, &make).await?;
                ensure!(answers.iter().all(|answer| answer.status == 200), "a page was refused");
                let times = answers.iter().map(|answer| answer.milliseconds).collect::<Vec<_>>();
                let time = median(times.clone());
                keep_worst(&mut results.slowest, time, &path);
                results.times.extend(times);
                if is_end {
                    keep_worst(&mut results.ends, time / *smallest.get_or_insert(time), &path);
                }
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
