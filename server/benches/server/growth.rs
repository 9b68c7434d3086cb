//! A list's pages by the size of the list, all sizes in turns: what else the machine does hits all alike.

use std::time::Duration;

use anyhow::Result;

use crate::{
    load::{MakeRequest, get, rate},
    median,
    product::Product,
    report::{Limits, Report},
    tools::Tools,
};

const SORTS: [&str; 4] = ["newest", "oldest", "name_asc", "name_desc"];
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
    let smallest = sizes.first().copied().unwrap_or_default();
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
