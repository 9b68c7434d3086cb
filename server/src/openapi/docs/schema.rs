//! Schemas as lists of fields or values.

use maud::{Markup, html};
use serde_json::Value;

/// Returns the members of an object, in order.
pub(super) fn members(object: &Value) -> impl Iterator<Item = (&str, &Value)> {
    object.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

/// Returns a string, or an empty one for any other value.
pub(super) fn text_or_empty(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Renders the fields of an object, or the type of any other schema.
pub(super) fn schema_rows(schema: &Value) -> Markup {
    let required = |name: &str| {
        schema["required"].as_array().is_some_and(|names| names.iter().any(|required| required == name))
    };
    html! {
        @if let Some(description) = schema["description"].as_str() { p { (description) } }
        @if let Some(parts) = schema["allOf"].as_array() { @for part in parts { (schema_rows(part)) } }
        @else if schema["properties"].is_null() { p { (kind(schema)) } }
        @else { dl {
            @for (name, field) in members(&schema["properties"]) {
                dt {
                    code { (name) }
                    @if required(name) { " " span class="tag" { "required" } }
                }
                dd { (kind(field)) " " (text_or_empty(&field["description"])) }
            }
        } }
    }
}

/// Resolves a reference.
pub(super) fn resolved<'a>(api: &'a Value, schema: &'a Value) -> &'a Value {
    let pointer = schema["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
    pointer.and_then(|pointer| api.pointer(pointer)).unwrap_or(schema)
}

/// Describes the type of a value.
pub(super) fn kind(schema: &Value) -> Markup {
    if let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) {
        return html! { a href={ "#schema-" (name) } { code { (name) } } };
    }
    for (key, word) in [("oneOf", " or "), ("allOf", " and ")] {
        if let Some(parts) = schema[key].as_array() {
            return html! { @for (nth, part) in parts.iter().enumerate() { @if nth > 0 { (word) } (kind(part)) } };
        }
    }
    let name = match &schema["type"] {
        Value::String(name) => name.clone(),
        Value::Array(names) => names.iter().map(text_or_empty).collect::<Vec<_>>().join(" or "),
        _ => String::new(),
    };
    let bounds = [
        ("minLength", "at least", "characters"),
        ("maxLength", "at most", "characters"),
        ("minimum", "from", ""),
        ("maximum", "up to", ""),
    ];
    let limits = bounds.iter().filter_map(|(key, before, after)| {
        let number = schema.get(key)?;
        Some(format!("{before} {number} {after}").trim().to_owned())
    });
    let choices = schema["enum"].as_array().map(|names| {
        let names = names.iter().map(text_or_empty).collect::<Vec<_>>();
        format!("one of {}", names.join(", "))
    });
    let default = schema.get("default").map(|value| match value {
        Value::String(value) => format!("{value} when left out"),
        value => format!("{value} when left out"),
    });
    let words = limits.chain(choices).chain(default).collect::<Vec<_>>();
    html! {
        span class="quiet" {
            (name)
            @if let Some(format) = schema["format"].as_str() { " (" (format) ")" }
            @if schema["items"].is_object() { " of " (kind(&schema["items"])) }
            @if !words.is_empty() { @if !name.is_empty() { ", " } (words.join(", ")) }
        }
    }
}
