//! Response times of searches, by one client and by many while forms are stored.

use crate::bench::{Bench, ORDINARY_ROWS};
use crate::harness::prelude::*;
use crate::report::{Limits, Report};

/// Queries by frequency of their words (none, below 1 %, up to 5 %, and more), phrases, prefixes, exclusions and
/// filters. With every order there are fewer than 100, so that the 99th percentile includes each of them.
const QUERIES: &str = "xylophone xylophone+shop %22zinc+xylophone%22 \
     %22123456%22 %22zinc%22 zinc+shop ada+baker \
     %22copper%22 %22nickel%22 %22archive%22 %22ada%22 \
     %22silver%22 %22shop%22 %22customer%22 %22ledger%22 \
     %22copper+kettle%22 %22kettle+copper%22 %22two+hundred%22 \
     co custo shop+-website nickel+-shop customer+-example \
     %22zinc%22&from=$YEAR %22nickel%22&to=$YEAR %22shop%22&from=$WEEK \
     %22copper%22&box=open %22shop%22&box=spam %22shop%22&assigned=me %22zinc%22&assigned=nobody";
const ORDERS: [&str; 3] = ["sort=newest", "sort=name_asc", "sort=newest&page=100"];

const TIME: Duration = Duration::from_secs(10);
const MIN_REQUESTS: u64 = 1_000;
const FORMS_PER_SECOND: f64 = 20.0;

const ONE_CLIENT: Limits = Limits('≤', 40.0, 20.0, " ms");
const MANY_CLIENTS: Limits = Limits('≤', 300.0, 150.0, " ms");
/// One client among more than [`ORDINARY_ROWS`].
const MANY_ROWS: Limits = Limits('≤', 300.0, 150.0, " ms");

pub(crate) async fn measure(bench: &Bench, report: &mut Report) -> Result<()> {
    let (postgres, server) = (&bench.system.postgres, bench.system.address());
    let day = async |ago: &str| postgres.query_text(&format!("(now() - interval '{ago}')::date")).await;
    let queries = QUERIES.replace("$YEAR", &day("1 year").await?).replace("$WEEK", &day("1 week").await?);
    let queries = queries.split_whitespace();
    let paths = queries.flat_map(|query| ORDERS.map(|order| format!("/api/consultations?q={query}&{order}")));
    let paths = paths.collect::<Vec<_>>();
    // Warms the cache.
    for path in &paths {
        let list = bench.session.read_json(path).await?;
        ensure!(list.get("complete") != Some(&false.into()), "some records are not indexed yet");
    }
    let (requests, count) = (paths.iter().map(|path| get(path, &bench.session.access)), paths.len());
    let requests = requests.collect::<Vec<_>>();
    let nth = move |number| usize::try_from(number).unwrap_or_default() % count;
    let make: MakeRequest = Arc::new(move |number| requests.get(nth(number)).cloned().unwrap_or_default());
    let mut time = async |clients, what: &str, limits| {
        let (mut by_path, mut refused) = (BTreeMap::<usize, Vec<f64>>::new(), 0);
        for answer in answers(server, clients, MIN_REQUESTS, TIME, &make).await? {
            ensure!(matches!(answer.status, 200 | 503), "the server answered {}", answer.status);
            refused += usize::from(answer.status == 503);
            let time = if answer.status == 503 { f64::INFINITY } else { answer.milliseconds };
            by_path.entry(nth(answer.number)).or_default().push(time);
        }
        let times = by_path.values().flatten().copied().collect::<Vec<_>>();
        let medians = by_path.into_iter().map(|(path, times)| (path, percentile(50, times)));
        let (slowest, milliseconds) = medians.max_by(|a, b| a.1.total_cmp(&b.1)).context("no search")?;
        let slowest = paths.get(slowest).map_or("", String::as_str);
        let figures = format!(
            "median {:.1} ms; `{slowest}` {milliseconds:.1} ms; 503 for {refused} of {}",
            percentile(50, times.clone()),
            times.len()
        );
        let what = format!("any search among {} rows, {what}, p99", bench.rows);
        report.result(limits, &what, &figures, percentile(99, times));
        Ok(())
    };
    if bench.rows > ORDINARY_ROWS {
        return time(1, "one client", MANY_ROWS).await;
    }
    time(1, "one client", ONE_CLIENT).await?;
    let form: MakeRequest = Arc::new(|_| Form::new(Kind::Contact).request());
    let forms = at_rate(server, 201, FORMS_PER_SECOND, TIME, &form);
    let what = format!("{CONNECTIONS} clients while {FORMS_PER_SECOND} forms a second are stored");
    tokio::try_join!(forms, time(CONNECTIONS, &what, MANY_CLIENTS))?;
    Ok(())
}
