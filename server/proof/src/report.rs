//! Report of results, on the terminal and in a page of the documentation.

use std::fs;
use std::process::Command;

use crate::harness::prelude::*;

/// Page with one table.
pub(crate) struct Report(String);

impl Report {
    /// Creates a page that names the command that writes it.
    pub(crate) fn new(title: &str, command: &str, columns: &[&str]) -> Self {
        let mut report = Self(String::new());
        report.line(&format!(
            "# {title}\n\nWritten by `{command}` on {}, with production settings: limits are on, forms have keys, and \
             every request is logged as JSON.\n",
            machine()
        ));
        report.row(columns);
        report.row(&vec!["---"; columns.len()]);
        report
    }

    pub(crate) fn row(&mut self, cells: &[&str]) {
        self.line(&format!("| {} |", cells.join(" | ")));
    }

    #[expect(clippy::print_stdout, reason = "the report is the command's output")]
    pub(crate) fn line(&mut self, line: &str) {
        println!("{line}");
        self.0.push_str(line);
        self.0.push('\n');
    }

    /// Writes the page into `docs/measured`.
    pub(crate) fn write(&self, file: &str) -> Result<()> {
        Ok(fs::write(root().join("docs/measured").join(file), &self.0)?)
    }
}

fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let version = run_command(Command::new("git").args(["rev-parse", "--short", "HEAD"]).current_dir(root()));
    format!("{cores} shared cores, at {}", version.unwrap_or_default().trim())
}

/// Budget and goal of a result.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    is_maximum: bool,
    budget: f64,
    goal: f64,
    unit: &'static str,
}

impl Limits {
    /// Column names of a report.
    pub(crate) const COLUMNS: [&str; 6] = ["what", "figures", "result", "budget", "goal", "keeps"];

    pub(crate) const fn at_least(budget: f64, goal: f64, unit: &'static str) -> Self {
        Self { is_maximum: false, budget, goal, unit }
    }

    pub(crate) const fn at_most(budget: f64, goal: f64, unit: &'static str) -> Self {
        Self { is_maximum: true, budget, goal, unit }
    }

    /// Adds a result to a report.
    pub(crate) fn report(&self, report: &mut Report, what: &str, figures: &str, result: f64) {
        let Self { is_maximum, budget, goal, unit } = *self;
        let keeps = |limit: f64| if is_maximum { result <= limit } else { result >= limit };
        let verdict = match (keeps(goal), keeps(budget)) {
            (true, _) => "goal",
            (_, true) => "budget",
            _ => "over budget",
        };
        let digits = usize::from(result < 100.0) + usize::from(unit.contains('×'));
        let sign = if is_maximum { "≤" } else { "≥" };
        let [budget, goal] = [budget, goal].map(|limit| format!("{sign} {limit}{unit}"));
        report.row(&[what, figures, &format!("{result:.digits$}{unit}"), &budget, &goal, verdict]);
    }

    /// Adds the median ratio of pairs of rates to a report.
    pub(crate) fn report_ratio(&self, report: &mut Report, what: &str, rates: &[(f64, f64)]) {
        let median_of = |pick: fn(&(f64, f64)) -> f64| median(rates.iter().map(pick).collect());
        let figures = format!("{:.0}/s against {:.0}/s", median_of(|pair| pair.0), median_of(|pair| pair.1));
        self.report(report, what, &figures, median_of(|pair| pair.0 / pair.1));
    }
}
