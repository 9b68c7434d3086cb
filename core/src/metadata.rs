//! The data of the rules, forms, page sizes and names of hidden fields, for HTML attributes, OpenAPI and database constraints.

use std::collections::BTreeMap;

pub use crate::form::metadata::FieldRule;
use serde::Serialize;

use crate::{
    all_forms,
    attachment::HEAD_LENGTH,
    pagination::{DASHBOARD_PAGE_SIZE, PORTFOLIO_PAGE_SIZE},
    source::SOURCE_TEXT_LENGTH,
    spam::HONEYPOT,
};

/// Name of the hidden field of every form that a browser can post without scripts, by which the server knows it. Scripts
/// do not send it.
pub const PLAIN_FORM: &str = "plain_form";

/// Data of the rules: fields, limits and page sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Metadata {
    /// Fields of each form in the form's order, by form name.
    pub forms: BTreeMap<&'static str, Vec<FieldRule>>,
    /// Name of the hidden field in every stored form, which must stay empty.
    pub honeypot: &'static str,
    /// Name of the hidden field of a form that was posted without scripts.
    pub plain_form: &'static str,
    /// Number of leading bytes that determine a file's type.
    pub head_length: usize,
    /// Records on a page of the dashboard.
    pub dashboard_page_size: u32,
    /// Projects on a page of the portfolio.
    pub portfolio_page_size: u32,
    /// Maximum characters of a text that says where a visitor came from.
    pub source_text_length: usize,
}

/// Returns the data of the rules.
#[must_use]
pub fn metadata() -> Metadata {
    Metadata {
        forms: all_forms().map(|form| (form.name, form.fields().collect())).collect(),
        honeypot: HONEYPOT,
        plain_form: PLAIN_FORM,
        head_length: HEAD_LENGTH,
        dashboard_page_size: DASHBOARD_PAGE_SIZE,
        portfolio_page_size: PORTFOLIO_PAGE_SIZE,
        source_text_length: SOURCE_TEXT_LENGTH,
    }
}

#[cfg(test)]
mod tests {
    use super::PLAIN_FORM;
    use crate::all_forms;

    #[test]
    fn no_form_has_field_that_marks_plain_forms() {
        for form in all_forms() {
            assert!(form.names().all(|name| name != PLAIN_FORM), "{}", form.name);
        }
    }
}
