//! The results as a table, on the terminal and on request in a page of the documentation.

use std::{env, fs};

use anyhow::Result;

/// What the server ran with, unless a row says otherwise.
const SETTINGS: &str = "The server's settings are those of production: `RATE_LIMITS=on`, `LOG_FORMAT=json`, every request \
     logged. Forms come with an `Idempotency-Key`, each for an address of its own that a proxy in `TRUSTED_PROXIES` names.";

/// What a result must keep to, and what it is meant to reach.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    is_most: bool,
    budget: f64,
    goal: f64,
    unit: &'static str,
}

impl Limits {
    pub(crate) const fn at_least(budget: f64, goal: f64, unit: &'static str) -> Self {
        Self { is_most: false, budget, goal, unit }
    }

    pub(crate) const fn at_most(budget: f64, goal: f64, unit: &'static str) -> Self {
        Self { is_most: true, budget, goal, unit }
    }

    fn verdict(&self, result: f64) -> &'static str {
        let keeps = |limit: f64| if self.is_most { result <= limit } else { result >= limit };
        match (keeps(self.goal), keeps(self.budget)) {
            (true, _) => "goal",
            (_, true) => "budget",
            _ => "over budget",
        }
    }

    fn bound(&self, limit: f64) -> String {
        format!("{} {limit}{}", if self.is_most { "≤" } else { "≥" }, self.unit)
    }
}

/// A page with one table.
pub(crate) struct Report(String);

impl Report {
    /// Starts with where it was measured.
    pub(crate) fn new(place: &str) -> Self {
        let mut report = Self(String::new());
        report.line("# The server measured");
        report.line("");
        report.line(&format!("Written by `make bench-server WRITE=yes`, on {place}."));
        report.line("");
        report.line(SETTINGS);
        report.line("");
        report.line("| what | figures | result | budget | goal | keeps |");
        report.line("|---|---|---|---|---|---|");
        report
    }

    /// Adds a result.
    pub(crate) fn row(&mut self, what: &str, figures: &str, result: f64, limits: Option<Limits>) {
        let Some(limits) = limits else {
            return self.line(&format!("| {what} | {figures} | {result:.0} % | | | |"));
        };
        let Limits { budget, goal, unit, .. } = limits;
        let is_fine = if unit.contains('%') { result < 10.0 } else { result < 100.0 };
        let digits = usize::from(is_fine) + usize::from(unit.contains('×'));
        self.line(&format!(
            "| {what} | {figures} | {result:.digits$}{unit} | {} | {} | {} |",
            limits.bound(budget),
            limits.bound(goal),
            limits.verdict(result)
        ));
    }

    /// Writes the page, when one was asked for.
    pub(crate) fn write(self) -> Result<()> {
        match env::var_os("BENCH_REPORT") {
            Some(file) => Ok(fs::write(file, self.0)?),
            None => Ok(()),
        }
    }

    /// Adds a line, and tells it at once.
    pub(crate) fn line(&mut self, line: &str) {
        println!("{line}");
        self.0.push_str(line);
        self.0.push('\n');
    }
}
