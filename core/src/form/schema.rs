//! Fields as JSON Schema.

use serde::Serialize;

use super::{Form, metadata::FieldRule, pattern::pattern, rule::Kind};

/// Description of a text field. A schema counts the text as sent, the rules count it after normalising it.
const LENGTHS: &str = "Lengths are those of the text as sent. It is checked with each line end as one character and \
                       without white space and invisible characters at both ends, so a longer text may be accepted, \
                       and one with CRLF or invisible characters may be too short.";

/// Description of a file field.
const FILE: &str = "Its name and content are also checked.";

/// Description of a field with a check against another field.
const CROSS_CHECK: &str = "Also checked by a rule that JSON Schema cannot express.";

/// JSON Schema (2020-12) of a field.
///
/// ```
/// # use agency_core::{metadata::FieldRule, rule::{Kind, Limit, TextRule}, schema::FieldSchema};
/// # let max = Limit { chars: 80, message: "Too long" };
/// # let rule = TextRule {
/// #     name: "title", kind: Kind::Line, required: None, min: None, max,
/// #     control: "No", pattern: "",
/// # };
/// let schema = serde_json::to_value(FieldSchema::from(&FieldRule::from(&rule))).unwrap();
/// assert_eq!(schema["type"], serde_json::json!(["string", "null"]));
/// assert_eq!(schema["maxLength"], 80);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FieldSchema {
    /// Accepted JSON types. `null` equals an empty text.
    #[serde(rename = "type")]
    pub types: &'static [&'static str],
    /// Minimum length of a required text, in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_length: Option<usize>,
    /// Maximum length of a text in characters; for a file, maximum size in bytes.
    pub max_length: usize,
    /// Regular expression of a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    /// Format, such as `password` or `binary`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<&'static str>,
    /// Differences between the schema and the rules, in plain English.
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
            // An optional field may be empty even if it has a minimum length.
            min_length: rule.required.then(|| rule.min.unwrap_or(1)),
            max_length: rule.max,
            pattern: pattern(rule),
            format,
            description: description.to_owned(),
        }
    }
}

impl FieldSchema {
    /// Returns the schema of a form's field, including a note on its check against another field.
    ///
    /// ```
    /// # mod newsletter { agency_core::form! {
    /// #     /// A subscriber.
    /// #     pub struct NewsletterForm, "newsletter" {
    /// #         /// The address.
    /// #         email: Email {
    /// #             required: "Email is required", max: 254 => "Too long",
    /// #             control: "No", pattern: "Invalid",
    /// #         }
    /// #     }
    /// # } }
    /// # use agency_core::schema::FieldSchema;
    /// let fields = newsletter::FORM.fields().map(|rule| FieldSchema::in_form(&newsletter::FORM, &rule));
    /// assert!(fields.map(|schema| schema.min_length).eq([Some(1)]));
    /// ```
    #[must_use]
    pub fn in_form(form: &Form, rule: &FieldRule) -> Self {
        let mut schema = Self::from(rule);
        if form.cross_checked.contains(&rule.name) {
            if !schema.description.is_empty() {
                schema.description.push(' ');
            }
            schema.description.push_str(CROSS_CHECK);
        }
        schema
    }
}
