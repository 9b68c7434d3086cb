//! A list's pages by the size of the list, all sizes in turns: what else the machine does hits all alike.

use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::{
    load::{MakeRequest, get, rate},
    median,
    product::Product,
    report::{Limits, Report},
    tools::Tools,
};

const SORTS: [&str; 4] = ["newest", "oldest", "name_asc", "name_desc"];
/// What is asked for of each box.
const BOXES: [&str; 8] = [
    "newest&box=new",
    "name_asc&box=new",
    "newest&box=open",
    "name_asc&box=open",
    "newest&box=done",
    "name_asc&box=done",
    "newest&box=spam",
    "name_asc&box=spam",
];
const ROUNDS: usize = 5;
const TIME: Duration = Duration::from_millis(300);

const ENDS: Limits = Limits::at_most(2.0, 1.2, " ×");
const MIDDLE: Limits = Limits::at_most(30.0, 5.0, " ×");

/// A page of a product's list.
struct Page<'a> {
    product: &'a Product,
    make: MakeRequest,
    rates: Vec<f64>,
}

impl<'a> Page<'a> {
    fn new(product: &'a Product, page: u64, sort: &str) -> Self {
        let request = get(&format!("/api/consultations?page={page}&sort={sort}"), &product.access);
        Self { product, make: std::sync::Arc::new(move |_| request.clone()), rates: Vec::new() }
    }

    async fn round(&mut self) -> Result<()> {
        self.rates.push(rate(&self.product.address, 200, TIME, &self.make).await?);
        Ok(())
    }

    /// How many times as long it takes as another page.
    fn times(&self, other: &Self) -> f64 {
        median(other.rates.iter().zip(&self.rates).map(|(other, own)| other / own).collect())
    }
}

/// Compares every order's first and last page with the smallest list's, and its middle with its own first page.
pub(crate) async fn run(tools: &Tools, sizes: &[u64], report: &mut Report) -> Result<()> {
    let mut products = Vec::new();
    for &rows in sizes {
        products.push(Product::start(tools, rows).await?);
    }
    let (mut ends, mut middles) = (vec![Worst::default(); sizes.len()], vec![Worst::default(); sizes.len()]);
    for sort in SORTS {
        let mut pages = products
            .iter()
            .map(|product| {
                let last = product.rows.div_ceil(10);
                [1, last.div_ceil(2), last].map(|page| Page::new(product, page, sort))
            })
            .collect::<Vec<_>>();
        for _ in 0..ROUNDS {
            for place in 0..3 {
                for page in pages.iter_mut().filter_map(|pages| pages.get_mut(place)) {
                    page.round().await?;
                }
            }
        }
        let Some(smallest) = pages.first() else { break };
        for (pages, (end, middle)) in pages.iter().zip(ends.iter_mut().zip(&mut middles)) {
            end.take(sort, pages[0].times(&smallest[0]).max(pages[2].times(&smallest[2])));
            middle.take(sort, pages[1].times(&pages[0]));
        }
    }
    let boxes = boxes(&products).await?;
    let smallest = sizes.first().copied().unwrap_or_default();
    for (rows, worst) in sizes.iter().zip(boxes).skip(1) {
        let what = format!("first and last page of a box among {rows} rows, against {smallest} rows");
        report.row(&what, worst.sort, worst.times, Some(ENDS));
    }
    for ((rows, end), middle) in sizes.iter().zip(ends).zip(middles) {
        if *rows != smallest {
            let what = format!("first and last page of {rows} rows, against {smallest} rows");
            report.row(&what, end.sort, end.times, Some(ENDS));
        }
        let what = format!("middle page of {rows} rows, against the first");
        report.row(&what, middle.sort, middle.times, Some(MIDDLE));
    }
    Ok(())
}

/// Compares every box's first and last page with the smallest list's.
async fn boxes(products: &[Product]) -> Result<Vec<Worst>> {
    let mut worst = vec![Worst::default(); products.len()];
    for sort in BOXES {
        let mut pages = Vec::new();
        for product in products {
            let list = product.read(&format!("/api/consultations?sort={sort}")).await?;
            let count = list.get("count").and_then(serde_json::Value::as_u64).context("no count")?;
            pages.push([1, count.div_ceil(10).max(1)].map(|page| Page::new(product, page, sort)));
        }
        for _ in 0..ROUNDS {
            for place in 0..2 {
                for page in pages.iter_mut().filter_map(|pages| pages.get_mut(place)) {
                    page.round().await?;
                }
            }
        }
        let Some(smallest) = pages.first() else { break };
        for (pages, worst) in pages.iter().zip(&mut worst) {
            worst.take(sort, pages[0].times(&smallest[0]).max(pages[1].times(&smallest[1])));
        }
    }
    Ok(worst)
}

/// The order in which a comparison came out worst.
#[derive(Clone, Default)]
struct Worst {
    sort: &'static str,
    times: f64,
}

impl Worst {
    fn take(&mut self, sort: &'static str, times: f64) {
        if times > self.times {
            *self = Self { sort, times };
        }
    }
}
