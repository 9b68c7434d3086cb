//! Three times what the server can do: it refuses what it cannot do, and is itself again at once.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::Result;

use crate::{
    load::{
        meter::Meter,
        traffic::{Call, Traffic},
    },
    product::Product,
    server::Memory,
};

/// Calls in a row that must be served for the server to be itself again.
const IN_A_ROW: usize = 20;

/// What an overload showed.
pub(crate) struct Overload {
    /// Calls a second that were made.
    pub(crate) rate: f64,
    /// How they were answered.
    pub(crate) meter: Arc<Meter>,
    /// The memory afterwards, and at its peak.
    pub(crate) memory: Memory,
    /// How long until calls were served again, in a row, each within ten times its usual time.
    pub(crate) recovery: Duration,
}

/// Makes three times as many calls as the server can answer, for so long.
pub(crate) async fn overload(
    product: &Product,
    traffic: &Arc<Traffic>,
    time: Duration,
    most: f64,
) -> Result<Overload> {
    let usual = usual(traffic).await;
    let rate = most * 3.0;
    let meter = Arc::<Meter>::default();
    traffic.at_rate(rate, time, &meter).await;
    let since = Instant::now();
    let recovery = recovered(traffic, usual.saturating_mul(10), since).await;
    Ok(Overload { rate, meter, memory: product.server.memory()?, recovery })
}

async fn usual(traffic: &Traffic) -> Duration {
    let meter = Meter::default();
    for _ in 0..IN_A_ROW {
        traffic.call(Call::List, &meter).await;
    }
    meter.total().within(500)
}

async fn recovered(traffic: &Traffic, bearable: Duration, since: Instant) -> Duration {
    let mut first = since.elapsed();
    let mut row = 0_usize;
    while row < IN_A_ROW {
        let meter = Meter::default();
        let took = traffic.call(Call::List, &meter).await;
        if meter.total().served() == 1 && took <= bearable {
            row = row.saturating_add(1);
        } else {
            row = 0;
            first = since.elapsed();
        }
    }
    first
}
