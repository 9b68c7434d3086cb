//! Connections that are all taken, and connections that a proxy uses again and again.

use crate::harness::prelude::*;

/// Connections that the server accepts by default.
const CONNECTIONS: usize = 4_096;
/// Addresses that take them. Each may have a quarter.
const TAKERS: u8 = 4;
/// Bytes of a body that the server always accepts, all but the last of which are sent.
const BODY_BYTES: usize = 16 * 1_024;
/// Connections that the proxy keeps.
const KEPT: usize = 4;

/// Takes every connection, each with a body whose last bytes come slowly, while a visitor connects.
///
/// # Errors
/// The metrics do not show it, or the visitor is served before a connection is free, or refused.
pub(crate) async fn take_all_connections() -> Result<Balance> {
    raise_open_files()?;
    let metrics = random_address(9_000);
    let system = System::start(&[("METRICS_ADDR", &metrics.to_string())]).await?;
    let (server, mut takers) = (system.address(), Vec::new());
    for address in 1..=TAKERS {
        let mut connections = JoinSet::new();
        for _ in 0..CONNECTIONS / usize::from(TAKERS) {
            connections.spawn(hold(Connection::open_from(Ipv4Addr::new(127, 0, 1, address), server).await?));
        }
        takers.push(connections);
    }
    let metric = async |name: &str| -> Result<usize> {
        let text = String::from_utf8(once(metrics, &get("/metrics", "")).await?.ensure(200)?.body)?;
        let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        Ok(value.with_context(|| format!("no metric {name}"))?.parse()?)
    };
    let are_taken = async || Ok(metric("http_connections").await? == CONNECTIONS);
    wait_until("the metrics show that all connections are taken", are_taken).await?;

    let ledger = Ledger::default();
    let waiting = {
        let ledger = ledger.clone();
        tokio::spawn(async move { send(&Form::new(Kind::Contact), server, &ledger).await })
    };
    let is_full = async || Ok(metric("http_connections_full_total").await? > 0);
    wait_until("the metrics show that the visitor waits", is_full).await?;
    let memory = settled_memory(&system).await?;
    ensure!(!waiting.is_finished(), "the visitor was served without a free connection");
    takers.pop();
    waiting.await?;
    drop(takers);
    let balance = system.compare(&ledger).await?.ensure_smooth()?;
    let note = format!(
        "With all {CONNECTIONS} connections taken, each by a body of 16 KB without its end, the server had {memory:.0} MB. \
         The metrics showed it. A visitor who connected waited, and was served when a client left."
    );
    Ok(Balance { note: Some(note), ..balance })
}

/// Sends a body but for its last bytes, which come too slowly to end it, and often enough to keep the connection.
async fn hold(mut connection: Connection) -> Result<()> {
    let head = head("POST", "/api/token/", "content-type: application/json\r\n", BODY_BYTES);
    connection.write(head.as_bytes()).await?;
    connection.write(&vec![b' '; BODY_BYTES - 100]).await?;
    let mut ticks = interval(Duration::from_secs(5));
    loop {
        ticks.tick().await;
        connection.write(b" ").await?;
    }
}

/// Returns the server's memory in MB when it has read what was sent.
async fn settled_memory(system: &System) -> Result<f64> {
    let server = system.servers.first().context("no server")?;
    let mut memory = 0.0;
    loop {
        sleep(Duration::from_secs(2)).await;
        let [now, _] = server.memory()?;
        if now <= memory + 1.0 {
            return Ok(now);
        }
        memory = now;
    }
}

/// Sends requests over connections that are kept, as a proxy does. The server ends each after 1,000 requests, and must say
/// so before.
pub(crate) async fn reuse_connections(requests: usize) -> Result<Balance> {
    let system = System::start(&[TRUSTED]).await?;
    let (server, ledger, mut proxy) = (system.address(), Ledger::default(), JoinSet::new());
    for _ in 0..KEPT {
        let ledger = ledger.clone();
        proxy.spawn(async move {
            let (mut connection, mut used) = (Connection::open(server).await?, HashSet::new());
            for number in 0..requests {
                if number % 10 > 0 {
                    connection.send(&get("/healthz", "")).await?.ensure(200)?;
                } else {
                    let (form, since) = (Form::new(Kind::Contact), Instant::now());
                    let answer = connection.send(&form.request()).await;
                    ensure!(ledger.note(&form, answer, since.elapsed()), "a form was not stored");
                }
                used.insert(connection.stream().local_addr()?);
            }
            Ok(used.len())
        });
    }
    let mut used = 0;
    for connections in proxy.join_all().await {
        used += connections?;
    }
    ensure!(used > KEPT, "no connection was ended");
    let balance = system.compare(&ledger).await?.ensure_smooth()?;
    let note = format!(
        "A proxy sent {} requests over {KEPT} connections. The server ended {}, each after it had said so.",
        KEPT * requests,
        used - KEPT
    );
    Ok(Balance { note: Some(note), ..balance })
}
