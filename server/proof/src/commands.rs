//! The long forms: each writes what it found into a page of its own.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use clap::{Parser, Subcommand};

use crate::{
    faults::{
        attack::{Attack, release, withstand},
        clock::jump,
        crash::kill_server,
        cut::{Cut, cut_connections},
        disk::{fill_disk, fill_uploads},
        mail::send_through_faults,
        outage::restart_postgres,
        slow::{send_slow_clients_away, serve_beside_slow_clients},
    },
    forms::Kind,
    hangups::HangUps,
    ledger::Balance,
    load::{
        flood::{READS, flood},
        meter::Answers,
        overload::overload,
        soak::soak,
        traffic::Traffic,
    },
    numbers::{
        balanced::{Leave, replace_instances},
        downloads::read_elsewhere,
        failover::lose_primary,
        limits::guess_in_turn,
        lists::page_in_turn,
        pages::serve_pages_without_database,
        pooled::{Cluster, kill_pooler},
        repeats::repeat_in_parallel,
        rolling::replace_over_migration,
        sessions::move_between,
        upgrade::upgrade_together,
    },
    postgres::Stop,
    product::Product,
    report::Report,
};

/// Within which 99 % of lists are answered while every permit for strangers' passwords is taken.
const FLOODED_LISTS: Duration = Duration::from_millis(100);

/// Proves the server as a process. Builds nothing: `make chaos`, `make cluster` and `make soak` do.
#[derive(Parser)]
pub(crate) struct Commands {
    #[command(subcommand)]
    command: Proof,
}

#[derive(Subcommand)]
enum Proof {
    /// Kill, starve and cut off what the product needs, and count what is lost
    Chaos {
        /// How often each fault is done
        #[arg(long, default_value_t = 20)]
        rounds: usize,
    },
    /// Run several instances behind a pooler and a balancer
    Cluster {
        /// How often instances are killed and replaced
        #[arg(long, default_value_t = 12)]
        rounds: usize,
    },
    /// Make calls for long, then too many
    Soak {
        /// For how many seconds
        #[arg(long, default_value_t = 600)]
        seconds: u64,
    },
}

impl Commands {
    /// Carries it out.
    pub(crate) async fn run(self) -> Result<()> {
        match self.command {
            Proof::Chaos { rounds } => chaos(rounds).await,
            Proof::Cluster { rounds } => cluster(rounds).await,
            Proof::Soak { seconds } => soaked(Duration::from_secs(seconds)).await,
        }
    }
}

/// How many connections one client attacks with.
const ATTACKERS: usize = 1_000;

const BALANCE: [&str; 9] = [
    "what happens",
    "times",
    "acknowledged",
    "rows",
    "missing",
    "doubled",
    "altered",
    "refused",
    "unanswered",
];

fn balanced(report: &mut Report, what: &str, times: usize, balance: &Balance) -> Result<()> {
    let numbers =
        [times, balance.acknowledged, balance.rows, balance.missing, balance.doubled, balance.altered]
            .map(|number| number.to_string());
    let on_the_way = [balance.refusals, balance.silences].map(|number| number.to_string());
    let cells = [what].into_iter().chain(numbers.iter().map(String::as_str));
    report.row(&cells.chain(on_the_way.iter().map(String::as_str)).collect::<Vec<_>>());
    ensure!(balance.is_sound(), "{what}: {balance}");
    Ok(())
}

async fn chaos(rounds: usize) -> Result<()> {
    let mut report =
        Report::new("faults.md", "What faults cost", &format!("make chaos ROUNDS={rounds}"), &BALANCE);
    balanced(&mut report, "the server is killed", rounds, &kill_server(rounds).await?)?;
    for (what, way) in
        [("Postgres is stopped for a moment", Stop::Fast), ("Postgres crashes", Stop::Immediate)]
    {
        balanced(&mut report, what, rounds, &restart_postgres(&vec![way; rounds]).await?)?;
    }
    let cuts = (0..rounds).map(|cut| Cut::Request(cut.saturating_mul(20))).chain([Cut::Answer]);
    let cuts = cuts.collect::<Vec<_>>();
    balanced(&mut report, "a connection breaks", cuts.len(), &cut_connections(&cuts).await?)?;
    let clients = 200;
    let balance = serve_beside_slow_clients(clients, 1_000).await?;
    balanced(&mut report, "clients that send a byte a second", clients, &balance)?;
    let mut held = 0;
    for &attack in Attack::ALL {
        let withstood = withstand(attack, ATTACKERS, 1_000).await?;
        held = held.max(withstood.held);
        balanced(&mut report, attack.name(), ATTACKERS, &withstood.balance)?;
    }
    match fill_disk(rounds).await? {
        Some(balance) => balanced(&mut report, "the disk is full for a while", rounds, &balance)?,
        None => report.paragraph("The full disk was left out: mounting a small one takes root."),
    }
    if let Some(balance) = fill_uploads(rounds).await? {
        balanced(&mut report, "the disk for arriving CVs is full for a while", rounds, &balance)?;
    }
    let (balance, mails) = send_through_faults(rounds).await?;
    balanced(&mut report, "the server is killed, the mail server away and hanging", rounds, &balance)?;
    ensure!(mails.are_sound(), "{mails}");
    report.paragraph(&format!(
        "With mail on, the server was killed {rounds} times, the mail server was away for an hour, as the database saw it, and \
         then took connections and said nothing. {} stored forms had their mail, none was missing; {} mails came twice, with \
         the same Message-ID and the same text, because a server was killed before it could note that they were sent.",
        mails.came, mails.again
    ));
    report.paragraph(if jump().await? {
        "The server's clock jumped an hour ahead and an hour behind: access tokens and links to CVs kept their \
         times, sign-ins went on, logins stayed limited, forms were stored, and a repeat stayed one row."
    } else {
        "Jumps of the clock were left out: run 'scripts/setup.sh clock' first."
    });
    withstand_flood(&mut report).await?;
    hang_up(&mut report, 10_000).await?;
    let left = send_slow_clients_away(clients).await?;
    let released = release(ATTACKERS).await?;
    report.paragraph(&format!(
        "Over {ATTACKERS} connections one client had the system hold at most {} KB, and what it did not take was gone after \
         {} s.",
        held >> 10,
        released.as_secs()
    ));
    report
        .paragraph(&format!("The last of {clients} slow clients was sent away after {} s.", left.as_secs()));
    report.write()
}

/// A minute of wrong passwords from more clients than the server hashes passwords for.
async fn withstand_flood(report: &mut Report) -> Result<()> {
    let product = Product::start().await?;
    let traffic = Traffic::prepare(&product, true).await?;
    let flood = flood(&product, &traffic, Duration::from_mins(1)).await?;
    let [alone, flooded] = [&flood.alone, &flood.beside].map(|answers| answers.within(990));
    // Half of the cores hash passwords all the while, so lists take longer than alone.
    ensure!(
        flooded <= alone.saturating_mul(2).max(FLOODED_LISTS),
        "lists took {alone:?}, during a flood of wrong passwords {flooded:?}"
    );
    report.paragraph(&format!(
        "The flood was a minute of wrong passwords from 90 clients at once, each try for another account and from another \
         address. {} were compared with a password, and {} found every permit taken. An owner who had signed in from her \
         browser before signed in twice a second all the while, ended other sessions and changed the password.",
        flood.compared, flood.refused
    ));
    report.paragraph(&format!(
        "{READS:.0} lists a second were read at the same time, 99 % within {} ms; within {} ms without the flood.",
        flooded.as_millis(),
        alone.as_millis()
    ));
    Ok(())
}

async fn hang_up(report: &mut Report, times: usize) -> Result<()> {
    let hang_ups = HangUps::set_up(false).await?;
    let beside = async |leaves| {
        let visitors = hang_ups.beside(times, 200.0, leaves).await?;
        ensure_undisturbed(&visitors)?;
        Ok::<_, anyhow::Error>(visitors.within(990))
    };
    let (staying, leaving) = (beside(false).await?, beside(true).await?);
    ensure!(
        leaving <= staying.saturating_mul(2),
        "beside clients that leave visitors waited {leaving:?}, beside the same that stay {staying:?}"
    );
    ensure_undisturbed(&hang_ups.in_turn(times).await?)?;
    hang_ups.every_byte().await?.iter().try_for_each(ensure_undisturbed)?;
    ensure_undisturbed(&hang_ups.storm(times, Duration::from_secs(5)).await?)?;
    let remains = hang_ups.settle().await?;
    ensure!(remains.are_none(), "{times} clients left something behind: {remains:?}");
    report.paragraph(&format!(
        "{times} clients made requests by every route and left at a random moment, then {times} more, eight at a time, \
         as fast as they could, others at every byte of a form and of \
         a login and of the answers, and {times} more a millisecond after a login, from one address. No visitor was \
         refused meanwhile; 99 % were served within {:.1} ms, and within {:.1} ms beside as many clients that stayed. \
         Afterwards {} transactions were open and {} locks held, the server had made {} connections to the database, and of {} \
         forms that were sent again none was missing or doubled.",
        leaving.as_secs_f64() * 1e3,
        staying.as_secs_f64() * 1e3,
        remains.transactions,
        remains.locks,
        remains.connections,
        remains.balance.acknowledged,
    ));
    Ok(())
}

fn ensure_undisturbed(visitors: &Answers) -> Result<()> {
    let Answers { refused, turned_away, hung, surprises, .. } = visitors;
    ensure!(
        [*refused, *turned_away, *hung] == [0; 3] && surprises.is_empty(),
        "of the visitors {refused} were refused, {turned_away} turned away, {hung} never answered: {surprises:?}"
    );
    Ok(())
}

async fn cluster(rounds: usize) -> Result<()> {
    let mut report =
        Report::new("cluster.md", "Several instances", &format!("make cluster ROUNDS={rounds}"), &BALANCE);
    for (what, leave) in [
        ("one of three behind HAProxy is killed", Leave::Killed),
        ("one of three behind HAProxy is replaced", Leave::Stopped),
    ] {
        balanced(&mut report, what, rounds, &replace_instances(rounds, leave).await?)?;
    }
    let (balance, reads) = replace_over_migration(rounds).await?;
    balanced(&mut report, "one of three is replaced, after a migration below all", rounds, &balance)?;
    // A fail-over takes half a minute.
    let losses = rounds.min(3);
    balanced(&mut report, "the primary of two Postgres is lost", losses, &lose_primary(losses).await?)?;
    balanced(&mut report, "PgBouncer is killed below three", rounds, &kill_pooler(rounds).await?)?;
    let mut cluster = Cluster::start().await?;
    page_in_turn(&cluster).await?;
    upgrade_together(&mut cluster).await?;
    read_elsewhere(&cluster, 20).await?;
    for &kind in Kind::ALL {
        repeat_in_parallel(&cluster, kind, 50).await?;
    }
    move_between(&cluster).await?;
    guess_in_turn(&cluster).await?;
    serve_pages_without_database(200).await?;
    report.paragraph(&format!(
        "While instances were replaced over a migration, {reads} pages, lists and records were read besides, and none \
         was refused or left unanswered. While Postgres was stopped, HAProxy found the site's pages at instances that \
         live, and forms were refused in the API's own words.",
    ));
    report.paragraph(
        "Between HAProxy and PgBouncer three instances gave one answer to 50 parallel repeats of a form, refreshed and ended \
         each other's sign-ins, counted failed logins together, paged one list in every order without repeating \
         or losing a row, handed out each other's CVs byte for byte, and, started together over a database that \
         lagged behind, carried the migration out once.",
    );
    report.write()
}

async fn soaked(time: Duration) -> Result<()> {
    let columns = ["calls", "a second", "served", "50 %", "99 %", "99.9 %", "refused", "turned away", "hung"];
    let mut report = Report::new(
        "soak.md",
        "Traffic for long, and too much of it",
        &format!("make soak SECONDS={}", time.as_secs()),
        &columns,
    );
    let product = Product::start().await?;
    let traffic = Traffic::prepare(&product, true).await?;
    let since = Instant::now();
    let most = traffic.as_fast_as_possible(16, Duration::from_secs(5)).await;

    let soak = soak(&product, &traffic, time, most).await?;
    for (call, answers) in soak.meter.by_call() {
        answered(&mut report, &format!("{call:?}"), "", &answers)?;
    }
    let all = soak.meter.total();
    answered(&mut report, "all", &format!("{:.0}", soak.rate), &all)?;
    ensure!(all.refused + all.turned_away == 0, "calls were refused at half of what the server can do");
    let overload = overload(&product, &traffic, Duration::from_secs(20), most).await?;
    answered(&mut report, "overload", &format!("{:.0}", overload.rate), &overload.meter.total())?;

    ensure!(
        overload.recovery < Duration::from_secs(10),
        "the server took {:?} to recover",
        overload.recovery
    );
    let resident = |place: usize| soak.memory.get(place).map_or(0, |memory| memory.resident >> 20);
    let (middle, end) = (resident(soak.memory.len() / 2), resident(soak.memory.len().saturating_sub(1)));
    ensure!(end <= middle + middle / 4, "the memory grew from {middle} to {end} MiB in the second half");
    report.paragraph(&format!(
        "The server answers at most {most:.0} of these calls a second. Its memory over {} s at half of that: \
         {} MiB after a tenth of the time, {} MiB half-way, {} MiB at the end; at its peak in the overload {} MiB. \
         {} ms after the overload calls took their usual time again. All of it took {} s.",
        time.as_secs(),
        resident(soak.memory.len() / 10),
        middle,
        end,
        overload.memory.peak >> 20,
        overload.recovery.as_millis(),
        since.elapsed().as_secs(),
    ));
    report.write()
}

fn answered(report: &mut Report, what: &str, rate: &str, answers: &Answers) -> Result<()> {
    let times = [500, 990, 999].map(|part| format!("{:.1} ms", answers.within(part).as_secs_f64() * 1e3));
    let [median, most, nearly_all] = &times;
    let counts = [answers.refused, answers.turned_away, answers.hung].map(|number| number.to_string());
    let [refused, turned_away, hung] = &counts;
    let served = answers.served().to_string();
    report.row(&[what, rate, &served, median, most, nearly_all, refused, turned_away, hung]);
    ensure!(answers.hung == 0, "{what}: {} calls hung", answers.hung);
    ensure!(answers.surprises.is_empty(), "{what}: {:?}", answers.surprises);
    Ok(())
}
