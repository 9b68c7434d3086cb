//! The server is killed while forms are sent.

use anyhow::Result;

use crate::{forms::Kind, ledger::Balance, product::Product, visitors::Visitors};

/// Kills the server so many times, each time in the midst of its work.
pub(crate) async fn kill_server(rounds: usize) -> Result<Balance> {
    let mut product = Product::start().await?;
    let visitors = Visitors::start(8, Kind::ALL, &[product.server.url()])?;
    for _ in 0..rounds {
        visitors.ledger.more(40).await?;
        product.server.kill()?;
        product.server.resume()?;
    }
    visitors.ledger.more(40).await?;
    product.settle(visitors).await
}
