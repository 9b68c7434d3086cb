//! What the rules say about the forms, for HTML attributes, OpenAPI and the database's constraints.

use serde::Serialize;

use crate::{
    application, attachment, contact, login,
    pagination::{DASHBOARD_PAGE_SIZE, PORTFOLIO_PAGE_SIZE},
    rule::{Kind, TextRule},
    sort::SortOrder,
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
}

/// Everything that the rules fix beside their verdicts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename_all = "camelCase"))]
pub struct Metadata {
    /// The contact form's fields in the form's order.
    pub contact: Vec<FieldRule>,
    /// The application form's fields in the form's order.
    pub application: Vec<FieldRule>,
    /// The login form's fields in the form's order.
    pub login: Vec<FieldRule>,
    /// The endings of the files that are taken as a CV, with their dots.
    pub accept: Vec<&'static str>,
    /// How many leading bytes of a file its type is judged by.
    pub head_length: usize,
    /// Records on a page of the dashboard.
    pub dashboard_page_size: u32,
    /// Projects on a page of the portfolio.
    pub portfolio_page_size: u32,
    /// The order of a list when none is asked for.
    pub default_sort: SortOrder,
}

impl From<&TextRule> for FieldRule {
    fn from(rule: &TextRule) -> Self {
        Self {
            name: rule.name,
            kind: rule.kind,
            required: rule.required.is_some(),
            min: rule.min.map(|min| min.chars),
            max: rule.max.chars,
        }
    }
}

impl FieldRule {
    /// What the CV field takes.
    #[must_use]
    pub fn cv() -> Self {
        let max = usize::try_from(attachment::SIZE_LIMIT.saturating_sub(1)).unwrap_or(usize::MAX);
        Self { name: attachment::FIELD, kind: Kind::File, required: true, min: None, max }
    }
}

/// The rules as data.
#[must_use]
pub fn metadata() -> Metadata {
    Metadata {
        contact: contact::RULES.iter().map(FieldRule::from).collect(),
        application: application::RULES.iter().map(FieldRule::from).chain([FieldRule::cv()]).collect(),
        login: login::RULES.iter().map(FieldRule::from).collect(),
        accept: attachment::CvType::ALL.into_iter().map(attachment::CvType::extension).collect(),
        head_length: attachment::HEAD_LENGTH,
        dashboard_page_size: DASHBOARD_PAGE_SIZE,
        portfolio_page_size: PORTFOLIO_PAGE_SIZE,
        default_sort: SortOrder::default(),
    }
}
