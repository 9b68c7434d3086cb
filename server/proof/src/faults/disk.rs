//! A disk is full for a while: the one below the database, and the one where CVs are kept while they arrive.

use std::{
    fs::{self, File},
    io::{ErrorKind, Write as _},
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Result, ensure};
use reqwest::StatusCode;

use crate::{
    folder::{Folder, give_away},
    forms::Kind,
    ledger::Balance,
    postgres::Postgres,
    product::{DATABASE, Product, new_database},
    program::{is_root, run},
    server::Server,
    visitors::{Visitors, client},
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
    let place = disk.place();
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

/// Fills the disk for arriving CVs so many times, and makes room again: 503 meanwhile, and only for applications.
pub(crate) async fn fill_uploads(rounds: usize) -> Result<Option<Balance>> {
    if !is_root() {
        return Ok(None);
    }
    let folder = Folder::new()?;
    let disk = SmallDisk::mount(&folder, ROOM)?;
    let place = disk.place();
    let postgres = new_database().await?;
    let settings = [("TMPDIR", &*place.to_string_lossy())];
    let server = Server::start(&postgres.url(DATABASE), &settings)?;
    let product = Product { server, postgres, client: client()? };
    product.server.ready(&product.client).await?;
    let session = product.sign_in().await?;
    let visitors = Visitors::start(8, &[Kind::Application], &[product.server.url()])?;
    for _ in 0..rounds {
        visitors.ledger.more(20).await?;
        let filler = fill(&place)?;
        visitors.ledger.refused().await?;
        let list = session.get(&product.client, &product.server.url(), "/api/applications").await?;
        ensure!(list.status() == StatusCode::OK, "the list was answered {}", list.status());
        fs::remove_file(filler)?;
    }
    visitors.ledger.more(20).await?;
    let balance = product.settle(visitors).await?;
    ensure!(balance.refusals > 0, "the disk was never full");
    // Ends before the disk goes.
    drop(product);
    Ok(Some(balance))
}

/// Takes all the room of a disk by a file.
fn fill(place: &Path) -> Result<PathBuf> {
    let file = place.join("filler");
    let mut filler = File::create(&file)?;
    let zeros = vec![0; 1 << 16];
    loop {
        match filler.write_all(&zeros) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::StorageFull => return Ok(file),
            Err(error) => return Err(error.into()),
        }
    }
}

/// How much fits on the disk at first, in MiB.
const ROOM: usize = 20;

struct SmallDisk<'a>(&'a Folder);

impl<'a> SmallDisk<'a> {
    fn mount(folder: &'a Folder, size: usize) -> Result<Self> {
        let disk = Self(folder);
        let place = disk.place();
        fs::create_dir(&place)?;
        mount(&format!("size={size}m"), &place)?;
        give_away(&place)?;
        Ok(disk)
    }

    fn place(&self) -> PathBuf {
        self.0.path().join("disk")
    }

    fn resize(&self, size: usize) -> Result<()> {
        mount(&format!("remount,size={size}m"), &self.place())
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = run(Command::new("umount").arg("--lazy").arg(self.place()));
    }
}

fn mount(options: &str, place: &Path) -> Result<()> {
    run(Command::new("mount").args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(place)).map(drop)
}
