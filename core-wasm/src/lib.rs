//! The rules of `agency-core` with a JavaScript face.
//!
//! Arguments are plain JavaScript values, read one by one: a value of the wrong type is an empty text or nothing,
//! never a panic. Results are plain objects, typed by declarations that come from the Rust types.

pub mod forms;
pub mod lists;
pub mod session;
mod value;

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!(concat!(env!("OUT_DIR"), "/types.d.ts"));
