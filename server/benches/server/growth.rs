//! Pages of lists and boxes by the number of rows, all sizes in turns.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};

use crate::{
    calls::repeat,
    load::{answers, rate},
    median, p99,
    product::Product,
    report::{Limits, Report},
    tools::Tools,
};

/// Every order of the list, and two of each box.
const LISTS: [&str; 12] = [
    "sort=newest",
    "sort=oldest",
    "sort=name_asc",
    "sort=name_desc",
    "sort=newest&box=new",
    "sort=name_asc&box=new",
    "sort=newest&box=open",
    "sort=name_asc&box=open",
    "sort=newest&box=done",
    "sort=name_asc&box=done",
    "sort=newest&box=spam",
    "sort=name_asc&box=spam",
];
const ROUNDS: usize = 5;
const TIME: Duration = Duration::from_millis(300);
/// Requests to each page from one client. A page is more than one percent of all requests.
const SAMPLES: u64 = 30;

const ENDS: Limits = Limits::at_most(2.0, 1.2, " ×");
const ANY_PAGE: Limits = Limits::at_most(20.0, 10.0, " ms");
/// A middle page of more than [`ORDINARY_ROWS`].
const FAR_PAGE: Limits = Limits::at_most(250.0, 120.0, " ms");
/// The size that the budgets are meant for.
pub(crate) const ORDINARY_ROWS: u64 = 100_000;

/// The worst result of one size, and its list or page.
#[derive(Clone, Default)]
struct Worst(String, f64);

impl Worst {
    fn add(&mut self, list: &str, result: f64) {
        if result > self.1 {
            *self = Self(format!("`{list}`"), result);
        }
    }
}

/// What was measured of one size.
#[derive(Clone, Default)]
struct Results {
    /// Times as long as the smallest size, for first and last pages.
    ends: Worst,
    /// Medians for one client, in milliseconds.
    pages: Worst,
    /// Every request of one client, in milliseconds.
    times: Vec<f64>,
}

/// Compares first and last pages with those of the smallest size, and times first, middle and last pages for one client.
pub(crate) async fn run(tools: &Tools, sizes: &[u64], report: &mut Report) -> Result<()> {
    let mut products = Vec::new();
    for &rows in sizes {
        products.push(Product::start(tools, rows).await?);
    }
    let mut results = vec![Results::default(); sizes.len()];
    for list in LISTS {
        let mut last_pages = Vec::new();
        for (product, results) in products.iter().zip(&mut results) {
            let answer = product.read(&format!("/api/consultations?{list}")).await?;
            let count = answer.get("count").and_then(serde_json::Value::as_u64).context("no count")?;
            let last = count.div_ceil(10).max(1);
            for page in [1, last.div_ceil(2), last] {
                let make = repeat(&path(list, page), &product.access);
                let answers = answers(&product.address, 1, SAMPLES, Duration::ZERO, &make).await?;
                ensure!(answers.iter().all(|answer| answer.status == 200), "a page was refused");
                let times = answers.iter().map(|answer| answer.milliseconds).collect::<Vec<_>>();
                results.pages.add(&format!("{list}&page={page}"), median(times.clone()));
                results.times.extend(times);
            }
            last_pages.push(last);
        }
        let first = ratios(&products, list, |_| 1).await?;
        let last = ratios(&products, list, |place| last_pages.get(place).copied().unwrap_or(1)).await?;
        for ((results, first), last) in results.iter_mut().zip(first).zip(last) {
            results.ends.add(list, first.max(last));
        }
    }
    let smallest = sizes.first().copied().unwrap_or_default();
    for (&rows, Results { ends, pages, times }) in sizes.iter().zip(results) {
        if rows != smallest {
            let what =
                format!("first and last page of a list or box of {rows} rows, against {smallest} rows");
            report.row(&what, &ends.0, ends.1, ENDS);
        }
        let limits = if rows > ORDINARY_ROWS { FAR_PAGE } else { ANY_PAGE };
        let what = format!("any page of a list or box of {rows} rows, one client, p99");
        report.row(&what, &format!("{} {:.1} ms", pages.0, pages.1), p99(times), limits);
    }
    Ok(())
}

/// How many times as long a page takes as with the fewest rows, for each size.
async fn ratios(products: &[Product], list: &str, page: impl Fn(usize) -> u64) -> Result<Vec<f64>> {
    let mut ratios = vec![Vec::new(); products.len()];
    for _ in 0..ROUNDS {
        let mut smallest = None;
        for (place, (product, ratios)) in products.iter().zip(&mut ratios).enumerate() {
            let make = repeat(&path(list, page(place)), &product.access);
            let rate = rate(&product.address, 200, TIME, &make).await?;
            ratios.push(*smallest.get_or_insert(rate) / rate);
        }
    }
    Ok(ratios.into_iter().map(median).collect())
}

fn path(list: &str, page: u64) -> String {
    format!("/api/consultations?{list}&page={page}")
}
