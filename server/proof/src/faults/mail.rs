//! Killed servers, and a mail server that is down or hangs. Every stored form must get its mail.

use crate::harness::prelude::*;

/// Counts transactions that a server keeps open while it waits for a mail server.
const HELD: &str = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'agency-server' \
     AND state LIKE 'idle in transaction%' AND state_change < now() - interval '5 seconds'";
const AN_HOUR_LATER: &str = "UPDATE deliveries SET due_at = due_at - interval '1 hour', failing_since = failing_since - interval '1 hour'";
/// Makes mails of a killed server due at once, instead of after their lease.
const NOW: &str = "UPDATE deliveries SET due_at = now() WHERE state = 'waiting'";

/// Kills the server `rounds` times. Then the mail server is down, and then hangs, for an hour of the database's time
/// each.
pub(crate) async fn send_through_faults(rounds: usize) -> Result<Balance> {
    let mut mail_server = MailServer::start(State::Serving).await?;
    let mut system = System::start(&mail_server.settings()).await?;
    let visitors = Visitors::start(system.address());
    for _ in 0..rounds {
        visitors.ledger.more(40).await?;
        system.server(0)?.process.stop(Signal::KILL)?;
        system.resume(0).await?;
    }
    for state in [State::Away, State::Hanging] {
        mail_server.set(state).await?;
        visitors.ledger.more(40).await?;
        let held = system.postgres.query_text(HELD).await?;
        ensure!(held == "0", "{held} transactions wait for a mail server that is {state:?}");
        system.postgres.execute(AN_HOUR_LATER).await?;
        mail_server.set(State::Serving).await?;
        visitors.ledger.more(40).await?;
    }
    let balance = system.settle(visitors).await?;
    system.postgres.execute(NOW).await?;
    let mails = mail_server.receive(balance.rows).await?;
    let ids = "SELECT '<' || slug || '.0@agency.example>' FROM submissions";
    let rows = rows(&system.postgres.url(), ids).await?;
    let expected = rows.iter().map(|row| row.try_get(0)).collect::<Result<BTreeSet<String>, _>>()?;
    let came = mails.keys().cloned().collect::<BTreeSet<_>>();
    ensure!(came == expected, "{} mails came for {} forms, or other ones", came.len(), expected.len());
    let is_same = |mails: &Vec<String>| mails.iter().all(|mail| mails.first() == Some(mail));
    ensure!(mails.values().all(is_same), "a mail that arrived twice was not the same");
    let twice = mails.values().map(|mails| mails.len() - 1).sum::<usize>();
    let note = format!(
        "With mail on, the server was killed; then the mail server was down for an hour of the database's time; then it \
         accepted connections and never responded. Each stored form had its mail. Mails that arrived twice, with \
         the same Message-ID and text, because the server was killed before it could record that they were sent: {twice}."
    );
    Ok(Balance { note: Some(note), ..balance })
}
