//! Tests the server as a process: under faults, as a cluster, and in benchmarks.

mod bench;
mod cluster;
mod faults;
mod harness;
mod proxies;
mod report;
#[cfg(test)]
mod tests;

use clap::Parser;
use tokio::signal::ctrl_c;
use tokio::signal::unix::{SignalKind, signal};

use crate::faults::{
    attacks, attacks::Attack, clock, connections, disk, flood, hang_ups, mail, outages, sign_ins, webhooks,
};
use crate::harness::prelude::*;
use crate::report::{BALANCE, Proof, Report};

/// Tests the server as a process. Builds nothing: `make chaos`, `make cluster` and `make bench` do.
#[derive(Parser)]
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

#[derive(clap::Args)]
struct Part {
    /// Repetitions of each fault
    #[arg(long)]
    rounds: usize,
    /// Run one part only, without writing docs/measured
    #[arg(long)]
    part: Option<String>,
}

fn main() -> Result<()> {
    let command = Command::parse();
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    if matches!(command, Command::Bench { .. }) {
        // One thread generates the load.
        runtime.worker_threads(1);
    }
    runtime.enable_all().build()?.block_on(async {
        let mut terminate = signal(SignalKind::terminate())?;
        let run = async {
            match command {
                Command::Chaos(part) => chaos(part).await,
                Command::Cluster(part) => cluster(part).await,
                Command::Bench { rows, part, write } => bench::run_benchmarks(&rows, part, write).await,
            }
        };
        // Child processes end with the future.
        tokio::select! {
            done = run => done,
            _ = ctrl_c() => bail!("interrupted"),
            _ = terminate.recv() => bail!("terminated"),
        }
    })
}

async fn chaos(Part { rounds, part }: Part) -> Result<()> {
    let mut report = Report::new("What faults cost", &format!("make chaos ROUNDS={rounds}"), BALANCE, part);
    let attack = |attack, forms| Box::pin(attacks::withstand(attack, forms));
    let behind_proxy = attacks::withstand_behind_proxy(Attack::UnreadBodies, 1_000);
    let crowd = attacks::withstand_crowd(16, Duration::from_secs(10));
    let mail = mail::send_through_faults(rounds);
    let tell = async move { webhooks::tell_through_faults(rounds, Verifier::start_all().await?).await };
    let mut proofs: Vec<Proof> = vec![
        ("kill", "the server is killed", Box::pin(outages::kill_servers(System::start(&[]), rounds))),
        ("postgres", "Postgres is stopped", Box::pin(outages::restart_postgres(rounds, Signal::INT))),
        ("postgres", "Postgres crashes", Box::pin(outages::restart_postgres(rounds, Signal::QUIT))),
        ("cut", "a connection breaks", Box::pin(hang_ups::cut_connections(rounds))),
        ("attack", "one address opens 5,000 connections", attack(Attack::Sockets, 1_000)),
        ("attack", "one address never finishes the heads of its requests", attack(Attack::Heads, 1_000)),
        ("attack", "one address never finishes the bodies of its requests", attack(Attack::Bodies, 1_000)),
        ("attack", "one address sends bodies that nobody reads", attack(Attack::UnreadBodies, 1_000)),
        ("attack", "one address sends bodies that nobody reads, behind HAProxy", Box::pin(behind_proxy)),
        ("attack", "one address reads a byte a second", attack(Attack::Reading, 1_000)),
        ("attack", "one address sends logins and leaves", attack(Attack::HangUps, 1_000)),
        ("attack", "one address asks for the description of the API", attack(Attack::Descriptions, 200)),
        ("attack", "one address asks for paths of thousands of segments", attack(Attack::Paths, 200)),
        ("full", "all connections are taken", Box::pin(connections::take_all_connections())),
        ("reuse", "a proxy uses its connections again", Box::pin(connections::reuse_connections(5_000))),
        ("sign-ins", "an admin signs in 1,000 times", Box::pin(sign_ins::sign_in_often(1_000))),
        ("crowd", "a crowd connects, sends a login and closes", Box::pin(crowd)),
        ("disk", "the disk is full for a while", Box::pin(disk::fill_database(rounds))),
        ("disk", "the disk for arriving CVs is full for a while", Box::pin(disk::fill_uploads(rounds))),
        ("mail", "the server is killed, the mail server away and hanging", Box::pin(mail)),
        ("webhooks", "the server is killed, the receiver of webhooks fails in every way", Box::pin(tell)),
        ("clock", "the server's clock jumps an hour ahead and an hour back", Box::pin(clock::jump())),
        ("hang-ups", "clients leave at any byte, on every route", Box::pin(hang_ups::hang_up(10_000))),
    ];
    // Only root can mount a disk.
    proofs.retain(|(part, ..)| *part != "disk" || is_root());
    report.prove(proofs).await?;
    if report.has("webhook-times") {
        report.notes.push(webhooks::compare_with_hanging_receiver().await?);
    }
    if report.has("flood") {
        report.notes.push(flood::flood(Duration::from_mins(1), 100.0).await?);
    }
    report.end(Some("faults.md"))
}

async fn cluster(Part { rounds, part }: Part) -> Result<()> {
    let mut report = Report::new("Several servers", &format!("make cluster ROUNDS={rounds}"), BALANCE, part);
    let killed = outages::kill_servers(System::balanced(false), rounds);
    // A failover takes half a minute.
    let failover = cluster::lose_primary(rounds.min(3));
    let proofs: Vec<Proof> = vec![
        ("kill", "one of three behind HAProxy is killed", Box::pin(killed)),
        ("replace", "one of three behind HAProxy is replaced", Box::pin(cluster::replace_servers(rounds))),
        (
            "failover",
            "the primary of two Postgres is lost, three times at most, beside a silent address",
            Box::pin(failover),
        ),
        ("pooler", "PgBouncer is killed below three", Box::pin(cluster::kill_pooler(rounds))),
    ];
    report.prove(proofs).await?;
    if report.has("one") {
        report.notes.push(cluster::act_as_one().await?);
    }
    if report.has("pages") {
        report.notes.push(cluster::serve_pages_without_database().await?);
    }
    if report.has("proxies") {
        report.notes.push(proxies::serve_through_proxies().await?);
    }
    report.end(Some("cluster.md"))
}
