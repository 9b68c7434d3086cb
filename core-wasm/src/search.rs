//! Parsing filters, and searching loaded records.

use agency_core::{
    filter::{Filter, NAMES},
    search::{Index, Query, highlight},
    validation::FieldError,
};
use js_sys::{Array, Reflect};
use serde::Serialize;
use wasm_bindgen::{JsCast as _, JsValue, prelude::wasm_bindgen};

use crate::convert::{property, text_of, to_js, to_u64};

/// Maximum searched texts of a record.
const MAX_TEXTS: u32 = 16;

/// Parses a URL query. Returns the filter without its invalid parameters, and these with their error messages.
#[wasm_bindgen(js_name = readFilter, unchecked_return_type = "{ filter: Filter; errors: FilterErrors }")]
pub fn read_filter(
    #[wasm_bindgen(unchecked_param_type = "string")] query: &JsValue,
) -> Result<JsValue, JsValue> {
    #[derive(Serialize)]
    struct Reading {
        filter: Filter,
        errors: Vec<FieldError>,
    }
    let (filter, errors) = Filter::parse(&text_of(query));
    to_js(&Reading { filter, errors })
}

/// Returns a filter as a URL query; invalid parameters are left out.
#[wasm_bindgen(js_name = writeFilter)]
pub fn write_filter(
    #[wasm_bindgen(unchecked_param_type = "Partial<Filter>")] filter: &JsValue,
) -> Result<String, JsValue> {
    let mut values = NAMES.map(|_| None);
    for (name, value) in NAMES.into_iter().zip(&mut values) {
        let given = property(filter, name)?;
        *value = given.as_string().or_else(|| whole_number(given.as_f64()?));
    }
    Ok(Filter::from_values(values.each_ref().map(Option::as_deref)).0.write())
}

/// Returns the digits of a number without a fraction.
fn whole_number(number: f64) -> Option<String> {
    (number.trunc().total_cmp(&number).is_eq() && number >= 0.0).then(|| to_u64(number).to_string())
}

/// Returns whether a query matches a record with these texts (up to 16).
#[wasm_bindgen(js_name = matchesRecord)]
pub fn matches_record(
    #[wasm_bindgen(unchecked_param_type = "string")] query: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "readonly (string | null)[]")] record: &JsValue,
) -> Result<bool, JsValue> {
    let mut texts = Vec::new();
    if let Some(record) = record.dyn_ref::<Array>() {
        let length = property(record, "length")?.as_f64().map_or(0, to_u64);
        for at in 0..u32::try_from(length).unwrap_or(u32::MAX).min(MAX_TEXTS) {
            texts.push(text_of(&Reflect::get_u32(record, at)?));
        }
    }
    Ok(Query::parse(&text_of(query)).matches(&Index::from_texts(texts.iter().map(String::as_str))))
}

/// Returns the start and the end of each match in a text, in UTF-16 code units, ascending and without overlap.
#[wasm_bindgen(js_name = highlightText, unchecked_return_type = "[number, number][]")]
pub fn highlight_text(
    #[wasm_bindgen(unchecked_param_type = "string")] query: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string", js_name = text)] searched: &JsValue,
) -> Result<JsValue, JsValue> {
    let searched = text_of(searched);
    let (mut bytes, mut units) = (0, 0);
    let mut to_units = |end| {
        let between = searched.get(bytes..end).unwrap_or_default();
        bytes = end;
        units += between.chars().map(char::len_utf16).sum::<usize>();
        units
    };
    let ranges = highlight(&Query::parse(&text_of(query)), &searched);
    to_js(&ranges.into_iter().map(|range| [to_units(range.start), to_units(range.end)]).collect::<Vec<_>>())
}
