//! Conversions between JavaScript's values and Rust's.

use js_sys::{Error, Reflect};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

/// Converts a result to plain objects, arrays, texts and numbers; none becomes `null`.
pub(crate) fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    Ok(value.serialize(&Serializer::json_compatible())?)
}

/// Returns the value of a property. A getter's exception is the error.
pub(crate) fn property(object: &JsValue, name: &str) -> Result<JsValue, JsValue> {
    Reflect::get(object, &JsValue::from_str(name))
}

/// Returns a text; empty for any other value. Half of a surrogate pair becomes U+FFFD.
pub(crate) fn text_of(value: &JsValue) -> String {
    value.as_string().unwrap_or_default()
}

/// Returns the error for a name that the rules do not have: `there is no form "x"`.
pub(crate) fn unknown(kind: &str, name: &JsValue) -> JsValue {
    Error::new(&["there is no ", kind, " \"", &text_of(name), "\""].concat()).into()
}

/// Converts a number to an integer: fractions are cut off, and values out of range become the nearest bound.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast from a float saturates")]
pub(crate) fn to_u64(number: f64) -> u64 {
    number as u64
}

/// Converts an integer to a JavaScript number. Exact up to 2^53.
#[cfg(feature = "staff")]
#[expect(clippy::cast_precision_loss, reason = "JavaScript has no other numbers")]
pub(crate) fn to_number(number: u64) -> f64 {
    number as f64
}
