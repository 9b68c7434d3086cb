//! Starts the server, serves until a signal, then finishes the requests in progress.

use std::{
    io::{self, ErrorKind},
    net::SocketAddr,
    sync::Arc,
    time::Duration,
};

use anyhow::{Context as _, Result, anyhow, bail};
use sd_notify::NotifyState;
use tokio::{
    net::{TcpListener, TcpSocket},
    signal::unix::{SignalKind, signal},
    sync::oneshot,
    time::{sleep, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    background::{
        self, cleanup,
        delivery::worker::{Lane, Sender, Timing, Worker},
        mail::sender::MailSender,
        retention,
        webhook::sender::WebhookSender,
    },
    config::{Config, mail::MailConfig, webhook::WebhookConfig},
    http::{
        middleware::RequestTimeouts,
        serving::{ConnectionSettings, Server},
    },
    inbox::reindex,
    router,
    state::AppState,
    storage::{self, migrations},
};

/// Time limit for requests in progress after the signal to stop.
const DRAIN: Duration = Duration::from_secs(25);

/// Connections that wait to be accepted. With tokio's default of few, a crowd that connects at once keeps visitors out.
const BACKLOG: u32 = 4_096;

/// Files and sockets that the process opens apart from its connections: received CVs, Postgres, pages.
const OTHER_FILES: u64 = 1_024;

/// Maximum connections to the metrics listener.
const MAX_METRICS_CONNECTIONS: usize = 64;

/// Serves until SIGINT or SIGTERM.
///
/// Starts without the database too. The server is not ready until the database is available. One that can never be used ends
/// the start.
#[expect(clippy::print_stdout, reason = "the address is what the command answers with")]
pub(crate) async fn serve(config: Config) -> Result<()> {
    allow_open_files(config.max_connections);
    let listener = bind("LISTEN_ADDR", config.listen_addr)?;
    let watching = match config.metrics_addr {
        Some(address) => Some(bind("METRICS_ADDR", address)?),
        None => None,
    };
    if config.database.is_exposed() {
        tracing::warn!(
            "the connection to Postgres can be intercepted: set sslmode=verify-full in DATABASE_URL, \
             or reach it by a socket or on this machine"
        );
    }
    let pool = storage::connect(&config.database)?;
    let (max_connections, shutdown_delay) = (config.max_connections, config.shutdown_delay);
    let (mail, webhook) = (config.mail.clone(), config.webhook.clone());
    let state = AppState::new(config, pool)?;
    let (delivering, stop) = (TaskTracker::new(), CancellationToken::new());
    let mut next_signal = signals()?;

    let (done, migrated) = oneshot::channel();
    let background = tokio::spawn({
        let (state, delivering, stop) = (state.clone(), delivering.clone(), stop.clone());
        async move {
            let mut done = Some(done);
            while let Err(error) = migrations::migrate(&state.pool).await {
                let reason = format!("{error:#}");
                if storage::is_unusable(&error)
                    && let Some(done) = done.take()
                    && done.send(Err(error)).is_ok()
                {
                    // Only an operator can solve it. The start fails with this error, or no longer waits for it: then the next
                    // attempt logs it.
                    sleep(storage::CONNECTION_WAIT).await;
                    continue;
                }
                sleep(state.tasks.failed("migrate", &reason)).await;
            }
            state.tasks.succeeded("migrate");
            if let Some(done) = done {
                let _ = done.send(Ok(()));
            }
            let lanes = lanes(&state, mail, webhook);
            if !lanes.is_empty() {
                let AppState { pool, metrics, tasks, .. } = state.clone();
                let worker = Worker { pool, metrics, tasks, timing: Timing::default() };
                delivering.spawn(worker.supervised(lanes, stop.clone()));
            }
            run_background_tasks(&state, stop).await;
        }
    });
    // Usually takes no time, so that the server is ready for the first client.
    if let Ok(Ok(outcome)) = timeout(storage::CONNECTION_WAIT, migrated).await {
        outcome?;
    }
    let watching = watching.map(|listener| {
        let settings = ConnectionSettings::new(MAX_METRICS_CONNECTIONS);
        let service = router::watching(state.clone());
        Server::start(listener, service, state.requests.clone(), settings, Arc::default())
    });
    println!("listening on http://{}", listener.local_addr()?);
    if let Some(watching) = &watching {
        println!("metrics on http://{}", watching.address);
    }
    tracing::info!(version = env!("CARGO_PKG_VERSION"), pages = state.pages.len(), "started");
    let service = router::service(state.clone(), RequestTimeouts::default());
    let settings = ConnectionSettings::new(max_connections);
    let server =
        Server::start(listener, service, state.requests.clone(), settings, Arc::clone(&state.metrics));
    // Notifies systemd, if it is the supervisor.
    let _ = sd_notify::notify(&[NotifyState::Ready]);

    let signal = next_signal().await;
    tracing::info!("stopping");
    let _ = sd_notify::notify(&[NotifyState::Stopping]);
    state.stopping.cancel();
    let ending = async {
        if signal == SignalKind::terminate() {
            // A load balancer notices the failing readiness check.
            sleep(shutdown_delay).await;
        }
        background.abort();
        stop.cancel();
        delivering.close();
        tokio::join!(server.finish(DRAIN), timeout(DRAIN, delivering.wait())).0
    };
    let finished = tokio::select! {
        finished = ending => finished,
        _ = next_signal() => bail!("stopped at once by a second signal"),
    };
    if !finished {
        tracing::warn!("requests were cut off after {} s", DRAIN.as_secs());
    }
    tracing::info!("stopped");
    Ok(())
}

/// Returns what the worker sends, as far as it is configured.
fn lanes(state: &AppState, mail: Option<MailConfig>, webhook: Option<WebhookConfig>) -> Vec<Lane> {
    let mail = mail.zip(state.mails.as_ref()).map(|(config, outbox)| {
        Lane::new(Sender::Mail(MailSender::new(config)), Arc::clone(&outbox.written))
    });
    let webhook = webhook.zip(state.webhooks.as_ref()).map(|(config, outbox)| {
        Lane::new(Sender::Webhook(WebhookSender::new(config)), Arc::clone(&outbox.written))
    });
    [mail, webhook].into_iter().flatten().collect()
}

/// Runs the background tasks apart from those that deliver, which are stopped later.
async fn run_background_tasks(state: &AppState, stop: CancellationToken) {
    let AppState { pool, retention: policy, webhooks, metrics, tasks, .. } = state;
    tokio::join!(
        tasks.supervise("cleanup", stop.clone(), || cleanup::run_cleanup(pool.clone(), webhooks.is_some())),
        tasks.supervise("retention", stop.clone(), || {
            retention::run_retention(pool.clone(), Arc::clone(policy), webhooks.clone(), Arc::clone(metrics))
        }),
        tasks.supervise("reindex", stop.clone(), || {
            let pool = pool.clone();
            async move { Ok(background::reindex_pause(reindex::reindex(&pool).await?)) }
        })
    );
}

/// Raises the soft limit of open files as far as the connections need it.
fn allow_open_files(max_connections: usize) {
    let needed = u64::try_from(max_connections).unwrap_or(u64::MAX).saturating_add(OTHER_FILES);
    match rlimit::increase_nofile_limit(needed) {
        Ok(allowed) if allowed < needed => tracing::warn!(
            "the process may open {allowed} files, but MAX_CONNECTIONS needs {needed}: raise LimitNOFILE or `ulimit -Hn`"
        ),
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "the limit of open files cannot be raised"),
    }
}

fn bind(setting: &str, address: SocketAddr) -> Result<TcpListener> {
    let listen = || {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        // A restarted server gets its address at once.
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(BACKLOG)
    };
    listen().map_err(|error: io::Error| match error.kind() {
        ErrorKind::AddrInUse => {
            anyhow!("{setting} {address} is already in use. Stop the program that listens there, or choose another port")
        }
        _ => anyhow::Error::new(error).context(format!("{setting} {address} cannot be listened on")),
    })
}

/// Listens for SIGINT and SIGTERM. Returns a function that waits for the next one.
fn signals() -> Result<impl AsyncFnMut() -> SignalKind> {
    let listen = |kind| signal(kind).context("signals cannot be listened for");
    let (mut interrupt, mut terminate) = (listen(SignalKind::interrupt())?, listen(SignalKind::terminate())?);
    Ok(async move || {
        tokio::select! {
            _ = interrupt.recv() => SignalKind::interrupt(),
            _ = terminate.recv() => SignalKind::terminate(),
        }
    })
}
