//! What mails cost: forms stored while a mail server hangs, beside a server that sends none, in turns.

use std::{net::TcpListener, time::Duration};

use anyhow::Result;

use crate::{
    calls::create,
    load::rate,
    median,
    product::Product,
    report::{Limits, Report},
    tools::Tools,
};

const ROUNDS: usize = 5;
const TIME: Duration = Duration::from_secs(1);

const SHARE: Limits = Limits::at_least(0.8, 0.9, " ×");

/// Compares servers over one database.
pub(crate) async fn run(tools: &Tools, rows: u64, report: &mut Report) -> Result<()> {
    // The system lets whoever comes in, and nobody says anything.
    let hanging = TcpListener::bind("127.0.0.1:0")?;
    let url = format!("smtp://{}?tls=off", hanging.local_addr()?);
    let mailing = Product::with(
        tools,
        rows,
        &[("SMTP_URL", &url), ("MAIL_FROM", "site@agency.example"), ("NOTIFY", "staff@agency.example")],
    )
    .await?;
    let silent = Product::start(tools, rows).await?;
    let make = create();
    let (mut with, mut without, mut shares) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let written = rate(&mailing.address, 201, TIME, &make).await?;
        let unwritten = rate(&silent.address, 201, TIME, &make).await?;
        with.push(written);
        without.push(unwritten);
        shares.push(written / unwritten);
    }
    let figures = format!("{:.0}/s beside {:.0}/s", median(with), median(without));
    report.row("create with a hanging SMTP against without mail", &figures, median(shares), Some(SHARE));
    Ok(())
}
