//! Work on records.

use agency_core::work::{self, NOTE, RecordAction, RecordState, moved};
use serde::Serialize;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use crate::convert::{text_of, to_js, unknown};

/// Returns the actions that are allowed in a state, in the order of their buttons. `undo` is not among them.
#[wasm_bindgen(js_name = allowedActions, unchecked_return_type = "RecordAction[]")]
pub fn allowed_actions(
    #[wasm_bindgen(unchecked_param_type = "RecordState")] state: &JsValue,
) -> Result<JsValue, JsValue> {
    to_js(&work::allowed_actions(parse_state(state)?).collect::<Vec<_>>())
}

/// Returns the new state after an action, or the reason why the action is not allowed.
#[wasm_bindgen(js_name = moveRecord, unchecked_return_type = "Moved")]
pub fn move_record(
    #[wasm_bindgen(unchecked_param_type = "RecordState")] state: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "RecordAction")] action: &JsValue,
) -> Result<JsValue, JsValue> {
    #[derive(Serialize)]
    #[serde(rename_all = "lowercase")]
    enum Moved {
        State(RecordState),
        Refused(&'static str),
    }
    let state = parse_state(state)?;
    let action = RecordAction::parse(&text_of(action)).ok_or_else(|| unknown("action", action))?;
    to_js(&moved(state, action).map_or_else(Moved::Refused, Moved::State))
}

/// Returns the error message of a note; undefined if it is valid.
#[wasm_bindgen(js_name = checkNote)]
#[must_use]
pub fn check_note(
    #[wasm_bindgen(unchecked_param_type = "string", js_name = text)] note: &JsValue,
) -> Option<String> {
    NOTE.check(&text_of(note)).err().map(str::to_owned)
}

fn parse_state(state: &JsValue) -> Result<RecordState, JsValue> {
    RecordState::parse(&text_of(state)).ok_or_else(|| unknown("state", state))
}
