//! Full disks: the database's, or the one for uploaded CVs.

use std::fs;
use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::process::Command;

use crate::harness::prelude::*;

/// Initial size of the disk in MiB.
const SIZE: usize = 20;

/// Fills and enlarges the database's disk `rounds` times. Only root can mount a disk.
pub(crate) async fn fill_database(rounds: usize) -> Result<Balance> {
    let disk = Disk::mount()?;
    let (postgres, place) = (Postgres::start_empty()?, disk.place());
    let url = postgres.url("postgres");
    execute(&url, &format!("CREATE TABLESPACE small LOCATION '{}'", place.display())).await?;
    execute(&url, &format!("CREATE DATABASE {DATABASE} TABLESPACE small")).await?;
    let system = System::over(postgres, &[]).await?;
    let visitors = Visitors::start(Kind::ALL, system.address());
    for round in 1..=rounds {
        visitors.ledger.refused().await?;
        disk.resize(SIZE * (round + 1))?;
        visitors.ledger.more(20).await?;
    }
    disk.resize(SIZE * 100)?;
    visitors.ledger.more(20).await?;
    system.settle(visitors).await
}

/// Fills and clears the disk for uploaded CVs `rounds` times. Only root can mount a disk.
pub(crate) async fn fill_uploads(rounds: usize) -> Result<Balance> {
    let disk = Disk::mount()?;
    let system = System::start(&[("TMPDIR", &disk.place().to_string_lossy())]).await?;
    let session = system.sign_in().await?;
    let visitors = Visitors::start(&[Kind::Application], system.address());
    for _ in 0..rounds {
        visitors.ledger.more(20).await?;
        let filler = disk.fill()?;
        visitors.ledger.refused().await?;
        session.get("/api/applications").await?.ensure(200)?;
        fs::remove_file(filler)?;
    }
    visitors.ledger.more(20).await?;
    system.settle(visitors).await
}

/// Small disk in memory.
struct Disk(Folder);

impl Disk {
    fn mount() -> Result<Self> {
        let disk = Self(Folder::new()?);
        fs::create_dir(disk.place())?;
        disk.mount_with(&format!("size={SIZE}m"))?;
        hand_over(&disk.place())?;
        Ok(disk)
    }

    fn place(&self) -> PathBuf {
        self.0.path().join("disk")
    }

    fn resize(&self, size: usize) -> Result<()> {
        self.mount_with(&format!("remount,size={size}m"))
    }

    fn mount_with(&self, options: &str) -> Result<()> {
        run_command(Command::new("mount").args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(self.place()))
            .map(drop)
    }

    /// Fills the disk with one file and returns its path.
    fn fill(&self) -> Result<PathBuf> {
        let path = self.place().join("filler");
        let mut file = File::create(&path)?;
        loop {
            if let Err(error) = file.write_all(&[0; 1 << 14]) {
                ensure!(error.kind() == ErrorKind::StorageFull, error);
                return Ok(path);
            }
        }
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = run_command(Command::new("umount").arg("--lazy").arg(self.place()));
    }
}
