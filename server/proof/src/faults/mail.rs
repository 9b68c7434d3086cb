//! Mails while servers are killed and the mail server is away, or hangs: every stored form has its mail.

use std::{collections::BTreeSet, fmt};

use anyhow::{Result, ensure};

use crate::{
    forms::Kind,
    ledger::Balance,
    mail_server::{MailServer, Mood},
    postgres::Postgres,
    product::{DATABASE, Product, new_database},
    visitors::Visitors,
};

/// What came of the mails.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mails {
    /// How many Message-IDs came.
    pub(crate) came: usize,
    /// Stored forms that nobody was told of.
    pub(crate) missing: usize,
    /// Mails about forms that are not stored.
    pub(crate) strange: usize,
    /// Mails that came again, because a server was killed before it could note that they were sent.
    pub(crate) again: usize,
    /// Of these, such as were not the same.
    pub(crate) altered: usize,
}

impl Mails {
    /// Whether whoever works here heard of every form, and of nothing else.
    pub(crate) fn are_sound(&self) -> bool {
        self.came > 0 && [self.missing, self.strange, self.altered] == [0; 3]
    }
}

impl fmt::Display for Mails {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { came, missing, strange, again, altered } = self;
        write!(
            formatter,
            "{came} mails came, {missing} missing, {strange} strange, {again} again, {altered} altered"
        )
    }
}

/// Kills the server so many times while forms are sent, then has the mail server be away for an hour, as the database sees
/// it, and then hang.
pub(crate) async fn send_through_faults(rounds: usize) -> Result<(Balance, Mails)> {
    let mut mail_server = MailServer::start().await?;
    let url = mail_server.url();
    let settings =
        [("SMTP_URL", &*url), ("MAIL_FROM", "site@agency.example"), ("NOTIFY", "staff@agency.example")];
    let mut product = Product::with(new_database().await?, &settings).await?;
    let visitors = Visitors::start(8, Kind::ALL, &[product.server.url()])?;
    for _ in 0..rounds {
        visitors.ledger.more(40).await?;
        product.server.kill()?;
        product.server.resume()?;
    }
    for mood in [Mood::Away, Mood::Hanging] {
        mail_server.be(mood).await?;
        visitors.ledger.more(40).await?;
        in_no_transaction(&product.postgres, mood).await?;
        let later = "UPDATE mails SET due_at = due_at - interval '1 hour', failing_since = failing_since - interval '1 hour'";
        product.postgres.execute(DATABASE, later).await?;
        mail_server.be(Mood::Serving).await?;
        visitors.ledger.more(40).await?;
    }
    let balance = product.settle(visitors).await?;
    // What killed servers had is taken over when their time is up, which need not be waited for.
    product.postgres.execute(DATABASE, "UPDATE mails SET due_at = now() WHERE state = 'waiting'").await?;
    mail_server.has(balance.rows).await?;
    let mails = count(&product.postgres, &mail_server).await?;
    Ok((balance, mails))
}

/// No server is in the midst of a transaction because of a mail server.
async fn in_no_transaction(postgres: &Postgres, mood: Mood) -> Result<()> {
    let old = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'agency-server' \
               AND state LIKE 'idle in transaction%' AND state_change < now() - interval '5 seconds'";
    let held = postgres.query(DATABASE, old).await?.len();
    ensure!(held == 0, "{held} transactions are open beside a mail server that is {mood:?}");
    Ok(())
}

async fn count(postgres: &Postgres, mail_server: &MailServer) -> Result<Mails> {
    let mut expected = BTreeSet::new();
    for row in postgres.query(DATABASE, "SELECT slug FROM submissions").await? {
        expected.insert(format!("<{}.0@agency.example>", row.try_get::<_, String>(0)?));
    }
    let taken = mail_server.taken();
    let again = taken.values().map(|mails| mails.len().saturating_sub(1)).sum();
    let altered =
        taken.values().filter(|mails| mails.windows(2).any(|two| two.first() != two.last())).count();
    Ok(Mails {
        came: taken.len(),
        missing: expected.iter().filter(|id| !taken.contains_key(*id)).count(),
        strange: taken.keys().filter(|id| !expected.contains(*id)).count(),
        again,
        altered,
    })
}
