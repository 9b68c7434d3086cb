//! A program that runs beside the proof, with what it says.

use std::{
    env,
    io::{BufRead as _, BufReader, Read},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail};
use rustix::process::{Pid, Signal, geteuid, kill_process};

/// How long a program may take to start or to stop before it counts as hung.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A running program. It ends with this value, and with the thread that started it.
pub(crate) struct Program {
    name: String,
    child: Child,
    output: Arc<Output>,
}

#[derive(Default)]
struct Output {
    lines: Mutex<Vec<String>>,
    grown: Condvar,
}

impl Program {
    /// Starts a command. Its process ends even when this one is killed: by the signal `at_death`.
    pub(crate) fn start(command: &Command, user: User, at_death: &str) -> Result<Self> {
        let name = command.get_program().to_string_lossy().into_owned();
        let mut tied = Command::new("setpriv");
        tied.args(user.options()).args(["--pdeathsig", at_death]);
        tied.arg(command.get_program()).args(command.get_args());
        for (key, value) in command.get_envs() {
            tied.env(key, value.unwrap_or_default());
        }
        if let Some(folder) = command.get_current_dir() {
            tied.current_dir(folder);
        }
        tied.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = tied.spawn().with_context(|| format!("{name} cannot be started"))?;
        let output = Arc::new(Output::default());
        if let Some(stream) = child.stdout.take() {
            output.follow(stream);
        }
        if let Some(stream) = child.stderr.take() {
            output.follow(stream);
        }
        Ok(Self { name, child, output })
    }

    /// Waits for a line that holds these words, and returns it; an error when the program ends before.
    pub(crate) fn wait_for(&mut self, words: &str) -> Result<String> {
        let until = Instant::now() + TIMEOUT;
        let output = Arc::clone(&self.output);
        tokio::task::block_in_place(|| {
            let mut lines = output.lines();
            loop {
                if let Some(line) = lines.iter().find(|line| line.contains(words)) {
                    return Ok(line.clone());
                }
                if self.child.try_wait()?.is_some() {
                    // Its last words may still be on their way.
                    drop(lines);
                    thread::sleep(Duration::from_millis(50));
                    bail!("{} ended before it said {words:?}:\n{}", self.name, self.log());
                }
                if Instant::now() > until {
                    drop(lines);
                    bail!("{} never said {words:?}:\n{}", self.name, self.log());
                }
                let waited = output.grown.wait_timeout(lines, Duration::from_millis(100));
                lines = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        })
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, signal: Signal) -> Result<()> {
        kill_process(self.pid(), signal).with_context(|| format!("{} cannot be signalled", self.name))
    }

    /// Sends a signal and waits for the end.
    pub(crate) fn stop(&mut self, signal: Signal) -> Result<ExitStatus> {
        if self.child.try_wait()?.is_none() {
            self.signal(signal)?;
        }
        tokio::task::block_in_place(|| Ok(self.child.wait()?))
    }

    /// The process.
    pub(crate) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Whether it runs.
    pub(crate) fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// All that it has said.
    pub(crate) fn log(&self) -> String {
        self.output.lines().join("\n")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Let it leave in order, unless it takes its time.
        let _ = kill_process(self.pid(), Signal::INT);
        let until = Instant::now() + Duration::from_secs(5);
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < until {
            thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Output {
    fn lines(&self) -> std::sync::MutexGuard<'_, Vec<String>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads on to the end, so that a full pipe never stops the program.
    fn follow(self: &Arc<Self>, stream: impl Read + Send + 'static) {
        let output = Arc::clone(self);
        thread::spawn(move || {
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                output.lines().push(line);
                output.grown.notify_all();
            }
        });
    }
}

/// Who runs a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum User {
    /// Whoever runs the proof.
    Same,
    /// The user who runs databases, which refuse to be run by root.
    Postgres,
}

impl User {
    fn options(self) -> &'static [&'static str] {
        match self {
            Self::Postgres if is_root() => &["--reuid", "postgres", "--regid", "postgres", "--init-groups"],
            _ => &[],
        }
    }

    /// A command that this user runs.
    pub(crate) fn command(self, program: &Path) -> Command {
        let options = self.options();
        if options.is_empty() {
            return Command::new(program);
        }
        let mut command = Command::new("setpriv");
        command.args(options).arg(program);
        command
    }
}

/// Runs a command to its end; an error with what it said when it fails.
pub(crate) fn run(command: &mut Command) -> Result<String> {
    let name = format!("{command:?}");
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("{name} cannot be run"))?;
    if !output.status.success() {
        bail!("{name} failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether this process is root.
pub(crate) fn is_root() -> bool {
    geteuid().is_root()
}

/// Where a program is, looked for in these folders and in `PATH`.
pub(crate) fn find(name: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = folders.iter().cloned().chain(env::split_paths(&path));
    let system = ["/usr/sbin", "/usr/local/sbin"].map(PathBuf::from);
    folders.chain(system).map(|folder| folder.join(name)).find(|file| file.is_file())
}
