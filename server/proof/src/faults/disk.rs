//! Full disks: the database's, or the one for uploaded CVs.

use std::{fs, io::ErrorKind, process::Command};

use crate::harness::prelude::*;

/// Initial size of the disk in MiB.
const SIZE: usize = 20;

/// Fills and enlarges the database's disk `rounds` times. Only root can mount a disk.
pub(crate) async fn fill_database(rounds: usize) -> Result<Balance> {
    let (disk, system) = (Disk::new()?, System::start(&[]).await?);
    let location = disk.0.path().join("small");
    run_command(command_as_postgres(Path::new("mkdir")).arg(&location))?;
    system.postgres.execute(&format!("CREATE TABLESPACE small LOCATION '{}'", location.display())).await?;
    system.postgres.execute("ALTER TABLE ALL IN TABLESPACE pg_default SET TABLESPACE small").await?;
    system.postgres.execute("ALTER INDEX ALL IN TABLESPACE pg_default SET TABLESPACE small").await?;
    let visitors = Visitors::start(system.address());
    for round in 1..=rounds {
        visitors.ledger.refused().await?;
        disk.mount(&format!("remount,size={}m", SIZE * (round + 1)))?;
        visitors.ledger.more(20).await?;
    }
    disk.mount("remount,size=2g")?;
    system.settle(visitors).await
}

/// Fills and clears the disk for uploaded CVs `rounds` times. Only root can mount a disk.
pub(crate) async fn fill_uploads(rounds: usize) -> Result<Balance> {
    let disk = Disk::new()?;
    let system = System::start(&[("TMPDIR", &disk.0.path().to_string_lossy())]).await?;
    let session = system.sign_in().await?;
    let visitors = Visitors::start(system.address());
    for _ in 0..rounds {
        visitors.ledger.more(20).await?;
        let filler = disk.0.path().join("filler");
        let written = fs::write(&filler, vec![0; (SIZE + 1) << 20]);
        ensure!(written.is_err_and(|error| error.kind() == ErrorKind::StorageFull), "the disk is not full");
        visitors.ledger.refused().await?;
        session.get("/api/applications").await?.ensure(200)?;
        fs::remove_file(filler)?;
    }
    system.settle(visitors).await
}

/// Small disk in memory.
struct Disk(TempDir);

impl Disk {
    fn new() -> Result<Self> {
        let disk = Self(temporary_folder()?);
        disk.mount(&format!("size={SIZE}m"))?;
        Ok(disk)
    }

    fn mount(&self, options: &str) -> Result<()> {
        let mut mount = Command::new("mount");
        run_command(mount.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(self.0.path())).map(drop)
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = run_command(Command::new("umount").arg("--lazy").arg(self.0.path()));
    }
}
