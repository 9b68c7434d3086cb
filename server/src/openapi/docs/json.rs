//! Accessors for the OpenAPI description.

use serde_json::Value;

/// Returns the members of an object, in order.
pub(super) fn members(object: &Value) -> impl Iterator<Item = (&str, &Value)> {
    object.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

/// Returns a string, or an empty one for any other value.
pub(super) fn text_or_empty(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
