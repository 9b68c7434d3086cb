//! Harness: starts processes, sends requests, and compares acknowledged with stored forms.

mod balancer;
mod forms;
mod http;
mod ledger;
mod load;
mod mail_server;
mod patroni;
mod pooler;
mod postgres;
mod process;
mod server;
mod session;
mod system;
mod visitors;
mod webhook_receiver;

/// Names of the harness, and common names of libraries.
pub(crate) mod prelude {
    pub(crate) use std::{
        collections::{BTreeMap, BTreeSet, HashMap, HashSet},
        net::{Ipv4Addr, SocketAddr},
        path::{Path, PathBuf},
        sync::{
            Arc,
            atomic::{AtomicBool, AtomicU64, Ordering},
        },
        time::{Duration, Instant},
    };

    pub(crate) use anyhow::{Context as _, Result, bail, ensure};
    pub(crate) use rustix::process::Signal;
    pub(crate) use serde_json::{Value, json};
    pub(crate) use tempfile::TempDir;
    pub(crate) use tokio::{
        task::JoinSet,
        time::{interval, sleep, timeout},
    };

    pub(crate) use super::{
        balancer::*, forms::*, http::*, ledger::*, load::*, mail_server::*, patroni::*, pooler::*,
        postgres::*, process::*, server::*, session::*, system::*, visitors::*, wait_for, wait_until,
        webhook_receiver::*,
    };
}

use prelude::*;
use tokio::sync::watch;

/// How long a proof waits for something. A failover takes half a minute.
const PATIENCE: Duration = Duration::from_mins(3);

/// Repeats a check until it is true.
pub(crate) async fn wait_until(goal: &str, mut check: impl AsyncFnMut() -> Result<bool>) -> Result<()> {
    let until = Instant::now() + PATIENCE;
    while !check().await? {
        ensure!(Instant::now() < until, "waited in vain: {goal}");
        sleep(Duration::from_millis(2)).await;
    }
    Ok(())
}

/// Waits until a watched value is as `is_reached` wants it.
pub(crate) async fn wait_for<T>(
    sender: &watch::Sender<T>,
    goal: &str,
    is_reached: impl FnMut(&T) -> bool,
) -> Result<()> {
    let mut watched = sender.subscribe();
    let reached = timeout(PATIENCE, watched.wait_for(is_reached)).await;
    reached.with_context(|| format!("waited in vain: {goal}"))??;
    Ok(())
}
