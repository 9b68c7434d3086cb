//! One client takes all that it can get, of connections and of the system's memory, while others want to be served.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinSet,
    time::{interval, sleep},
};

use crate::{
    faults::system::{allow_many_connections, connect_from, held},
    folder::Folder,
    forms::Kind,
    ledger::Balance,
    product::{Product, new_database},
    visitors::Visitors,
};

/// From where the attack comes; the visitors come from elsewhere.
const ATTACKER: [u8; 4] = [127, 0, 0, 1];

/// How long after its end a connection is made anew: a thousand of them come to 200 a second.
const PAUSE: Duration = Duration::from_secs(5);

/// What an attacker takes at a time, in bytes, where little is to be taken.
const WINDOW: u32 = 2_048;

/// A script of this many bytes, as large as the largest of the site.
const SCRIPT: usize = 256 * 1_024;

/// What the system may hold for a connection at most.
const MOST: u64 = 256 * 1_024;

/// How long what nobody takes may be held.
const LONGEST: Duration = Duration::from_secs(35);

/// What the attacker's connections do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Attack {
    /// Send a line of a request's head now and then.
    Heads,
    /// Send a byte of a body now and then.
    Bodies,
    /// Take a byte of a script now and then.
    Reading,
    /// Ask for a script sixteen times in a row, and take nothing.
    Pipelined,
}

impl Attack {
    /// Every attack there is.
    pub(crate) const ALL: &[Self] = &[Self::Heads, Self::Bodies, Self::Reading, Self::Pipelined];

    /// What happens, for a report.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Heads => "one client never finishes its requests' heads",
            Self::Bodies => "one client never finishes its requests' bodies",
            Self::Reading => "one client takes a byte a second of its answers",
            Self::Pipelined => "one client asks for much and takes nothing",
        }
    }
}

/// What came of an attack.
pub(crate) struct Withstood {
    /// Whether the visitors were served.
    pub(crate) balance: Balance,
    /// How much the system held at most for all connections, in bytes, of what was looked at.
    pub(crate) held: u64,
}

/// Attacks over so many connections at once, and has others send forms meanwhile, each of which must be stored at once.
pub(crate) async fn withstand(attack: Attack, connections: usize, forms: usize) -> Result<Withstood> {
    let (product, attackers, _site) = attacked(attack, connections).await?;
    let visitors = Visitors::start(8, Kind::ALL, &[product.server.url()])?;
    let mut most = held(product.server.address())?;
    for _ in 0..10 {
        visitors.ledger.more(forms.div_ceil(10)).await?;
        most = most.max(held(product.server.address())?);
    }
    drop(attackers);
    let balance = product.settle(visitors).await?;
    ensure!(balance.refusals == 0 && balance.silences == 0, "others were not served: {balance}");
    let bound = MOST.saturating_mul(u64::try_from(connections)?);
    ensure!(most <= bound, "the system held {most} bytes for {connections} connections");
    Ok(Withstood { balance, held: most })
}

/// How long the system holds what nobody takes, while its takers stay.
pub(crate) async fn release(connections: usize) -> Result<Duration> {
    let (product, _attackers, _site) = attacked(Attack::Pipelined, connections).await?;
    let since = Instant::now();
    while held(product.server.address())? > 0 {
        ensure!(since.elapsed() < LONGEST, "the system still holds {}", held(product.server.address())?);
        sleep(Duration::from_millis(100)).await;
    }
    Ok(since.elapsed())
}

/// A server under attack; the attack ends with the tasks.
async fn attacked(attack: Attack, connections: usize) -> Result<(Product, JoinSet<()>, Folder)> {
    allow_many_connections()?;
    let site = Folder::new()?;
    site.write("index.html", "<!doctype html><title>A site</title>")?;
    site.write("large.js", &"//".repeat(SCRIPT / 2))?;
    let root = site.path().to_string_lossy().into_owned();
    let product = Product::with(new_database().await?, &[("WEB_ROOT", &root)]).await?;
    let address = product.server.address();
    let mut attackers = JoinSet::new();
    for _ in 0..connections {
        // The first of all stand in line before anybody else comes.
        let first = connect_from(ATTACKER, address, Some(WINDOW)).await?;
        attackers.spawn(async move {
            let mut stream = Some(first);
            loop {
                if let Some(stream) = stream.take() {
                    // The server ends the connection, as it should.
                    let _ = act(attack, stream).await;
                }
                sleep(PAUSE).await;
                stream = connect_from(ATTACKER, address, Some(WINDOW)).await.ok();
            }
        });
    }
    Ok((product, attackers, site))
}

/// Does it until the server has had enough.
async fn act(attack: Attack, mut stream: TcpStream) -> Result<()> {
    let get = "GET /large.js HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let (start, more) = match attack {
        Attack::Heads => ("GET / HTTP/1.1\r\nHost: localhost\r\n".to_owned(), "X-More: x\r\n"),
        Attack::Bodies => {
            let head = "POST /api/consultations/create/ HTTP/1.1\r\nHost: localhost\r\n";
            let rest = "Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n";
            (format!("{head}{rest}"), " ")
        }
        Attack::Reading => (get.to_owned(), ""),
        Attack::Pipelined => (get.repeat(16), ""),
    };
    stream.write_all(start.as_bytes()).await?;
    let mut seconds = interval(Duration::from_secs(1));
    loop {
        seconds.tick().await;
        match attack {
            Attack::Heads | Attack::Bodies => stream.write_all(more.as_bytes()).await?,
            Attack::Reading => drop(stream.read_u8().await?),
            // Whoever reads nothing learns nothing of the end.
            Attack::Pipelined => std::future::pending().await,
        }
    }
}
