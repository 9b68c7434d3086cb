//! Declaration of a filter parameter. The TypeScript types and the API's description derive from it.

/// Filter parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilterParameter {
    /// Name in the URL.
    pub name: &'static str,
    /// Type of its values.
    pub value_type: ParameterType,
    /// Error message for an invalid value; empty if every value is valid.
    pub error: &'static str,
    /// Description for the API's documentation.
    pub description: &'static str,
}

/// Type of a filter parameter's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterType {
    /// Any text; empty if missing.
    Words,
    /// A text of limited length.
    Text {
        /// Maximum length in characters.
        max: usize,
    },
    /// A date in UTC, or an instant.
    Moment,
    /// One of a fixed set.
    OneOf {
        /// All valid values.
        values: &'static [&'static str],
        /// Default value, if any.
        default: Option<&'static str>,
    },
    /// A whole number of at least 1; the default is 1.
    Page,
}
