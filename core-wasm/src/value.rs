//! Between JavaScript values and plain Rust types.

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = Reflect, js_name = get, catch)]
    fn reflect_get(record: &JsValue, name: &str) -> Result<JsValue, JsValue>;
}

/// The value under a name; none when the record is not an object, or its getter throws.
pub(crate) fn property(record: &JsValue, name: &str) -> Option<JsValue> {
    reflect_get(record, name).ok()
}

/// The text under a name; empty when there is none, or when it is not a text.
pub(crate) fn text(record: &JsValue, name: &str) -> String {
    property(record, name).and_then(|value| value.as_string()).unwrap_or_default()
}

/// The number under a name.
pub(crate) fn number(record: &JsValue, name: &str) -> Option<f64> {
    property(record, name).and_then(|value| value.as_f64())
}

/// A whole number from 0 on; what is not a number is 0, what is too large is the largest.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a cast from a float saturates, and NaN becomes 0"
)]
pub(crate) fn whole(number: f64) -> u64 {
    number as u64
}

/// A whole number as JavaScript has it.
#[expect(clippy::cast_precision_loss, reason = "a page number beyond 2^53 is past every list's end")]
pub(crate) fn float(number: u64) -> f64 {
    number as f64
}

/// A plain JavaScript value: objects rather than maps, null for nothing.
pub(crate) fn to_js(value: &impl Serialize) -> JsValue {
    value.serialize(&Serializer::json_compatible()).unwrap_or(JsValue::NULL)
}
