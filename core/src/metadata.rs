//! What the rules say about the forms, for HTML attributes, OpenAPI and the database's constraints.

use std::collections::BTreeMap;

pub use form_rules::metadata::FieldRule;
use serde::Serialize;

use crate::{
    VERSION, all_forms,
    attachment::HEAD_LENGTH,
    pagination::{DASHBOARD_PAGE_SIZE, PORTFOLIO_PAGE_SIZE},
    spam::HONEYPOT,
};

/// Everything that the rules fix beside their verdicts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Metadata {
    /// Which rules these are.
    pub version: &'static str,
    /// The fields of each form in the form's order, by the form's name.
    pub forms: BTreeMap<&'static str, Vec<FieldRule>>,
    /// The field of every stored form that must stay empty.
    pub honeypot: &'static str,
    /// How many leading bytes of a file its type is judged by.
    pub head_length: usize,
    /// Records on a page of the dashboard.
    pub dashboard_page_size: u32,
    /// Projects on a page of the portfolio.
    pub portfolio_page_size: u32,
}

/// The rules as data.
#[must_use]
pub fn metadata() -> Metadata {
    Metadata {
        version: VERSION,
        forms: all_forms().map(|form| (form.name, form.fields().collect())).collect(),
        honeypot: HONEYPOT,
        head_length: HEAD_LENGTH,
        dashboard_page_size: DASHBOARD_PAGE_SIZE,
        portfolio_page_size: PORTFOLIO_PAGE_SIZE,
    }
}
