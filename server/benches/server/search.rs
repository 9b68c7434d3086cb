//! How long searches take while forms are being stored, by how many records have the words.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Result, ensure};

use crate::{
    calls,
    load::{CONNECTIONS, MakeRequest, check, get, steady, times},
    median,
    product::Product,
    report::{Limits, Report},
    tools::Tools,
};

/// Queries of one kind.
struct Searches {
    name: &'static str,
    limits: Limits,
    queries: &'static [&'static str],
}

const FEW_OR_MANY: Limits = Limits::at_most(300.0, 50.0, " ms");
const ANY: Limits = Limits::at_most(1_000.0, 300.0, " ms");

/// By the words that the databases were filled with. `$YEAR` and `$WEEK` are the days so long ago.
const SEARCHES: [Searches; 8] = [
    Searches {
        name: "words that no record has",
        limits: FEW_OR_MANY,
        queries: &["q=xylophone", "q=xylophone+shop", "q=%22zinc+xylophone%22"],
    },
    Searches {
        name: "words in fewer than 1 % of the records",
        limits: FEW_OR_MANY,
        queries: &["q=%22123456%22", "q=%22zinc%22", "q=%22cobalt%22", "q=zinc+shop", "q=ada+baker"],
    },
    Searches {
        name: "words in more than 5 %",
        limits: FEW_OR_MANY,
        queries: &["q=%22silver%22", "q=%22shop%22", "q=%22customer%22", "q=we+like+to"],
    },
    Searches {
        name: "words in more than 5 %, the oldest records alone",
        limits: FEW_OR_MANY,
        queries: &["q=%22ledger%22"],
    },
    Searches {
        name: "words in 1 to 5 %, and those in the oldest records alone",
        limits: ANY,
        queries: &["q=%22copper%22", "q=%22nickel%22", "q=%22archive%22", "q=%22ada%22"],
    },
    Searches {
        name: "words beside each other, also where they never are",
        limits: ANY,
        queries: &[
            "q=%22copper+kettle%22",
            "q=%22kettle+copper%22",
            "q=%22two+hundred%22",
            "q=%22hundred+two%22",
        ],
    },
    Searches {
        name: "beginnings and exclusions",
        limits: ANY,
        queries: &[
            "q=co",
            "q=zi",
            "q=12",
            "q=custo",
            "q=shop+-website",
            "q=nickel+-shop",
            "q=customer+-example",
        ],
    },
    Searches {
        name: "words with dates, boxes and whose they are",
        limits: ANY,
        queries: &[
            "q=%22zinc%22&from=$YEAR",
            "q=%22nickel%22&to=$YEAR",
            "q=%22shop%22&from=$WEEK",
            "q=%22copper%22&box=open",
            "q=%22shop%22&box=spam",
            "q=%22shop%22&assigned=me",
            "q=%22zinc%22&assigned=nobody",
            "from=$YEAR",
            "assigned=bench",
        ],
    },
];

/// Each query is asked in these orders; the last one is shown from its middle.
const ORDERS: [&str; 4] = ["sort=newest", "sort=oldest", "sort=name_asc", "sort=newest&page=100"];

const TIME: Duration = Duration::from_secs(5);
/// So many calls that the slowest hundredth is more than a few.
const LEAST: usize = 1_000;
/// How many forms are stored meanwhile, a second.
const FORMS: f64 = 50.0;

/// Forms as they are stored: what comes has the same words as what came, but for those of the oldest records alone.
fn forms(tools: &Tools, rows: u64) -> Result<Vec<String>> {
    let half = rows / 2;
    let forms = tools.psql(
        &tools.url(rows),
        &format!(
            "SELECT json_strip_nulls(json_build_object('message', message, 'full_name', full_name, 'email', email, \
                 'referral', referral)) \
             FROM consultations JOIN submissions USING (id) WHERE id BETWEEN {half} AND {rows} ORDER BY random() LIMIT 1000"
        ),
    )?;
    Ok(forms.lines().map(str::to_owned).collect())
}

/// Searches among so many rows.
pub(crate) async fn run(tools: &Tools, rows: u64, report: &mut Report) -> Result<()> {
    let product = Product::start(tools, rows).await?;
    let [year, week] = ["1 year", "1 week"].map(|ago| {
        tools.psql(&tools.url(rows), &format!("SELECT ((now() - interval '{ago}') AT TIME ZONE 'UTC')::date"))
    });
    let (year, week) = (year?, week?);
    let forms = forms(tools, rows)?;
    let form_count = u64::try_from(forms.len())?;
    let create: MakeRequest = Arc::new(move |number| {
        calls::create_with(number, nth(&forms, number, form_count).map_or("", String::as_str))
    });
    for Searches { name, limits, queries } in &SEARCHES {
        let mut paths = Vec::new();
        for query in *queries {
            let query = query.replace("$YEAR", &year).replace("$WEEK", &week);
            paths.extend(ORDERS.map(|order| format!("/api/consultations?{query}&{order}")));
        }
        // Whatever is asked for for the first time is read from the disk, and its hits are counted.
        let mut first = Duration::ZERO;
        for path in &paths {
            let begun = Instant::now();
            let list = product.read(path).await?;
            first = first.max(begun.elapsed());
            ensure!(list.get("complete") != Some(&false.into()), "some records could not be found yet");
        }
        let requests = paths.iter().map(|path| get(path, &product.access)).collect::<Vec<_>>();
        let count = u64::try_from(paths.len())?;
        let make: MakeRequest =
            Arc::new(move |number| nth(&requests, number, count).cloned().unwrap_or_default());
        let mut forms = steady(&product.address, 201, FORMS, &create).await?;
        let times = times(&product.address, LEAST, TIME, &make).await?;
        check(&mut forms)?;

        let mut of_each = BTreeMap::<u64, Vec<f64>>::new();
        for (number, time) in &times {
            of_each.entry(number % count).or_default().push(*time);
        }
        let slowest = of_each.into_iter().map(|(nth, times)| (nth, median(times)));
        let (slowest, its) = slowest.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or_default();
        let slowest = nth(&paths, slowest, count).and_then(|path| path.split('?').nth(1)).unwrap_or_default();
        let times = times.into_iter().map(|(_, time)| time).collect::<Vec<_>>();
        let refused = times.iter().filter(|time| time.is_infinite()).count();
        let figures = format!(
            "median {:.1} ms; `{slowest}` {its:.1} ms; alone and for the first time {:.0} ms at most; \
             {refused} of {} told to come back",
            median(times.clone()),
            first.as_secs_f64() * 1000.0,
            times.len()
        );
        report.row(
            &format!("search for {name}, {CONNECTIONS} clients while forms are stored, p99"),
            &figures,
            p99(times),
            Some(*limits),
        );
    }
    Ok(())
}

fn nth<T>(all: &[T], number: u64, count: u64) -> Option<&T> {
    all.get(usize::try_from(number % count).ok()?)
}

/// What 99 of 100 results do not exceed.
fn p99(mut results: Vec<f64>) -> f64 {
    results.sort_by(f64::total_cmp);
    results.get((results.len() * 99 / 100).min(results.len().saturating_sub(1))).copied().unwrap_or_default()
}
