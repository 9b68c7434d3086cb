//! Clients that ask and leave, at every moment and by every route, beside visitors who stay.

mod leaving;
mod routes;

#[cfg(test)]
mod tests;

use std::{
    net::Ipv4Addr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use anyhow::{Context as _, Result};
use tokio::{
    task::JoinSet,
    time::{Instant, MissedTickBehavior, interval, sleep},
};

use crate::{
    addresses,
    forms::{Form, Kind},
    hangups::{
        leaving::{LeaveAt, PROXY, leave},
        routes::{Request, Routes},
    },
    ledger::{Balance, Ledger},
    load::{
        meter::{Answers, Meter},
        traffic::{Call, Traffic},
    },
    postgres::Postgres,
    product::{DATABASE, Product, new_database},
    server::{create_admin, own_address},
    visitors::send,
};

/// How many leave at the same time where nothing else sets the pace.
const AT_ONCE: usize = 8;

/// How many leave one after the other before somebody comes who stays.
const IN_A_ROW: usize = 3;

/// How many calls visitors make a second meanwhile.
const VISITS: f64 = 40.0;

/// How long what was begun may take to end: less than Postgres lets a forgotten transaction live.
const TIMEOUT: Duration = Duration::from_secs(20);

/// The connections that the server may have, and a few: for its readiness, for upkeep.
pub(crate) const CONNECTIONS: usize = 16 + 4;

/// A product with the settings of production, its visitors, and those who leave.
pub(crate) struct HangUps {
    product: Product,
    traffic: Arc<Traffic>,
    routes: Arc<Routes>,
    /// What those who left had wanted to send.
    unsure: Arc<Mutex<Vec<Form>>>,
    /// Forms that visitors were told are stored.
    created: AtomicUsize,
    /// What was there before anybody came.
    rows: usize,
    connections: usize,
}

/// What those who left have left behind.
#[derive(Debug)]
pub(crate) struct Remains {
    /// What everybody was told, in the end those too who had left.
    pub(crate) balance: Balance,
    /// Rows that nobody was told of.
    pub(crate) surplus: usize,
    /// Connections to the database that the server made meanwhile.
    pub(crate) connections: usize,
    /// Transactions that are open.
    pub(crate) transactions: i64,
    /// Locks that are held.
    pub(crate) locks: i64,
}

impl Remains {
    /// Whether nothing is lost, doubled or left over.
    pub(crate) fn are_none(&self) -> bool {
        let balance = &self.balance;
        [balance.missing, balance.doubled, balance.altered, self.surplus] == [0; 4]
            && balance.surprises.is_empty()
            && [self.transactions, self.locks] == [0; 2]
            && self.connections <= CONNECTIONS
    }
}

impl HangUps {
    /// Lets everybody in; pages only where they are built.
    pub(crate) async fn set_up(pages: bool) -> Result<Self> {
        let postgres = new_database().await?;
        postgres.execute("postgres", "ALTER SYSTEM SET log_connections = on").await?;
        postgres.execute("postgres", "SELECT pg_reload_conf()").await?;
        let settings = [("RATE_LIMITS", "on"), addresses::TRUSTED];
        let product = Product::with(postgres, &settings).await?;
        let password = create_admin(&product.postgres.url(DATABASE), "ada")?;
        let traffic = Traffic::prepare(&product, pages).await?;
        let routes = Arc::new(Routes::of(&product, &password).await?);
        let rows = Ledger::default().settle(&product.postgres.url(DATABASE)).await?.rows;
        let connections = connections(&product.postgres);
        let (unsure, created) = (Arc::default(), AtomicUsize::new(0));
        Ok(Self { product, traffic, routes, unsure, created, rows, connections })
    }

    /// Makes so many requests, by every route in turn, while visitors make theirs; how these were answered. Who leaves
    /// does it at a random moment.
    pub(crate) async fn beside(&self, count: usize, a_second: f64, leaves: bool) -> Result<Answers> {
        let time = Duration::from_secs_f64(f64::from(u32::try_from(count)?) / a_second);
        self.meanwhile(time, async {
            let mut ticks = interval(Duration::from_secs_f64(1.0 / a_second));
            ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
            let mut running = JoinSet::new();
            for number in 0..count {
                ticks.tick().await;
                let request = self.routes.turn(number)?;
                let length = request.bytes.len();
                let moment = if leaves { LeaveAt::random(length) } else { LeaveAt::End };
                let server = self.routes.server;
                let bytes = keep(&self.unsure, request);
                running.spawn(async move { leave(PROXY, server, &bytes, moment).await });
                while let Some(left) = running.try_join_next() {
                    left??;
                }
            }
            while let Some(left) = running.join_next().await {
                left??;
            }
            Ok(())
        })
        .await
    }

    /// Makes so many requests as above, and as fast as the machine is: after a few who leave there is always a visitor,
    /// whose answer is waited for. How these were answered.
    pub(crate) async fn in_turn(&self, count: usize) -> Result<Answers> {
        let (routes, unsure) = (Arc::clone(&self.routes), Arc::clone(&self.unsure));
        let request = move |number| {
            let request = routes.turn(number)?;
            let moment = LeaveAt::random(request.bytes.len());
            Ok((keep(&unsure, request), moment))
        };
        self.each(PROXY, count, IN_A_ROW, request).await
    }

    /// Sends so many logins from one address, as fast as it can, and leaves a millisecond after each, while visitors make
    /// their calls for so long; how these were answered.
    pub(crate) async fn storm(&self, count: usize, time: Duration) -> Result<Answers> {
        let request = |_| Ok((Routes::login("nobody").bytes, LeaveAt::Sent(Duration::from_millis(1))));
        // By no proxy, so that it is this address that counts.
        let storm = async { self.each(own_address(), count, usize::MAX, request).await.map(drop) };
        self.meanwhile(time, storm).await
    }

    /// Leaves at every byte of a request and of its answer, for a small form and a login; how the visitors were answered
    /// who came in between.
    pub(crate) async fn every_byte(&self) -> Result<Vec<Answers>> {
        // A login that is refused is answered without work, after the first ones.
        let address = addresses::next().to_string();
        let form = keep(&self.unsure, Routes::contact());
        let mut visitors = Vec::new();
        for bytes in [form, Routes::login(&address).bytes] {
            let answer = leave(PROXY, self.routes.server, &bytes, LeaveAt::End).await?;
            let length = bytes.len();
            let moment = move |number: usize| match number.checked_sub(length) {
                None => LeaveAt::Request(number),
                Some(byte) => LeaveAt::Answer(byte),
            };
            let request = move |number| Ok((bytes.clone(), moment(number)));
            visitors.push(self.each(PROXY, length + answer, IN_A_ROW, request).await?);
        }
        Ok(visitors)
    }

    /// Has everybody who left send again, and looks at what is left behind.
    pub(crate) async fn settle(&self) -> Result<Remains> {
        let (postgres, server) = (&self.product.postgres, self.product.server.url());
        let open = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' \
            AND pid <> pg_backend_pid() AND xact_start IS NOT NULL";
        let locks = "SELECT count(*) FROM pg_locks WHERE pid <> pg_backend_pid()";
        let count = async |query| {
            anyhow::Ok(
                postgres.query(DATABASE, query).await?.first().context("no row")?.try_get::<_, i64>(0)?,
            )
        };
        // Counted once they are none: what the server does by itself, or Postgres, may begin again any moment.
        let deadline = Instant::now() + TIMEOUT;
        let (transactions, locks) = loop {
            let remaining = (count(open).await?, count(locks).await?);
            if remaining == (0, 0) || Instant::now() > deadline {
                break remaining;
            }
            sleep(Duration::from_millis(20)).await;
        };

        let connections = connections(postgres).saturating_sub(self.connections);
        let ledger = Ledger::default();
        let forms = std::mem::take(&mut *self.unsure.lock().unwrap_or_else(PoisonError::into_inner));
        for form in &forms {
            send(form, &self.product.client, &mut std::iter::repeat(server.clone()), &ledger).await;
        }
        let balance = ledger.settle(&postgres.url(DATABASE)).await?;
        let known = self.rows + self.created.load(Ordering::Relaxed) + balance.acknowledged;
        Ok(Remains { surplus: balance.rows.abs_diff(known), balance, connections, transactions, locks })
    }

    /// Does something while visitors make their calls; how these were answered.
    async fn meanwhile(&self, time: Duration, work: impl Future<Output = Result<()>>) -> Result<Answers> {
        let meter = Arc::<Meter>::default();
        let ((), done) = tokio::join!(self.traffic.at_rate(VISITS, time, &meter), work);
        done?;
        Ok(self.note(&meter))
    }

    /// Makes so many requests, as fast as so many can who make one after the other, and lets a visitor in after each few;
    /// how visitors were answered.
    async fn each(
        &self,
        from: Ipv4Addr,
        count: usize,
        in_a_row: usize,
        request: impl Fn(usize) -> Result<(Vec<u8>, LeaveAt)> + Send + Sync + 'static,
    ) -> Result<Answers> {
        let (next, request, meter) =
            (Arc::new(AtomicUsize::new(0)), Arc::new(request), Arc::<Meter>::default());
        let mut running = JoinSet::new();
        for _ in 0..AT_ONCE {
            let (next, request, meter) = (Arc::clone(&next), Arc::clone(&request), Arc::clone(&meter));
            let (traffic, server) = (Arc::clone(&self.traffic), self.routes.server);
            running.spawn(async move {
                for made in 1_usize.. {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let (bytes, moment) = request(number)?;
                    leave(from, server, &bytes, moment).await?;
                    if made.is_multiple_of(in_a_row) {
                        traffic.turn(number, &meter).await;
                    }
                }
                anyhow::Ok(())
            });
        }
        while let Some(left) = running.join_next().await {
            left??;
        }
        Ok(self.note(&meter))
    }

    /// Counts what visitors were told is stored.
    fn note(&self, meter: &Meter) -> Answers {
        let mut by_call = meter.by_call();
        let created = Kind::ALL.iter().filter_map(|&kind| by_call.remove(&Call::Create(kind)));
        self.created.fetch_add(created.map(|answers| answers.served()).sum(), Ordering::Relaxed);
        meter.total()
    }
}

/// Keeps the form of a request, to be sent again in the end.
fn keep(unsure: &Mutex<Vec<Form>>, request: Request) -> Vec<u8> {
    unsure.lock().unwrap_or_else(PoisonError::into_inner).extend(request.form);
    request.bytes
}

/// How many connections servers have made to the database.
fn connections(postgres: &Postgres) -> usize {
    let made = |line: &&str| line.contains("connection authorized") && line.contains("agency-server");
    postgres.log().lines().filter(made).count()
}
