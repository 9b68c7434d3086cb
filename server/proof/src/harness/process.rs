//! Child processes, their output, and their folders.

use std::{
    env, fs,
    fs::File,
    os::unix::fs::{FileExt as _, PermissionsExt as _},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
};

use rustix::process::{Pid, Signal, geteuid, kill_process};
use tempfile::TempDir;
use tokio::task::block_in_place;

use crate::harness::prelude::*;

/// Maximum time for a process to start.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Running process, killed on drop and when the proof ends.
pub(crate) struct Process {
    name: String,
    child: Child,
    output: File,
}

impl Process {
    pub(crate) fn start(command: &mut Command) -> Result<Self> {
        let name = format!("{command:?}");
        let output = tempfile::tempfile()?;
        command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output.try_clone()?);
        let child = command.spawn().with_context(|| format!("{name} cannot be started"))?;
        Ok(Self { name, child, output })
    }

    /// Waits for a line that contains these words.
    pub(crate) fn wait_for(&mut self, words: &str) -> Result<()> {
        let until = Instant::now() + TIMEOUT;
        loop {
            // Checked before reading, because the last lines of an ended process count.
            let is_starting = self.is_running() && Instant::now() < until;
            let log = self.log();
            if log.lines().any(|line| line.contains(words)) {
                return Ok(());
            }
            ensure!(is_starting, "{} did not print {words:?}:\n{log}", self.name);
            block_in_place(|| thread::sleep(Duration::from_millis(5)));
        }
    }

    /// Sends a signal and waits for the end.
    pub(crate) fn stop(&mut self, signal: Signal) -> Result<ExitStatus> {
        if self.is_running() {
            kill_process(self.pid(), signal)?;
        }
        block_in_place(|| Ok(self.child.wait()?))
    }

    pub(crate) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    pub(crate) fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Returns its whole output.
    pub(crate) fn log(&self) -> String {
        let length = self.output.metadata().map_or(0, |file| file.len());
        let mut bytes = vec![0; usize::try_from(length).unwrap_or_default()];
        // Reads at an offset, because the process writes at the file's shared position.
        let _ = self.output.read_exact_at(&mut bytes, 0);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns a command that ends with the proof.
pub(crate) fn command(program: &Path) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL"]).arg(program);
    command
}

/// Returns a command that ends with the proof. Root runs it as `postgres`, because Postgres refuses to run as root.
pub(crate) fn command_as_postgres(program: &Path) -> Command {
    if !is_root() {
        return command(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid", "postgres", "--regid", "postgres", "--init-groups"]);
    command.args(["--pdeathsig", "KILL"]).arg(program);
    command
}

/// Runs a command to its end and returns its output.
pub(crate) fn run_command(command: &mut Command) -> Result<String> {
    let output = command.stdin(Stdio::null()).output()?;
    ensure!(output.status.success(), "{command:?} failed: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

pub(crate) fn is_root() -> bool {
    geteuid().is_root()
}

/// Finds a program in these folders or in `PATH`.
///
/// # Errors
/// The program is missing. The error names the part of `scripts/setup.sh` that installs it.
pub(crate) fn find_program(name: &str, folders: &[PathBuf], setup: &str) -> Result<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = folders.iter().cloned().chain(env::split_paths(&path)).chain(["/usr/sbin".into()]);
    let found = folders.map(|folder| folder.join(name)).find(|file| file.is_file());
    found.with_context(|| format!("{name} is missing: run 'scripts/setup.sh {setup}'"))
}

/// Returns the root folder of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Temporary folder owned by the user who runs Postgres, with a path short enough for a socket.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Result<Self> {
        let folder = Self(tempfile::Builder::new().prefix("agency-proof-").tempdir()?);
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755))?;
        hand_over(folder.path())?;
        Ok(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file that the user who runs Postgres can read.
    pub(crate) fn write(&self, name: &str, content: &str) -> Result<PathBuf> {
        let file = self.path().join(name);
        fs::write(&file, content)?;
        hand_over(&file)?;
        Ok(file)
    }
}

/// Gives a file to the user who runs Postgres.
pub(crate) fn hand_over(path: &Path) -> Result<()> {
    if is_root() {
        run_command(Command::new("chown").arg("postgres:postgres").arg(path))?;
    }
    Ok(())
}
