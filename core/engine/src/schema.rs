//! Fields as JSON Schema, for descriptions that machines read.

use serde::Serialize;

use crate::{form::Form, metadata::FieldRule, pattern::pattern, rule::Kind};

/// How the lengths of a schema differ from the rules, which count what is left after folding and trimming.
const LENGTHS: &str = "Lengths are those of the text as sent. It is judged with each line end as one character and without \
                       white space at both ends, so a longer text may be accepted and one with CRLF may be too short.";

/// What no schema says of a file.
const FILE: &str = "Also judged by its name and its content.";

/// What no schema says of a field that is judged by a function.
const BESIDE: &str = "Also judged by a rule that JSON Schema cannot express.";

/// A field as JSON Schema (2020-12).
///
/// ```
/// # use form_rules::{metadata::FieldRule, rule::{Kind, Limit, TextRule}, schema::FieldSchema};
/// # let max = Limit { chars: 80, message: "Too long" };
/// # let rule = TextRule { name: "title", kind: Kind::Line, required: None, min: None, max, control: "No", pattern: "" };
/// let schema = serde_json::to_value(FieldSchema::from(&FieldRule::from(&rule))).unwrap();
/// assert_eq!(schema["type"], serde_json::json!(["string", "null"]));
/// assert_eq!(schema["maxLength"], 80);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FieldSchema {
    /// The JSON types that are taken: null is the same as an empty text.
    #[serde(rename = "type")]
    pub types: &'static [&'static str],
    /// The shortest text, where an empty one is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_length: Option<usize>,
    /// The longest text in characters; for a file the largest size in bytes.
    pub max_length: usize,
    /// The pattern of a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    /// The format, where it has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<&'static str>,
    /// Where the schema and the rules differ.
    pub description: String,
}

impl From<&FieldRule> for FieldSchema {
    fn from(rule: &FieldRule) -> Self {
        let (format, description) = match rule.kind {
            Kind::Password => (Some("password"), ""),
            Kind::File => (Some("binary"), FILE),
            Kind::Line | Kind::Lines | Kind::Email => (None, LENGTHS),
        };
        Self {
            types: if rule.required { &["string"] } else { &["string", "null"] },
            // An optional field may be empty, however long it must be otherwise.
            min_length: rule.required.then(|| rule.min.unwrap_or(1)),
            max_length: rule.max,
            pattern: pattern(rule),
            format,
            description: description.to_owned(),
        }
    }
}

impl FieldSchema {
    /// Returns the schema of a field of a form, which may be judged together with another field.
    ///
    /// ```
    /// # mod newsletter { form_rules::form! {
    /// #     /// A subscriber.
    /// #     pub struct NewsletterForm, "newsletter" {
    /// #         /// The address.
    /// #         email: Email { required: "Email is required", max: 254 => "Too long", control: "No", pattern: "Invalid", }
    /// #     }
    /// # } }
    /// # use form_rules::schema::FieldSchema;
    /// let fields = newsletter::FORM.fields().map(|rule| FieldSchema::in_form(&newsletter::FORM, &rule));
    /// assert!(fields.map(|schema| schema.min_length).eq([Some(1)]));
    /// ```
    #[must_use]
    pub fn in_form(form: &Form, rule: &FieldRule) -> Self {
        let mut schema = Self::from(rule);
        if form.beside.contains(&rule.name) {
            if !schema.description.is_empty() {
                schema.description.push(' ');
            }
            schema.description.push_str(BESIDE);
        }
        schema
    }
}
