//! The disk below the database is full for a while.

use std::{path::Path, process::Command};

use anyhow::{Result, ensure};

use crate::{
    folder::{Folder, give_away},
    forms::Kind,
    ledger::Balance,
    postgres::Postgres,
    product::{DATABASE, Product},
    program::{is_root, run},
    visitors::Visitors,
};

/// Fills the disk so many times while forms are sent; each time more room is made.
///
/// None where disks cannot be mounted: that takes root.
pub(crate) async fn fill_disk(rounds: usize) -> Result<Option<Balance>> {
    if !is_root() {
        return Ok(None);
    }
    let folder = Folder::new()?;
    let disk = SmallDisk::mount(&folder, ROOM)?;
    let postgres = Postgres::start()?;
    let place = disk.0.path().join("disk");
    postgres.execute("postgres", &format!("CREATE TABLESPACE small LOCATION '{}'", place.display())).await?;
    postgres.execute("postgres", &format!("CREATE DATABASE {DATABASE} TABLESPACE small")).await?;
    let product = Product::over(postgres).await?;
    let visitors = Visitors::start(8, Kind::ALL, &[product.server.url()])?;
    for round in 1..=rounds {
        visitors.ledger.refused().await?;
        disk.resize(ROOM.saturating_mul(round.saturating_add(1)))?;
        visitors.ledger.more(20).await?;
    }
    disk.resize(ROOM.saturating_mul(100))?;
    visitors.ledger.more(20).await?;
    let balance = product.settle(visitors).await?;
    ensure!(balance.refusals > 0, "the disk was never full");
    // Ends before the disk goes.
    drop(product);
    Ok(Some(balance))
}

/// How much fits on the disk at first, in MiB.
const ROOM: usize = 20;

struct SmallDisk<'a>(&'a Folder);

impl<'a> SmallDisk<'a> {
    fn mount(folder: &'a Folder, size: usize) -> Result<Self> {
        let place = folder.path().join("disk");
        std::fs::create_dir(&place)?;
        mount(&format!("size={size}m"), &place)?;
        let disk = Self(folder);
        give_away(&place)?;
        Ok(disk)
    }

    fn resize(&self, size: usize) -> Result<()> {
        mount(&format!("remount,size={size}m"), &self.0.path().join("disk"))
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = run(Command::new("umount").arg("--lazy").arg(self.0.path().join("disk")));
    }
}

fn mount(options: &str, place: &Path) -> Result<()> {
    run(Command::new("mount").args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(place)).map(drop)
}
