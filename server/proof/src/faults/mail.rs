//! Killed servers, and a mail server that is down or hangs. Every stored form must get its mail.

use crate::harness::prelude::*;

/// Finds transactions that a server keeps open while it waits for a mail server.
const HELD: &str = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'agency-server' \
     AND state LIKE 'idle in transaction%' AND state_change < now() - interval '5 seconds'";
const AN_HOUR_LATER: &str =
    "UPDATE mails SET due_at = due_at - interval '1 hour', failing_since = failing_since - interval '1 hour'";
/// Makes mails of a killed server due at once, instead of after their lease.
const NOW: &str = "UPDATE mails SET due_at = now() WHERE state = 'waiting'";

/// Kills the server `rounds` times. Then the mail server is down, and then hangs, for an hour of the database's time
/// each.
pub(crate) async fn send_through_faults(rounds: usize) -> Result<Balance> {
    let mut mail_server = MailServer::start(State::Serving).await?;
    let settings = mail_server.settings();
    let mut system = System::start(&settings.each_ref().map(|(name, value)| (*name, &**value))).await?;
    let visitors = Visitors::start(Kind::ALL, system.address());
    for _ in 0..rounds {
        visitors.ledger.more(40).await?;
        system.server(0)?.kill()?;
        system.resume(0).await?;
    }
    for state in [State::Away, State::Hanging] {
        mail_server.set(state).await;
        visitors.ledger.more(40).await?;
        let held = system.postgres.query(HELD).await?.len();
        ensure!(held == 0, "{held} transactions wait for a mail server that is {state:?}");
        system.postgres.execute(AN_HOUR_LATER).await?;
        mail_server.set(State::Serving).await;
        visitors.ledger.more(40).await?;
    }
    let balance = system.settle(visitors).await?;
    system.postgres.execute(NOW).await?;
    let mails = mail_server.receive(balance.rows).await?;
    let mut expected = BTreeSet::new();
    for row in system.postgres.query("SELECT slug FROM submissions").await? {
        expected.insert(format!("<{}.0@agency.example>", row.try_get::<_, String>(0)?));
    }
    let came = mails.keys().cloned().collect::<BTreeSet<_>>();
    ensure!(came == expected, "{} mails came for {} forms, or other ones", came.len(), expected.len());
    let is_same = |mails: &Vec<String>| mails.iter().all(|mail| mails.first() == Some(mail));
    ensure!(mails.values().all(is_same), "a mail that arrived twice was not the same");
    let twice = mails.values().map(|mails| mails.len() - 1).sum::<usize>();
    Ok(balance.with_note(format!(
        "With mail on, the server was killed; then the mail server was down for an hour of the database's time; then it \
         accepted connections and never responded. Each stored form had its mail. {twice} mails arrived twice, with \
         the same Message-ID and text, because the server was killed before it could record that they were sent."
    )))
}
