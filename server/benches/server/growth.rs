//! A list's pages by the size of the list.

use std::time::Duration;

use anyhow::Result;

use crate::{
    load::{get, rate},
    product::Product,
    tools::Tools,
};

const SORTS: [&str; 4] = ["newest", "oldest", "name_asc", "name_desc"];
const TIME: Duration = Duration::from_millis(1_500);

/// Prints every order's first, middle and last page; time against the smallest list and against the first page.
pub(crate) async fn run(tools: &Tools, sizes: &[u64]) -> Result<()> {
    println!(
        "\n{:<12}{:>9}{:>10}{:>12}{:>16}{:>16}",
        "list", "rows", "page", "requests/s", "× smallest", "× first page"
    );
    let mut smallest = Vec::new();
    for &rows in sizes {
        let product = Product::start(tools, rows).await?;
        let mut now = Vec::new();
        for sort in SORTS {
            let last = rows.div_ceil(10);
            for (name, page) in [("first", 1), ("middle", last / 2), ("last", last)] {
                let path = format!("/api/consultations?page={page}&sort={sort}");
                let request = get(&path, &product.access);
                let rate = rate(&product.address, 200, TIME, move |_, _| request.clone()).await?;
                now.push((sort, name, rate));
            }
        }
        if smallest.is_empty() {
            smallest.clone_from(&now);
        }
        for (nth, (sort, name, rate)) in now.iter().enumerate() {
            let ratio = |other: Option<&(&str, &str, f64)>| other.map_or(1.0, |(_, _, other)| other / rate);
            let (before, first) = (ratio(smallest.get(nth)), ratio(now.get(nth / 3 * 3)));
            println!("{sort:<12}{rows:>9}{name:>10}{rate:>12.0}{before:>16.2}{first:>16.2}");
        }
    }
    println!("budgets: first and last page × smallest 2 (goal 1.2); middle × first page 30 (goal 5)");
    Ok(())
}
