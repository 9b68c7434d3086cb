//! The results as a table, on the terminal and on request in a page of the documentation.

use std::{env, fs};

use anyhow::Result;

use crate::median;

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
        report.line(&format!(
            "# The server measured\n\nWritten by `make bench-server WRITE=yes`, on {place}.\n\n{SETTINGS}\n"
        ));
        report.line("| what | figures | result | budget | goal | keeps |\n|---|---|---|---|---|---|");
        report
    }

    /// Adds a result.
    pub(crate) fn row(&mut self, what: &str, figures: &str, result: f64, limits: Limits) {
        let Limits { budget, goal, unit, .. } = limits;
        let digits = usize::from(result < 100.0) + usize::from(unit.contains('×'));
        self.line(&format!(
            "| {what} | {figures} | {result:.digits$}{unit} | {} | {} | {} |",
            limits.bound(budget),
            limits.bound(goal),
            limits.verdict(result)
        ));
    }

    /// Adds the median ratio of pairs of rates.
    pub(crate) fn ratio(&mut self, what: &str, rates: &[(f64, f64)], limits: Limits) {
        let median_of = |pick: fn(&(f64, f64)) -> f64| median(rates.iter().map(pick).collect());
        let figures = format!("{:.0}/s against {:.0}/s", median_of(|pair| pair.0), median_of(|pair| pair.1));
        self.row(what, &figures, median_of(|pair| pair.0 / pair.1), limits);
    }

    /// Writes the page, when one was asked for.
    pub(crate) fn write(self) -> Result<()> {
        match env::var_os("BENCH_REPORT") {
            Some(file) => Ok(fs::write(file, self.0)?),
            None => Ok(()),
        }
    }

    /// Adds a line, and prints it.
    pub(crate) fn line(&mut self, line: &str) {
        println!("{line}");
        self.0.push_str(line);
        self.0.push('\n');
    }
}
