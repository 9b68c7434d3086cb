//! Folders that go when the proof ends, however it ends.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::Result;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::program::{is_root, run};

const PREFIX: &str = "agency-proof-";

/// A folder that belongs to the user who runs databases.
pub(crate) struct Folder(TempDir);

impl Folder {
    /// A new folder with a path short enough for a socket in it.
    pub(crate) fn new() -> Result<Self> {
        sweep();
        let folder =
            tempfile::Builder::new().prefix(&format!("{PREFIX}{}-", std::process::id())).tempdir()?;
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700))?;
        give_away(folder.path())?;
        Ok(Self(folder))
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file there that the user who runs databases can read.
    pub(crate) fn write(&self, name: &str, content: &str) -> Result<PathBuf> {
        let file = self.path().join(name);
        fs::write(&file, content)?;
        give_away(&file)?;
        Ok(file)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        end_databases(self.path());
    }
}

/// Ends each Postgres that works below a folder, because its own keeper may have been killed.
fn end_databases(folder: &Path) {
    for data in fs::read_dir(folder).into_iter().flatten().flatten() {
        let pid = fs::read_to_string(data.path().join("postmaster.pid")).unwrap_or_default();
        let pid = pid.lines().next().and_then(|line| Pid::from_raw(line.parse().ok()?));
        let works_there = |pid: &Pid| {
            fs::read_link(format!("/proc/{}/cwd", pid.as_raw_nonzero())).is_ok_and(|at| at == data.path())
        };
        if let Some(pid) = pid.filter(works_there) {
            let _ = kill_process(pid, Signal::QUIT);
        }
    }
}

/// Hands a file over to the user who runs databases.
pub(crate) fn give_away(path: &Path) -> Result<()> {
    if is_root() {
        run(Command::new("chown").arg("postgres:postgres").arg(path))?;
    }
    Ok(())
}

/// Removes what runs that were killed left behind.
fn sweep() {
    let folders = fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten();
    for folder in folders {
        let name = folder.file_name().to_string_lossy().into_owned();
        let process = name.strip_prefix(PREFIX).and_then(|rest| rest.split('-').next());
        if process.is_some_and(|process| !Path::new("/proc").join(process).exists()) {
            end_databases(&folder.path());
            // What a small disk was mounted for lies in a folder of this name.
            let _ = run(Command::new("umount").args(["--lazy", "--quiet"]).arg(folder.path().join("disk")));
            let _ = fs::remove_dir_all(folder.path());
        }
    }
}
