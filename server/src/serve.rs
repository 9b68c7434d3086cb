//! Listens until it is told to stop, then finishes what is in flight.

use std::net::SocketAddr;

use anyhow::{Context as _, Result};
use tokio::{
    net::TcpListener,
    signal::unix::{SignalKind, signal},
};

use crate::{lists::upkeep, router, state::AppState};

/// Serves until SIGINT or SIGTERM.
#[expect(clippy::print_stdout, reason = "the address is what the command answers with")]
pub(crate) async fn serve(listen_addr: SocketAddr, state: AppState) -> Result<()> {
    let listener = TcpListener::bind(listen_addr)
        .await
        .with_context(|| format!("LISTEN_ADDR {listen_addr} cannot be listened on"))?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let stop = async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    };
    println!("listening on http://{}", listener.local_addr()?);
    let upkeep = tokio::spawn(upkeep::run(state.pool.clone()));
    axum::serve(listener, router::service(state)).with_graceful_shutdown(stop).await?;
    upkeep.abort();
    tracing::info!("stopped");
    Ok(())
}
