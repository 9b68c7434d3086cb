//! Proves the server as a process: under faults, as several instances, and in numbers.

mod bench;
mod cluster;
mod faults;
mod harness;
mod report;
#[cfg(test)]
mod tests;

use clap::{Parser, Subcommand};
use tokio::signal::unix::{SignalKind, signal};

use crate::cluster::{
    act_as_one, kill_pooler, kill_servers, lose_primary, replace_servers, serve_pages_without_database,
};
use crate::faults::attacks::{Attack, CONNECTIONS, withstand, withstand_crowd};
use crate::faults::clock::jump;
use crate::faults::disk::{fill_database, fill_uploads};
use crate::faults::flood::flood;
use crate::faults::hang_ups::{cut_connections, hang_up};
use crate::faults::mail::send_through_faults;
use crate::faults::outages::{kill_server, restart_postgres};
use crate::harness::prelude::*;
use crate::report::Report;

/// How many clients leave in the middle of a request, for each way to leave.
const HANG_UPS: usize = 10_000;

/// Proves the server as a process. Builds nothing: `make chaos`, `make cluster` and `make bench` do.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Kill, starve, attack and cut off what the product needs, and count what is lost
    Chaos(Part),
    /// Run several servers behind a balancer, over a pooler and a primary that fails
    Cluster(Part),
    /// Measure the server against its budgets
    Bench {
        /// The numbers of rows
        #[arg(required = true)]
        rows: Vec<u64>,
        /// One part alone
        #[arg(long)]
        part: Option<String>,
        /// Write the results into docs/measured
        #[arg(long)]
        write: bool,
    },
}

#[derive(Parser)]
struct Part {
    /// How often each fault is repeated
    #[arg(long)]
    rounds: usize,
    /// One part alone, which is not written into docs/measured
    #[arg(long)]
    part: Option<String>,
}

fn main() -> Result<()> {
    let command = Arguments::parse().command;
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    if matches!(command, Command::Bench { .. }) {
        // One thread makes the load, as that of pgbench.
        runtime.worker_threads(1);
    }
    runtime.enable_all().build()?.block_on(async {
        let (mut interrupt, mut terminate) =
            (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        // What was started ends with the future.
        tokio::select! {
            done = run(command) => done,
            _ = interrupt.recv() => bail!("interrupted"),
            _ = terminate.recv() => bail!("terminated"),
        }
    })
}

async fn run(command: Command) -> Result<()> {
    match command {
        Command::Chaos(part) => chaos(part).await,
        Command::Cluster(part) => cluster(part).await,
        Command::Bench { rows, part, write } => bench::run(&rows, part.as_deref(), write).await,
    }
}

/// The chosen parts of a run, and their results.
struct Run {
    rounds: usize,
    part: Option<String>,
    parts: Vec<&'static str>,
    notes: Vec<String>,
    report: Report,
}

impl Run {
    fn new(title: &str, verb: &str, Part { rounds, part }: Part) -> Self {
        let columns = "what happens|times|acknowledged|rows|missing|doubled|altered|refused|not answered";
        let columns = columns.split('|').collect::<Vec<_>>();
        let report = Report::new(title, &format!("make {verb} ROUNDS={rounds}"), &columns);
        Self { rounds, part, parts: Vec::new(), notes: Vec::new(), report }
    }

    /// Whether a part is chosen.
    fn has(&mut self, part: &'static str) -> bool {
        self.parts.push(part);
        self.part.as_ref().is_none_or(|only| only == part)
    }

    /// Reports a balance; an error when it is not sound.
    fn add(&mut self, what: &str, times: usize, balance: Result<Balance>) -> Result<()> {
        let balance = balance?;
        let Balance { acknowledged, rows, missing, doubled, altered, refused, unanswered, .. } = balance;
        let counts = [times, acknowledged, rows, missing, doubled, altered, refused, unanswered];
        let counts = counts.map(|count| count.to_string());
        self.report.row(&[[what].as_slice(), counts.each_ref().map(String::as_str).as_slice()].concat());
        balance.ensure_sound()?;
        self.notes.extend(balance.note);
        Ok(())
    }

    fn end(mut self, file: &str) -> Result<()> {
        for note in &self.notes {
            self.report.line(&format!("\n{note}"));
        }
        match self.part {
            Some(part) if !self.parts.contains(&&*part) => bail!("the parts are {}", self.parts.join(", ")),
            Some(_) => Ok(()),
            None => self.report.write(file),
        }
    }
}

async fn chaos(part: Part) -> Result<()> {
    let mut run = Run::new("What faults cost", "chaos", part);
    let rounds = run.rounds;
    if run.has("kill") {
        run.add("the server is killed", rounds, kill_server(rounds).await)?;
    }
    if run.has("postgres") {
        run.add("Postgres is stopped", rounds, restart_postgres(rounds, Stop::Fast).await)?;
        run.add("Postgres crashes", rounds, restart_postgres(rounds, Stop::Immediate).await)?;
    }
    if run.has("cut") {
        run.add("a connection breaks", 4 * rounds, cut_connections(rounds).await)?;
    }
    if run.has("attack") {
        for (attack, what) in Attack::ALL.into_iter().zip(["heads", "bodies", "reading"]) {
            let what = format!("one address never finishes its {what}");
            run.add(&what, CONNECTIONS, withstand(attack, 1_000).await)?;
        }
    }
    if run.has("crowd") {
        let crowd = withstand_crowd(16, Duration::from_secs(10)).await;
        run.add("a crowd connects, sends a login and closes", 1, crowd)?;
    }
    if run.has("disk") && is_root() {
        run.add("the disk is full for a while", rounds, fill_database(rounds).await)?;
        run.add("the disk for arriving CVs is full for a while", rounds, fill_uploads(rounds).await)?;
    }
    if run.has("mail") {
        let mail = send_through_faults(rounds).await;
        run.add("the server is killed, the mail server away and hanging", rounds, mail)?;
    }
    if run.has("clock") {
        run.add("the server's clock jumps an hour ahead and an hour back", 1, jump().await)?;
    }
    if run.has("flood") {
        let note = flood(Duration::from_mins(1)).await?;
        run.notes.push(note);
    }
    if run.has("hang-ups") {
        run.add("clients leave at any byte, on every route", 2 * HANG_UPS, hang_up(HANG_UPS).await)?;
    }
    run.end("faults.md")
}

async fn cluster(part: Part) -> Result<()> {
    let mut run = Run::new("Several servers", "cluster", part);
    let rounds = run.rounds;
    if run.has("kill") {
        run.add("one of three behind HAProxy is killed", rounds, kill_servers(rounds).await)?;
    }
    if run.has("replace") {
        run.add("one of three behind HAProxy is replaced", rounds, replace_servers(rounds).await)?;
    }
    if run.has("failover") {
        // A fail-over takes half a minute.
        let losses = rounds.min(3);
        run.add("the primary of two Postgres is lost", losses, lose_primary(losses).await)?;
    }
    if run.has("pooler") {
        run.add("PgBouncer is killed below three", rounds, kill_pooler(rounds).await)?;
    }
    if run.has("one") {
        let note = act_as_one().await?;
        run.notes.push(note);
    }
    if run.has("pages") {
        let note = serve_pages_without_database().await?;
        run.notes.push(note);
    }
    run.end("cluster.md")
}
