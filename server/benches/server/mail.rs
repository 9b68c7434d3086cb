//! What mails cost: forms stored while a mail server hangs, beside a server that sends none, in turns.

use std::{net::TcpListener, time::Duration};

use anyhow::Result;

use crate::{
    calls::create,
    product::Product,
    report::{Limits, Report},
    tools::Tools,
    turns::{Turns, compare},
};

const TURNS: Turns = Turns { rounds: 5, time: Duration::from_secs(1) };

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
    let row = ("create with a hanging SMTP against without mail", SHARE);
    compare([&mailing, &silent], &create(), &TURNS, row, report).await
}
