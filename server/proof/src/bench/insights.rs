//! Response times of insights, by one client.

use crate::bench::{Bench, ORDINARY_ROWS};
use crate::harness::prelude::*;
use crate::report::{Limits, Report};

/// Beginnings of periods that end today, with the list.
const PERIODS: [(&str, &str); 5] =
    [("4 weeks", ""), ("12 weeks", ""), ("1 year", ""), ("1 year", "&list=consultations"), ("1829 days", "")];
/// Requests for each period.
const SAMPLES: u64 = 50;

const LIMITS: Limits = Limits('≤', 150.0, 60.0, " ms");
/// Of more than [`ORDINARY_ROWS`].
const MANY_ROWS: Limits = Limits('≤', 1_500.0, 600.0, " ms");

pub(crate) async fn measure(bench: &Bench, report: &mut Report) -> Result<()> {
    let (postgres, server) = (&bench.system.postgres, bench.system.address());
    let mut times = Vec::new();
    let mut slowest = (0.0, "");
    for (period, list) in PERIODS {
        let from = postgres.query_text(&format!("(now() - interval '{period}')::date")).await?;
        let to = postgres.query_text("now()::date").await?;
        let path = format!("/api/insights?from={from}&to={to}&zone=America/Chicago{list}");
        let make = repeat(&path, &bench.session.access);
        let answers = answers(server, 1, SAMPLES, Duration::ZERO, &make).await?;
        ensure!(answers.iter().all(|answer| answer.status == 200), "{path} was refused");
        let of_period = answers.iter().map(|answer| answer.milliseconds).collect::<Vec<_>>();
        let median = percentile(50, of_period.clone());
        if median > slowest.0 {
            slowest = (median, period);
        }
        times.extend(of_period);
    }
    let what = format!("insights over {} rows, one client, p99", bench.rows);
    let limits = if bench.rows > ORDINARY_ROWS { MANY_ROWS } else { LIMITS };
    report.result(limits, &what, &format!("{}: {:.1} ms", slowest.1, slowest.0), percentile(99, times));
    Ok(())
}
