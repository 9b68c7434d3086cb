//! Tests the server as a process: under faults, as a cluster, and in benchmarks.

mod bench;
mod cluster;
mod faults;
mod harness;
mod report;
#[cfg(test)]
mod tests;

use clap::{Parser, Subcommand};
use tokio::signal::unix::{SignalKind, signal};

use crate::faults::{attacks, clock, disk, flood, hang_ups, mail, outages};
use crate::harness::prelude::*;
use crate::report::Report;

/// Clients that leave in the middle of a request, for each way to leave.
const HANG_UPS: usize = 10_000;

/// Tests the server as a process. Builds nothing: `make chaos`, `make cluster` and `make bench` do.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Inject faults and attacks, and count lost, duplicated and refused requests
    Chaos(Part),
    /// Run several servers behind a balancer, over a pooler and a primary that fails
    Cluster(Part),
    /// Measure the server against its budgets
    Bench {
        /// Numbers of rows
        #[arg(required = true)]
        rows: Vec<u64>,
        /// Run one part only
        #[arg(long)]
        part: Option<String>,
        /// Write the results into docs/measured
        #[arg(long)]
        write: bool,
    },
}

#[derive(Parser)]
struct Part {
    /// Repetitions of each fault
    #[arg(long)]
    rounds: usize,
    /// Run one part only, without writing docs/measured
    #[arg(long)]
    part: Option<String>,
}

fn main() -> Result<()> {
    let command = Arguments::parse().command;
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    if matches!(command, Command::Bench { .. }) {
        // One thread generates the load, as in pgbench.
        runtime.worker_threads(1);
    }
    runtime.enable_all().build()?.block_on(async {
        let (mut interrupt, mut terminate) =
            (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        // Child processes end with the future.
        tokio::select! {
            done = run_subcommand(command) => done,
            _ = interrupt.recv() => bail!("interrupted"),
            _ = terminate.recv() => bail!("terminated"),
        }
    })
}

async fn run_subcommand(command: Command) -> Result<()> {
    match command {
        Command::Chaos(part) => chaos(part).await,
        Command::Cluster(part) => cluster(part).await,
        Command::Bench { rows, part, write } => bench::run_benchmarks(&rows, part.as_deref(), write).await,
    }
}

/// Selected parts of a run, and their results.
struct Run {
    rounds: usize,
    part: Option<String>,
    parts: Vec<&'static str>,
    notes: Vec<String>,
    report: Report,
}

impl Run {
    fn new(title: &str, verb: &str, Part { rounds, part }: Part) -> Self {
        let columns = "what happens|acknowledged|rows|missing|doubled|altered|refused|not answered";
        let columns = columns.split('|').collect::<Vec<_>>();
        let report = Report::new(title, &format!("make {verb} ROUNDS={rounds}"), &columns);
        Self { rounds, part, parts: Vec::new(), notes: Vec::new(), report }
    }

    fn has(&mut self, part: &'static str) -> bool {
        self.parts.push(part);
        self.part.as_ref().is_none_or(|only| only == part)
    }

    /// Runs a part if it is selected, and reports its balance.
    ///
    /// # Errors
    /// The balance is not sound.
    async fn balance<F>(
        &mut self,
        part: &'static str,
        what: &str,
        proof: impl FnOnce(usize) -> F,
    ) -> Result<()>
    where
        F: Future<Output = Result<Balance>>,
    {
        if !self.has(part) {
            return Ok(());
        }
        let balance = proof(self.rounds).await?;
        let Balance { acknowledged, rows, missing, doubled, altered, refused, unanswered, .. } = balance;
        let counts = [acknowledged, rows, missing, doubled, altered, refused, unanswered];
        let counts = counts.map(|count| count.to_string());
        self.report.row(&[[what].as_slice(), counts.each_ref().map(String::as_str).as_slice()].concat());
        balance.ensure_sound()?;
        self.notes.extend(balance.note);
        Ok(())
    }

    /// Runs a part without a balance if it is selected.
    async fn note<F>(&mut self, part: &'static str, proof: impl FnOnce() -> F) -> Result<()>
    where
        F: Future<Output = Result<String>>,
    {
        if self.has(part) {
            self.notes.push(proof().await?);
        }
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
    run.balance("kill", "the server is killed", outages::kill_server).await?;
    let stop = |rounds| outages::restart_postgres(rounds, Stop::Fast);
    run.balance("postgres", "Postgres is stopped", stop).await?;
    let crash = |rounds| outages::restart_postgres(rounds, Stop::Immediate);
    run.balance("postgres", "Postgres crashes", crash).await?;
    run.balance("cut", "a connection breaks", hang_ups::cut_connections).await?;
    for (attack, what) in attacks::Attack::ALL {
        run.balance("attack", what, |_| attacks::withstand(attack, 1_000)).await?;
    }
    let crowd = |_| attacks::withstand_crowd(16, Duration::from_secs(10));
    run.balance("crowd", "a crowd connects, sends a login and closes", crowd).await?;
    if is_root() {
        run.balance("disk", "the disk is full for a while", disk::fill_database).await?;
        run.balance("disk", "the disk for arriving CVs is full for a while", disk::fill_uploads).await?;
    }
    let what = "the server is killed, the mail server away and hanging";
    run.balance("mail", what, mail::send_through_faults).await?;
    run.balance("clock", "the server's clock jumps an hour ahead and an hour back", |_| clock::jump())
        .await?;
    run.note("flood", || flood::flood(Duration::from_mins(1), 100.0)).await?;
    let hang_up = |_| hang_ups::hang_up(HANG_UPS);
    run.balance("hang-ups", "clients leave at any byte, on every route", hang_up).await?;
    run.end("faults.md")
}

async fn cluster(part: Part) -> Result<()> {
    let mut run = Run::new("Several servers", "cluster", part);
    run.balance("kill", "one of three behind HAProxy is killed", cluster::kill_servers).await?;
    run.balance("replace", "one of three behind HAProxy is replaced", cluster::replace_servers).await?;
    // A failover takes half a minute.
    let lose_primary = |rounds: usize| cluster::lose_primary(rounds.min(3));
    run.balance("failover", "the primary of two Postgres is lost, three times at most", lose_primary).await?;
    run.balance("pooler", "PgBouncer is killed below three", cluster::kill_pooler).await?;
    run.note("one", cluster::act_as_one).await?;
    run.note("pages", cluster::serve_pages_without_database).await?;
    run.end("cluster.md")
}
