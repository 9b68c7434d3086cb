//! Checking the content of Word documents.

use agency_core::application;
use js_sys::{Error, Uint8Array};
use wasm_bindgen::{JsCast as _, JsValue, prelude::wasm_bindgen};

/// Returns the error message of a DOCX by its whole content; undefined if it is a Word document.
#[wasm_bindgen(js_name = checkDocx)]
pub fn check_docx(
    #[wasm_bindgen(unchecked_param_type = "Uint8Array")] content: &JsValue,
) -> Result<Option<String>, JsValue> {
    let limit = u32::try_from(application::RULES.cv.size_limit).unwrap_or(u32::MAX);
    // A file that is too large is not copied: there may be no memory for it.
    let content = content.dyn_ref::<Uint8Array>().filter(|content| content.length() < limit);
    let content = content.ok_or_else(|| Error::new("a document is a Uint8Array under the size limit"))?;
    Ok(application::check_docx(&content.to_vec()).err().map(str::to_owned))
}
