//! What the rules say about the forms, for HTML attributes, OpenAPI and the database's constraints.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{
    VERSION, all_forms,
    attachment::{CvType, FileRule, HEAD_LENGTH},
    pagination::{DASHBOARD_PAGE_SIZE, PORTFOLIO_PAGE_SIZE},
    rule::{Kind, TextRule},
    spam::HONEYPOT,
};

/// What a field takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FieldRule {
    /// The field's name, as it is sent.
    pub name: &'static str,
    /// What the field takes.
    pub kind: Kind,
    /// Whether it must be filled.
    pub required: bool,
    /// The shortest text in Unicode scalar values, where there is one.
    pub min: Option<usize>,
    /// The longest text in Unicode scalar values; for a file the largest size in bytes.
    pub max: usize,
    /// The endings of the files that are taken, with their dots; none for a text.
    pub accept: Vec<&'static str>,
}

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

impl From<&TextRule> for FieldRule {
    fn from(rule: &TextRule) -> Self {
        Self {
            name: rule.name,
            kind: rule.kind,
            required: rule.required.is_some(),
            min: rule.min.map(|min| min.chars),
            max: rule.max.chars,
            accept: Vec::new(),
        }
    }
}

impl From<&FileRule> for FieldRule {
    fn from(rule: &FileRule) -> Self {
        Self {
            name: rule.name,
            kind: Kind::File,
            required: true,
            min: None,
            max: rule.size_limit.saturating_sub(1),
            accept: rule.types.iter().copied().map(CvType::extension).collect(),
        }
    }
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
