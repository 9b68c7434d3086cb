//! How the page of the API looks: the house's paper, ink and clay.

/// The style sheet.
pub(super) const STYLE: &str = include_str!("style.css");
