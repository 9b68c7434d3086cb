//! People who only read: pages of the site, and the dashboard's lists.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::{Context as _, Result, ensure};
use reqwest::{Client, StatusCode};
use serde_json::Value;
use tokio::task::JoinSet;

use crate::{session::Session, site::PAGE, visitors::client};

/// The newest consultation; `{key}` becomes its slug.
const RECORD: &str = "/api/consultations/{key}";

const PATHS: [&str; 8] = [
    PAGE,
    "/api/consultations?page=1&sort=newest",
    "/api/userinfo/",
    "/api/applications?page=1&sort=name_asc",
    PAGE,
    "/api/consultations?page=2&sort=name_desc",
    RECORD,
    "/api/applications?page=2&sort=oldest",
];

/// Readers at work.
pub(crate) struct Readers {
    leave: Arc<AtomicBool>,
    tasks: JoinSet<Reads>,
}

/// How they were answered.
#[derive(Debug, Default)]
pub(crate) struct Reads {
    /// How many pages, lists and records came, whole.
    pub(crate) served: u64,
    /// What came instead, and how often.
    failed: BTreeMap<String, u64>,
}

impl Readers {
    /// Lets so many in; each reads everything in turn. There must be a consultation.
    pub(crate) async fn start(count: usize, server: &str, session: &Session) -> Result<Self> {
        let leave = Arc::<AtomicBool>::default();
        let client = client()?;
        let list: Value = session.get(&client, server, "/api/consultations").await?.json().await?;
        let slug =
            list.pointer("/results/0/slug").and_then(Value::as_str).context("there is no consultation")?;
        let paths = PATHS.map(|path| path.replace("{key}", slug));
        let mut tasks = JoinSet::new();
        for number in 0..count {
            let (server, session) = (server.to_owned(), session.clone());
            let (leave, client, paths) = (Arc::clone(&leave), client.clone(), paths.clone());
            tasks.spawn(async move {
                let mut reads = Reads::default();
                for path in paths.iter().cycle().skip(number) {
                    if leave.load(Ordering::Relaxed) {
                        break;
                    }
                    match read(&client, &server, &session, path).await {
                        Ok(()) => reads.served = reads.served.saturating_add(1),
                        Err(error) => {
                            let count = reads.failed.entry(format!("{path}: {error:#}")).or_default();
                            *count = count.saturating_add(1);
                        }
                    }
                }
                reads
            });
        }
        Ok(Self { leave, tasks })
    }

    /// Lets everybody finish what they read; an error when anything was not served.
    pub(crate) async fn leave(self) -> Result<u64> {
        self.leave.store(true, Ordering::Relaxed);
        let mut served = 0_u64;
        for reads in self.tasks.join_all().await {
            ensure!(reads.failed.is_empty(), "readers were not served: {:?}", reads.failed);
            served = served.saturating_add(reads.served);
        }
        Ok(served)
    }
}

async fn read(client: &Client, server: &str, session: &Session, path: &str) -> Result<()> {
    let answer = session.get(client, server, path).await?;
    ensure!(answer.status() == StatusCode::OK, "{}", answer.status());
    answer.bytes().await?;
    Ok(())
}
