//! Report of results, on the terminal and in a page of the documentation.

use std::{fs, mem, pin::Pin, process::Command, thread};

use crate::harness::prelude::*;

/// Part of a run, what happens in it, and its proof.
pub(crate) type Proof = (&'static str, &'static str, Pin<Box<dyn Future<Output = Result<Balance>>>>);

/// Columns of balances.
pub(crate) const BALANCE: &str =
    "| what happens | acknowledged | rows | missing | doubled | altered | refused | not answered |";
/// Columns of results with limits.
pub(crate) const RESULT: &str = "| what | figures | result | budget | goal | keeps |";

/// Page with one table, and the parts of a run that it reports.
pub(crate) struct Report {
    page: String,
    /// Paragraphs below the table.
    pub(crate) notes: Vec<String>,
    /// The only part to run.
    only: Option<String>,
    parts: Vec<&'static str>,
}

impl Report {
    /// Creates a page that names the command that writes it.
    pub(crate) fn new(title: &str, command: &str, columns: &str, only: Option<String>) -> Self {
        let mut report = Self { page: String::new(), notes: Vec::new(), only, parts: Vec::new() };
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let mut git = Command::new("git");
        let version = run_command(git.args(["rev-parse", "--short", "HEAD"]).current_dir(root()));
        report.line(&format!(
            "# {title}\n\nWritten by `{command}` on {cores} shared cores, at {}, with production settings: limits are on, \
             forms have keys, and every request is logged as JSON.\n\n{columns}\n|{}",
            version.unwrap_or_default().trim(),
            " --- |".repeat(columns.matches('|').count() - 1)
        ));
        report
    }

    #[expect(clippy::print_stdout, reason = "the report is the command's output")]
    fn line(&mut self, line: &str) {
        println!("{line}");
        self.page.push_str(line);
        self.page.push('\n');
    }

    /// Returns whether a part is selected.
    pub(crate) fn has(&mut self, part: &'static str) -> bool {
        self.parts.push(part);
        self.only.as_ref().is_none_or(|only| only == part)
    }

    /// Runs the selected proofs and reports their balances.
    pub(crate) async fn prove(&mut self, proofs: Vec<Proof>) -> Result<()> {
        for (part, what, proof) in proofs {
            if self.has(part) {
                let balance = proof.await?;
                let Balance { acknowledged, rows, missing, doubled, altered, refused, unanswered, .. } =
                    balance;
                self.line(&format!(
                    "| {what} | {acknowledged} | {rows} | {missing} | {doubled} | {altered} | {refused} | {unanswered} |"
                ));
                self.notes.extend(balance.note);
            }
        }
        Ok(())
    }

    /// Adds a result with its budget and goal.
    pub(crate) fn result(&mut self, limits: Limits, what: &str, figures: &str, result: f64) {
        let Limits(sign, budget, goal, unit) = limits;
        let keeps = |limit: f64| if sign == '≤' { result <= limit } else { result >= limit };
        let verdict = match (keeps(goal), keeps(budget)) {
            (true, _) => "goal",
            (_, true) => "budget",
            _ => "over budget",
        };
        let digits = usize::from(result < 100.0) + usize::from(unit.contains('×'));
        self.line(&format!(
            "| {what} | {figures} | {result:.digits$}{unit} | {sign} {budget}{unit} | {sign} {goal}{unit} | {verdict} |"
        ));
    }

    /// Adds the notes, and writes the page to a file in `docs/measured` if all parts were run.
    pub(crate) fn end(mut self, file: Option<&str>) -> Result<()> {
        for note in mem::take(&mut self.notes) {
            self.line(&format!("\n{note}"));
        }
        if let Some(only) = &self.only {
            ensure!(self.parts.contains(&&**only), "the parts are {}", self.parts.join(", "));
        } else if let Some(file) = file {
            fs::write(root().join("docs/measured").join(file), &self.page)?;
        }
        Ok(())
    }
}

/// `≤` for maxima or `≥` for minima, budget and goal of a result, and their unit.
#[derive(Clone, Copy)]
pub(crate) struct Limits(pub(crate) char, pub(crate) f64, pub(crate) f64, pub(crate) &'static str);
