//! Visitors who send forms without end, each repeated until it is answered 201.

use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use anyhow::Result;
use reqwest::{Client, Response, StatusCode, header};
use serde_json::Value;
use tokio::{task::JoinSet, time::sleep};

use crate::{
    forms::{Form, Kind},
    ledger::{Ledger, Receipt},
};

/// How long a visitor pauses before sending a form again: much less than a person would.
const PAUSE: Duration = Duration::from_millis(20);

/// A request that takes longer counts as unanswered.
const TIMEOUT: Duration = Duration::from_secs(40);

/// Visitors at work.
pub(crate) struct Visitors {
    /// What they were told.
    pub(crate) ledger: Arc<Ledger>,
    leave: Arc<AtomicBool>,
    tasks: JoinSet<()>,
}

impl Visitors {
    /// Lets so many visitors in; each sends its forms to the servers in turn.
    pub(crate) fn start(count: usize, kinds: &[Kind], servers: &[String]) -> Result<Self> {
        let ledger = Arc::<Ledger>::default();
        let leave = Arc::<AtomicBool>::default();
        let client = client()?;
        let mut tasks = JoinSet::new();
        for number in 0..count {
            let (servers, kinds) = (servers.to_vec(), kinds.to_vec());
            let (ledger, leave, client) = (Arc::clone(&ledger), Arc::clone(&leave), client.clone());
            tasks.spawn(async move {
                let mut servers = servers.iter().cloned().cycle().skip(number);
                for &kind in kinds.iter().cycle().skip(number) {
                    if leave.load(Ordering::Relaxed) {
                        return;
                    }
                    send(&Form::new(kind), &client, &mut servers, &ledger).await;
                }
            });
        }
        Ok(Self { ledger, leave, tasks })
    }

    /// Lets everybody finish the form at hand and go.
    pub(crate) async fn leave(self) -> Result<Arc<Ledger>> {
        self.leave.store(true, Ordering::Relaxed);
        self.tasks.join_all().await;
        Ok(self.ledger)
    }
}

/// Sends a form until it is answered 201.
pub(crate) async fn send(
    form: &Form,
    client: &Client,
    servers: &mut impl Iterator<Item = String>,
    ledger: &Ledger,
) {
    for server in servers {
        match form.request(client, &server).send().await {
            Ok(answer) if answer.status() == StatusCode::CREATED => {
                if let Some(slug) = slug(answer).await {
                    ledger.acknowledge(Receipt { kind: form.kind, key: form.key.clone(), slug });
                    return;
                }
                ledger.silence();
            }
            Ok(answer) => match refusal(answer).await {
                Refusal::Proper => ledger.refuse(),
                Refusal::CutOff => ledger.silence(),
                Refusal::Surprise(what) => ledger.surprise(what),
            },
            Err(_) => ledger.silence(),
        }
        sleep(PAUSE).await;
    }
}

/// What an answer other than success turned out to be.
pub(crate) enum Refusal {
    /// 503 or 429 in the one shape, with the time to come back.
    Proper,
    /// It broke off, or never came from the server.
    CutOff,
    /// Anything else.
    Surprise(String),
}

/// Reads an answer other than success.
pub(crate) async fn refusal(answer: Response) -> Refusal {
    let status = answer.status();
    let may_come = [StatusCode::SERVICE_UNAVAILABLE, StatusCode::TOO_MANY_REQUESTS].contains(&status);
    let comes_back = answer.headers().contains_key(header::RETRY_AFTER);
    // The server numbers all its answers; a balancer that has none to pass on makes one up.
    let is_servers = answer.headers().contains_key("x-request-id");
    let Ok(body) = answer.bytes().await else { return Refusal::CutOff };
    let shaped = serde_json::from_slice::<Value>(&body)
        .is_ok_and(|body| body.get("message").is_some_and(Value::is_string) && body.get("errors").is_none());
    if !is_servers && status.is_server_error() {
        Refusal::CutOff
    } else if may_come && comes_back && shaped {
        Refusal::Proper
    } else {
        Refusal::Surprise(format!("{status} {}", String::from_utf8_lossy(&body)))
    }
}

/// A client that waits long, but not for ever, at an address of its own: one address has a share of what there is.
pub(crate) fn client() -> Result<Client> {
    let address = IpAddr::from([127, 0, 0, 2]);
    Ok(Client::builder().timeout(TIMEOUT).local_address(address).build()?)
}

async fn slug(answer: Response) -> Option<String> {
    let body: Value = answer.json().await.ok()?;
    body.get("slug")?.as_str().map(str::to_owned)
}
