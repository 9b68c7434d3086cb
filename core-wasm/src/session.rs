//! Sessions and their users.

use agency_core::{admin, token};
use js_sys::JsString;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use crate::convert::{text_of, to_js, to_u64};

/// Returns the state of a session. `now` is in seconds since 1970, corrected by the server's clock.
#[wasm_bindgen(js_name = decideSession, unchecked_return_type = "SessionState")]
pub fn decide_session(
    #[wasm_bindgen(unchecked_param_type = "string | null | undefined")] access: &JsValue,
    #[wasm_bindgen(js_name = hasRefresh)] has_refresh: bool,
    now: f64,
) -> Result<JsValue, JsValue> {
    to_js(&token::decide(access.as_string().as_deref(), has_refresh, to_u64(now)))
}

/// Returns what usernames are compared by: any case and composition is one name.
#[wasm_bindgen(js_name = usernameKey)]
#[must_use]
pub fn username_key(#[wasm_bindgen(unchecked_param_type = "string")] username: &JsValue) -> String {
    admin::username_key(&text_of(username), |text| JsString::from(text).normalize("NFC").into())
}
