//! Marks nullable properties of responses as required.

#![expect(clippy::indexing_slicing, reason = "a JSON value without the member is null, no panic")]

use serde_json::Value;
use utoipa::openapi::{OpenApi, RefOr, Schema};

/// Marks nullable properties of responses as required, because the derive treats every `Option` as optional. Properties
/// that may be omitted are not described as null.
pub(super) fn require_nullable(description: &mut OpenApi) {
    let schemas = description.components.iter_mut().flat_map(|components| &mut components.schemas);
    for (_, schema) in schemas.filter(|(name, _)| name.ends_with("Response")) {
        if let RefOr::T(Schema::Object(answer)) = schema {
            let present = answer.properties.iter().filter(|(_, property)| may_be_null(property));
            answer.required.extend(present.map(|(name, _)| name.clone()));
        }
    }
}

/// Returns whether a property is described as null, by its type or one of its alternatives.
fn may_be_null(property: &RefOr<Schema>) -> bool {
    let property = serde_json::to_value(property).unwrap_or_default();
    let is_null = |kind: &Value| *kind == "null";
    property["type"].as_array().into_iter().flatten().any(is_null)
        || property["oneOf"].as_array().into_iter().flatten().any(|option| is_null(&option["type"]))
}
