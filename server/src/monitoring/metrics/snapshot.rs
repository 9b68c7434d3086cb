//! What is only looked at when somebody asks: the pool, the queue of passwords, the process.

use std::{
    fmt,
    time::{SystemTime, UNIX_EPOCH},
};

use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, EncodeMetric as _},
    metrics::gauge::ConstGauge,
};

use crate::{auth::password::Passwords, storage::Pool};

/// Looks at the moment.
pub(super) struct Snapshot {
    pool: Pool,
    passwords: Passwords,
    started: f64,
}

impl Snapshot {
    /// The process counts as started now.
    pub(super) fn new(pool: Pool, passwords: Passwords) -> Self {
        let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { pool, passwords, started: started.as_secs_f64() }
    }
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Snapshot").finish_non_exhaustive()
    }
}

impl Collector for Snapshot {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let pool = self.pool.status();
        let in_use = pool.size.saturating_sub(pool.available);
        let passwords = self.passwords.load();
        let counts = [
            ("database_pool_connections_max", "Connections that the pool may open", pool.max_size),
            ("database_pool_connections", "Open connections", pool.size),
            ("database_pool_connections_in_use", "Connections in use", in_use),
            ("database_pool_waiting", "Requests that wait for a connection", pool.waiting),
            ("password_checks_running", "Passwords that are being verified", passwords.running),
            ("password_checks_waiting", "Passwords that wait to be verified", passwords.waiting),
        ];
        for (name, help, value) in counts {
            let value = i64::try_from(value).unwrap_or(i64::MAX);
            gauge(&mut encoder, name, help, &ConstGauge::new(value))?;
        }
        let started = ConstGauge::new(self.started);
        gauge(&mut encoder, "process_start_time_seconds", "When the process started, since 1970", &started)?;
        match resident_memory() {
            Some(bytes) => {
                let bytes = ConstGauge::new(i64::try_from(bytes).unwrap_or(i64::MAX));
                gauge(&mut encoder, "process_resident_memory_bytes", "Memory in use", &bytes)
            }
            None => Ok(()),
        }
    }
}

fn gauge<N>(encoder: &mut DescriptorEncoder<'_>, name: &str, help: &str, value: &ConstGauge<N>) -> fmt::Result
where
    ConstGauge<N>: prometheus_client::encoding::EncodeMetric,
{
    let metric = encoder.encode_descriptor(name, help, None, value.metric_type())?;
    value.encode(metric)
}

/// As Linux tells it.
fn resident_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1_024)
}
