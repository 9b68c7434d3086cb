//! Attacks from one address that take all connections they can get. Visitors must be served at the first try.

use std::{fmt, thread};

use tokio::io::AsyncReadExt as _;
use tokio::task::block_in_place;

use crate::harness::prelude::*;

const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// Pause before the attacker replaces a connection that the server closed.
const PAUSE: Duration = Duration::from_secs(5);

/// Behaviour of the attacker's connections.
#[derive(Clone, Copy)]
pub(crate) enum Attack {
    /// Send nothing: more connections than the server has.
    Sockets,
    /// Send a header line every second.
    Heads,
    /// Send a byte of the body every second.
    Bodies,
    /// Send a byte every second of a body that no handler reads.
    UnreadBodies,
    /// Read a byte of the response every second.
    Reading,
    /// Send a login and leave.
    HangUps,
    /// Ask for the description of the API, over and over.
    Descriptions,
    /// Ask for an unknown page with thousands of segments in its path, over and over.
    Paths,
}

impl Attack {
    /// Returns the number of connections that the attacker opens at the same time.
    const fn connections(self) -> usize {
        match self {
            Self::Sockets => 5_000,
            // A build without optimization has no time left for visitors: not the server's shares are tried, but its speed.
            Self::Descriptions | Self::Paths if cfg!(debug_assertions) => 128,
            _ if cfg!(debug_assertions) => 256,
            _ => 1_000,
        }
    }

    /// Attacks until the server ends the connection.
    async fn attack(self, mut connection: Connection) -> Result<()> {
        let bodies = head("POST", &Kind::Contact.path(), "content-type: application/json\r\n", 100_000);
        let unread = head("POST", "/api/nope/", "", 30_000_000);
        let (start, more) = match self {
            Self::Heads => ("GET / HTTP/1.1\r\nHost: proof\r\n", "X-More: x\r\n"),
            Self::Bodies => (&*bodies, " "),
            Self::UnreadBodies => (&*unread, " "),
            Self::Sockets => ("", ""),
            Self::HangUps => return connection.write(&login()).await,
            Self::Reading => ("GET /large.js HTTP/1.1\r\nHost: proof\r\n\r\n", ""),
            Self::Descriptions => return repeat(connection, "/api/openapi.json").await,
            Self::Paths => return repeat(connection, &format!("/x{}y", "/".repeat(15_900))).await,
        };
        connection.write(start.as_bytes()).await?;
        let mut seconds = interval(Duration::from_secs(1));
        loop {
            seconds.tick().await;
            connection.write(more.as_bytes()).await?;
            if more.is_empty() {
                connection.stream().read_u8().await?;
            }
        }
    }
}

impl fmt::Display for Attack {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Sockets => "send nothing",
            Self::Heads => "never finish their heads",
            Self::Bodies => "never finish their bodies",
            Self::UnreadBodies => "send bodies that no handler reads",
            Self::Reading => "read a byte a second",
            Self::HangUps => "send a login and leave",
            Self::Descriptions => "ask for the description of the API",
            Self::Paths => "ask for paths of thousands of segments",
        })
    }
}

/// Sends the same request until the server closes the connection.
async fn repeat(mut connection: Connection, path: &str) -> Result<()> {
    let request = get(path, "");
    while connection.send(&request).await?.header("connection") != Some("close") {}
    Ok(())
}

/// Attacks a server until visitors have sent `forms` forms.
pub(crate) async fn withstand(attack: Attack, forms: usize) -> Result<Balance> {
    withstand_at(System::start(&[]).await?, "", attack, forms).await
}

/// Attacks two servers behind HAProxy, which have fewer connections than the attacker opens.
pub(crate) async fn withstand_behind_proxy(attack: Attack, forms: usize) -> Result<Balance> {
    let mut system = System::start(&[]).await?;
    system.serve(2, &[TRUSTED, ("MAX_CONNECTIONS", "256")]).await?;
    withstand_at(system, " behind HAProxy", attack, forms).await
}

async fn withstand_at(system: System, place: &str, attack: Attack, forms: usize) -> Result<Balance> {
    raise_open_files()?;
    let (server, mut attackers) = (system.address(), JoinSet::new());
    for _ in 0..attack.connections() {
        // The attackers connect before the first visitor.
        let mut connection = Connection::open_from(ATTACKER, server).await;
        attackers.spawn(async move {
            loop {
                if let Ok(connection) = connection {
                    let _ = attack.attack(connection).await;
                }
                sleep(PAUSE).await;
                connection = Connection::open_from(ATTACKER, server).await;
            }
        });
    }
    let visitors = Visitors::start(server);
    visitors.ledger.more(forms).await?;
    drop(attackers);
    let balance = system.settle(visitors).await?.ensure_smooth()?;
    let [_, peak] = system.servers.first().context("no server")?.memory()?;
    let note = format!(
        "With {} connections that {attack}{place}, the server had {peak:.0} MB at most.",
        attack.connections()
    );
    Ok(Balance { note: Some(note), ..balance })
}

/// Runs a crowd of `people` clients at one address while visitors at other addresses send a form every half second.
///
/// Each client of the crowd connects, sends a login (one time in twenty a refresh), and closes after 0.5 to 4 ms.
pub(crate) async fn withstand_crowd(people: usize, time: Duration) -> Result<Balance> {
    let system = System::start(&[]).await?;
    let (server, until, mut crowd) = (system.address(), Instant::now() + time, JoinSet::new());
    for _ in 0..people {
        crowd.spawn(async move {
            let mut made = 0;
            while Instant::now() < until {
                let request = match rand::random_range(0..20) {
                    0 => post("/api/token/refresh/", "", &json!({"refresh": "none"})),
                    _ => login(),
                };
                if let Ok(mut connection) = Connection::open_from(ATTACKER, server).await {
                    let _ = connection.write(&request).await;
                    let micros = rand::random_range(500..4_000);
                    // Tokio's timers are not precise enough.
                    block_in_place(|| thread::sleep(Duration::from_micros(micros)));
                    made += 1;
                }
            }
            made
        });
    }
    let (ledger, mut ticks) = (Ledger::default(), interval(Duration::from_millis(500)));
    for _ in 1..time.as_millis() / 500 {
        ticks.tick().await;
        send(&Form::new(Kind::Contact), server, &ledger).await;
    }
    let made = crowd.join_all().await.into_iter().sum::<usize>();
    let balance = system.compare(&ledger).await?;
    let note = format!(
        "The crowd was {people} clients at one address, which made {made} connections in {} s. Every half second a \
         visitor at another address sent a form over a new connection. Each was stored at the first try, 99 % within \
         {:.0} ms.",
        time.as_secs(),
        balance.within
    );
    Ok(Balance { note: Some(note), ..balance.ensure_smooth()? })
}
