//! Child processes, their output, and their folders.

use std::{
    env, fs,
    fs::File,
    mem,
    os::{fd::AsRawFd as _, unix::fs::PermissionsExt as _},
    process::{Child, Command, ExitStatus, Stdio},
};

use rustix::process::{Pid, Resource, geteuid, getrlimit, kill_process, setrlimit};
use tokio::task::block_in_place;

use crate::harness::prelude::*;

/// Process, killed on drop and when the proof ends.
pub(crate) struct Process {
    command: Command,
    pub(crate) child: Child,
    output: File,
}

impl Process {
    pub(crate) fn start(mut command: Command) -> Result<Self> {
        let output = tempfile::tempfile()?;
        command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output.try_clone()?);
        let child = command.spawn().with_context(|| format!("{command:?} cannot be started"))?;
        Ok(Self { command, child, output })
    }

    /// Starts it again after its end.
    pub(crate) fn restart(&mut self) -> Result<()> {
        ensure!(!self.is_running(), "{:?} still runs", self.command);
        *self = Self::start(mem::replace(&mut self.command, Command::new("")))?;
        Ok(())
    }

    /// Waits for a line that contains these words.
    pub(crate) async fn wait_for(&mut self, words: &str) -> Result<()> {
        let printed = wait_until(words, async || {
            // Checked before reading, because the last lines of an ended process count.
            let (is_running, is_printed) = (self.is_running(), self.log().contains(words));
            ensure!(is_running || is_printed, "{:?} ended", self.command);
            Ok(is_printed)
        });
        printed.await.with_context(|| self.log())
    }

    /// Sends a signal and waits for the end.
    pub(crate) fn stop(&mut self, signal: Signal) -> Result<ExitStatus> {
        if self.is_running() {
            kill_process(Pid::from_child(&self.child), signal)?;
        }
        block_in_place(|| Ok(self.child.wait()?))
    }

    pub(crate) fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Returns its output since the last start.
    pub(crate) fn log(&self) -> String {
        // Opened again, because the process writes at the file's shared position.
        let output = fs::read(format!("/proc/self/fd/{}", self.output.as_raw_fd()));
        String::from_utf8_lossy(&output.unwrap_or_default()).into_owned()
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
    setpriv(&[], program)
}

/// Returns a command that ends with the proof. Root runs it as `postgres`, because Postgres refuses to run as root.
pub(crate) fn command_as_postgres(program: &Path) -> Command {
    let user = ["--reuid", "postgres", "--regid", "postgres", "--init-groups"];
    setpriv(if is_root() { &user } else { &[] }, program)
}

fn setpriv(options: &[&str], program: &Path) -> Command {
    let mut command = Command::new("setpriv");
    command.args(options).args(["--pdeathsig", "KILL"]).arg(program);
    command
}

/// Runs a command to its end and returns its output.
pub(crate) fn run_command(command: &mut Command) -> Result<String> {
    let output = command.stdin(Stdio::null()).output()?;
    ensure!(output.status.success(), "{command:?} failed: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Lets this process open as many files as it may, for thousands of connections.
pub(crate) fn raise_open_files() -> Result<()> {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    Ok(setrlimit(Resource::Nofile, limit)?)
}

pub(crate) fn is_root() -> bool {
    geteuid().is_root()
}

/// Finds a program in `PATH`. The error names the part of `scripts/setup.sh` that installs it.
pub(crate) fn find_program(name: &str, setup: &str) -> Result<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let files = env::split_paths(&path).chain(["/usr/sbin".into()]).map(|folder| folder.join(name));
    let found = files.into_iter().find(|file| file.is_file());
    found.with_context(|| format!("{name} is missing: run 'scripts/setup.sh {setup}'"))
}

/// Returns the root folder of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Creates a folder that the user who runs Postgres can write into, with a path short enough for a socket.
pub(crate) fn temporary_folder() -> Result<TempDir> {
    let folder = tempfile::Builder::new().prefix("agency-proof-").tempdir()?;
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o1777))?;
    Ok(folder)
}

pub(crate) fn write_file(folder: &TempDir, name: &str, content: &str) -> Result<PathBuf> {
    let file = folder.path().join(name);
    fs::write(&file, content)?;
    Ok(file)
}
