//! Many sign-ins, each of which needs 19 MiB for a moment.

use crate::harness::prelude::*;

/// Sign-ins at the same time.
const AT_ONCE: usize = 4;

/// Signs in again and again while visitors send forms, and reports the memory that the server has afterwards.
pub(crate) async fn sign_in_often(times: usize) -> Result<Balance> {
    let system = System::start(&[TRUSTED]).await?;
    let (server, password) = (system.address(), create_admin(&system.postgres.url(), "grace")?);
    let visitors = Visitors::start(server);
    let credentials = json!({"username": "grace", "password": password});
    let mut admins = JoinSet::new();
    for _ in 0..AT_ONCE {
        let credentials = credentials.clone();
        admins.spawn(async move {
            for _ in 0..times / AT_ONCE {
                once(server, &post("/api/token/", "", &credentials)).await?.ensure(200)?;
            }
            anyhow::Ok(())
        });
    }
    admins.join_all().await.into_iter().collect::<Result<()>>()?;
    let [memory, peak] = system.servers.first().context("no server")?.memory()?;
    let balance = system.settle(visitors).await?.ensure_smooth()?;
    let note = format!("After {times} sign-ins the server had {memory:.0} MB, and {peak:.0} MB at most.");
    Ok(Balance { note: Some(note), ..balance })
}
