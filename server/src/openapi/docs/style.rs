//! Style of the API documentation, in the colours of the site.

/// The style sheet.
pub(super) const STYLE: &str = include_str!("style.css");
