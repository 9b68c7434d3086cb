//! Reading the description.

use serde_json::Value;

/// The members of an object, in its order.
pub(super) fn members(object: &Value) -> impl Iterator<Item = (&str, &Value)> {
    object.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

/// A text, or nothing.
pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
