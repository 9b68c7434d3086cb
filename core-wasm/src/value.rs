//! Between JavaScript values and plain Rust types.

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

// Written in JavaScript, and never throwing: an exception that reaches the module costs it a slot for good.
#[wasm_bindgen(inline_js = r#"
const read = (record, name) => { try { return record[name]; } catch { return undefined; } };
export const readText = (record, name) => {
  const value = read(record, name);
  return typeof value === "string" ? value : "";
};
export const readNumber = (record, name) => {
  const value = read(record, name);
  return typeof value === "number" ? value : NaN;
};
export const readItem = (records, index) => read(records, index);
"#)]
extern "C" {
    /// The text under a name; empty when there is none, or when it is not a text.
    #[wasm_bindgen(js_name = readText)]
    pub(crate) fn text(record: &JsValue, name: &str) -> String;

    #[wasm_bindgen(js_name = readNumber)]
    fn read_number(record: &JsValue, name: &str) -> f64;

    /// The item of a list; undefined when there is none.
    #[wasm_bindgen(js_name = readItem)]
    pub(crate) fn item(records: &JsValue, index: u32) -> JsValue;

    #[wasm_bindgen(js_name = readNumber)]
    fn read_byte(bytes: &JsValue, index: u32) -> f64;
}

/// The number under a name.
pub(crate) fn number(record: &JsValue, name: &str) -> Option<f64> {
    Some(read_number(record, name)).filter(|number| !number.is_nan())
}

/// The byte at an index.
pub(crate) fn byte(bytes: &JsValue, index: u32) -> Option<u8> {
    let number = read_byte(bytes, index);
    if number.is_nan() { None } else { Some(u8::try_from(whole(number)).unwrap_or_default()) }
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
