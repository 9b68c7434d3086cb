//! Half of what the server can do, for long: nothing may grow, nothing may fail.

use std::{sync::Arc, time::Duration};

use anyhow::{Result, ensure};
use tokio::time::interval;

use crate::{
    load::{meter::Meter, traffic::Traffic},
    product::Product,
    server::Memory,
};

/// What a soak showed.
pub(crate) struct Soak {
    /// Calls a second that were made.
    pub(crate) rate: f64,
    /// How they were answered.
    pub(crate) meter: Arc<Meter>,
    /// The memory over the time, from the first second.
    pub(crate) memory: Vec<Memory>,
}

/// Makes half as many calls as the server could answer, for so long.
pub(crate) async fn soak(
    product: &Product,
    traffic: &Arc<Traffic>,
    time: Duration,
    most: f64,
) -> Result<Soak> {
    let rate = most / 2.0;
    let meter = Arc::<Meter>::default();
    let calls = {
        let (traffic, meter) = (Arc::clone(traffic), Arc::clone(&meter));
        tokio::spawn(async move { traffic.at_rate(rate, time, &meter).await })
    };
    let mut memory = Vec::new();
    let mut seconds = interval(Duration::from_secs(1));
    while !calls.is_finished() {
        seconds.tick().await;
        memory.push(product.server.memory()?);
    }
    calls.await?;
    ensure!(!memory.is_empty(), "the soak was over at once");
    Ok(Soak { rate, meter, memory })
}
