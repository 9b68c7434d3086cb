//! Instances that are started together over a database that lags behind them.

use std::{fs, path::PathBuf};

use anyhow::{Context as _, Result, ensure};

use crate::{
    numbers::pooled::Cluster,
    product::DATABASE,
    server::{Server, root},
};

const APPLIED: &str = "SELECT version::text FROM __diesel_schema_migrations";
const LOCKS: &str = "SELECT pid::text FROM pg_locks WHERE locktype = 'advisory'";

/// Takes the newest migration back below all instances and starts them at once, so that all want to carry it out.
pub(crate) async fn upgrade_together(cluster: &mut Cluster) -> Result<()> {
    let newest = migrations()?.pop().context("there are no migrations")?;
    for server in &mut cluster.servers {
        server.stop()?;
    }
    let name = newest.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let version = name.split('_').next().unwrap_or_default().replace('-', "");
    let back = fs::read_to_string(newest.join("down.sql"))?;
    let forget = format!("DELETE FROM __diesel_schema_migrations WHERE version = '{version}'");
    cluster.postgres.execute(DATABASE, &format!("BEGIN; {back}; {forget}; COMMIT")).await?;
    is_up_to_date(cluster, 1).await?;
    Server::resume_all(&mut cluster.servers)?;
    cluster.ready().await?;
    is_up_to_date(cluster, 0).await
}

/// So many migrations are missing, and nothing holds the lock by which they take turns.
async fn is_up_to_date(cluster: &Cluster, missing: usize) -> Result<()> {
    let applied = cluster.postgres.query(DATABASE, APPLIED).await?.len();
    let all = migrations()?.len();
    ensure!(applied.saturating_add(missing) == all, "{applied} of {all} migrations are there");
    let locks = cluster.postgres.query(DATABASE, LOCKS).await?.len();
    ensure!(locks == 0, "{locks} locks were left behind");
    Ok(())
}

fn migrations() -> Result<Vec<PathBuf>> {
    let mut migrations = fs::read_dir(root().join("migrations"))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()?;
    migrations.sort();
    Ok(migrations)
}
