//! Many clients send a byte a second while others want to be served.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Result, ensure};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinSet,
    time::{interval, timeout},
};

use crate::{
    faults::system::connect_from, forms::Kind, ledger::Balance, product::Product, visitors::Visitors,
};

/// How long the server may let a client linger, at most.
const LONGEST: Duration = Duration::from_secs(150);

/// Lets so many slow clients in, and others send forms meanwhile, which must all be stored at once.
pub(crate) async fn serve_beside_slow_clients(count: usize, forms: usize) -> Result<Balance> {
    let product = Product::start().await?;
    let slow = SlowClients::start(count, &product).await?;
    let visitors = Visitors::start(8, Kind::ALL, &[product.server.url()])?;
    visitors.ledger.more(forms).await?;
    ensure!(slow.open() == count, "only {} of {count} slow clients were still there", slow.open());
    let balance = product.settle(visitors).await?;
    ensure!(balance.refusals == 0 && balance.silences == 0, "others were not served: {balance}");
    Ok(balance)
}

/// How long it takes until the server has sent all of so many slow clients away.
pub(crate) async fn send_slow_clients_away(count: usize) -> Result<Duration> {
    let product = Product::start().await?;
    let since = Instant::now();
    let slow = SlowClients::start(count, &product).await?;
    let left = timeout(LONGEST, slow.tasks.join_all()).await;
    ensure!(
        left.is_ok(),
        "{} of {count} slow clients were never sent away",
        slow.open.load(Ordering::Relaxed)
    );
    Ok(since.elapsed())
}

/// Clients that send a byte a second, half of them already in their request's head.
struct SlowClients {
    open: Arc<AtomicUsize>,
    tasks: JoinSet<()>,
}

impl SlowClients {
    async fn start(count: usize, product: &Product) -> Result<Self> {
        let open = Arc::new(AtomicUsize::new(0));
        let mut tasks = JoinSet::new();
        for number in 0..count {
            // More than one address may have, from several.
            let from = u8::try_from(number % 10)?;
            let mut stream = connect_from([127, 0, 1, from], product.server.address(), None).await?;
            let head = "POST /api/consultations/create/ HTTP/1.1\r\nHost: localhost\r\n";
            stream.write_all(head.as_bytes()).await?;
            if number % 2 == 0 {
                let rest = "Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{\"message\":\"";
                stream.write_all(rest.as_bytes()).await?;
            }
            open.fetch_add(1, Ordering::Relaxed);
            let open = Arc::clone(&open);
            tasks.spawn(async move {
                linger(stream).await;
                open.fetch_sub(1, Ordering::Relaxed);
            });
        }
        Ok(Self { open, tasks })
    }

    fn open(&self) -> usize {
        self.open.load(Ordering::Relaxed)
    }
}

/// Sends a byte a second until the server has had enough.
async fn linger(mut stream: TcpStream) {
    let mut seconds = interval(Duration::from_secs(1));
    let mut answer = [0; 1_024];
    loop {
        tokio::select! {
            _ = seconds.tick() => if stream.write_all(b"x").await.is_err() { return },
            read = stream.read(&mut answer) => match read {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            },
        }
    }
}
