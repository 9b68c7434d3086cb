//! Results as a table, on the screen and in a page of the documentation.

use std::{fs, process::Command};

use anyhow::Result;

use crate::{program::run, server::root};

/// A page with one table.
pub(crate) struct Report {
    file: &'static str,
    text: String,
}

impl Report {
    /// Starts a page below `docs/measured`, with the command that wrote it.
    pub(crate) fn new(file: &'static str, title: &str, command: &str, columns: &[&str]) -> Self {
        let rule = vec!["---"; columns.len()];
        let text = format!(
            "# {title}\n\nWritten by `{command}` on {}, with limits on and keys sent, every form from an address of its \
             own.\n\n| {} |\n| {} |\n",
            machine(),
            columns.join(" | "),
            rule.join(" | ")
        );
        Self { file, text }
    }

    /// Adds a row, and tells it at once.
    #[expect(clippy::print_stdout, reason = "the table is what the command answers with")]
    pub(crate) fn row(&mut self, cells: &[&str]) {
        let row = format!("| {} |", cells.join(" | "));
        println!("{row}");
        self.text.push_str(&row);
        self.text.push('\n');
    }

    /// Adds a paragraph below the table.
    #[expect(clippy::print_stdout, reason = "it belongs to the command's answer")]
    pub(crate) fn paragraph(&mut self, text: &str) {
        println!("{text}");
        self.text.push('\n');
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Writes the page.
    pub(crate) fn write(&self) -> Result<()> {
        let folder = root().join("docs/measured");
        fs::create_dir_all(&folder)?;
        Ok(fs::write(folder.join(self.file), &self.text)?)
    }
}

/// What it was measured on.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let kernel = run(Command::new("uname").arg("-sm")).unwrap_or_default();
    let version = run(Command::new("git").args(["rev-parse", "--short", "HEAD"]).current_dir(root()));
    format!("{cores} shared cores, {}, at {}", kernel.trim(), version.unwrap_or_default().trim())
}
