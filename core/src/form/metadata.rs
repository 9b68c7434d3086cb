//! Descriptions of fields for HTML attributes, OpenAPI and database constraints.

use serde::Serialize;

use super::{
    attachment::{FileRule, FileType},
    rule::{Kind, TextRule},
};

/// Description of a field.
///
/// ```
/// # use agency_core::{metadata::FieldRule, rule::{Kind, Limit, TextRule}};
/// # let max = Limit { chars: 80, message: "Too long" };
/// # let rule = TextRule {
/// #     name: "title", kind: Kind::Line, required: None, min: None, max,
/// #     control: "No", pattern: "",
/// # };
/// let field = FieldRule::from(&rule);
/// assert_eq!((field.name, field.max, field.required), ("title", 80, false));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FieldRule {
    /// Name of the field as sent.
    pub name: &'static str,
    /// Kind of value.
    pub kind: Kind,
    /// Whether an empty value is invalid.
    pub required: bool,
    /// Minimum length of a text in characters (Unicode scalar values), if any.
    pub min: Option<usize>,
    /// Maximum length of a text in characters (Unicode scalar values); for a file, maximum size in bytes.
    pub max: usize,
    /// Accepted file name extensions with their dots; empty for a text.
    pub accept: Vec<&'static str>,
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
            accept: rule.types.iter().copied().map(FileType::extension).collect(),
        }
    }
}
