//! What the stored tokens tell.

use agency_core::token;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::value::{to_js, whole};

/// Decides a session. `now` is in seconds since 1970, corrected by the server's clock.
#[wasm_bindgen(js_name = decideSession, unchecked_return_type = "Session")]
#[must_use]
pub fn decide_session(
    #[wasm_bindgen(unchecked_param_type = "string | null | undefined")] access: &JsValue,
    #[wasm_bindgen(js_name = hasRefresh)] has_refresh: bool,
    now: f64,
) -> JsValue {
    to_js(&token::decide(access.as_string().as_deref(), has_refresh, whole(now)))
}

/// Whether a token can be read and has not expired. `now` is in seconds since 1970.
#[wasm_bindgen(js_name = isTokenLive)]
#[must_use]
pub fn is_token_live(
    #[wasm_bindgen(unchecked_param_type = "string | null | undefined")] token: &JsValue,
    now: f64,
) -> bool {
    token.as_string().is_some_and(|token| token::is_live(&token, whole(now)))
}
