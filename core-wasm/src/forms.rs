//! Checking forms.

#[cfg(feature = "public")]
use agency_core::FORMS;
#[cfg(not(feature = "public"))]
use agency_core::STAFF_FORMS as FORMS;

use agency_core::{
    attachment::{Attachment, HEAD_LENGTH},
    form::Form,
    rule::Kind,
    text::{length, normalize},
};
use js_sys::{Error, Uint8Array};
use wasm_bindgen::{JsCast as _, JsValue, prelude::wasm_bindgen};

use crate::convert::{property, text_of, to_js, to_u64, unknown};

/// Returns all invalid fields of a form, in the form's order. Missing values count as empty.
#[wasm_bindgen(js_name = checkForm, unchecked_return_type = "FieldError[]")]
pub fn check_form(
    #[wasm_bindgen(unchecked_param_type = "FormName")] form: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "FormValues")] values: &JsValue,
) -> Result<JsValue, JsValue> {
    let form = find(form)?;
    let texts = form.texts.iter().map(|rule| Ok(typed(&property(values, rule.name)?)));
    let texts = texts.collect::<Result<Vec<_>, JsValue>>()?;
    let file = form.file.map(|rule| property(values, rule.name)).transpose()?;
    let file = file.map(|file| ChosenFile::read(&file)).transpose()?.flatten();
    let texts = texts.iter().map(String::as_str).collect::<Vec<_>>();
    to_js(&form.check(&texts, file.as_ref().map(ChosenFile::as_attachment)))
}

/// Returns the error message of a field; undefined if its value is valid.
#[wasm_bindgen(js_name = checkField)]
pub fn check_field(
    #[wasm_bindgen(unchecked_param_type = "FormName")] form: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] field: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "FormValue")] value: &JsValue,
) -> Result<Option<String>, JsValue> {
    let form = find(form)?;
    let name = text_of(field);
    let result = if let Some(rule) = form.text_rule(&name) {
        rule.check(&typed(value))
    } else if let Some(rule) = form.file.filter(|rule| rule.name == name) {
        let file = ChosenFile::read(value)?;
        rule.check(file.as_ref().map(ChosenFile::as_attachment)).map(drop)
    } else {
        return Err(unknown("field", field));
    };
    Ok(result.err().map(str::to_owned))
}

/// Returns the length of a text of several lines in characters (Unicode scalar values), after normalisation.
#[wasm_bindgen(js_name = countCharacters)]
#[must_use]
pub fn count_characters(
    #[wasm_bindgen(unchecked_param_type = "string", js_name = text)] typed: &JsValue,
) -> usize {
    length(&normalize(&text_of(typed), Kind::Lines))
}

fn find(name: &JsValue) -> Result<&'static Form, JsValue> {
    let wanted = name.as_string();
    let form = FORMS.iter().copied().find(|form| wanted.as_deref() == Some(form.name));
    form.ok_or_else(|| unknown("form", name))
}

/// Returns the text of a field. A value of another type becomes NUL, which is invalid in every field.
fn typed(value: &JsValue) -> String {
    if value.is_null() || value.is_undefined() {
        return String::new();
    }
    value.as_string().unwrap_or_else(|| "\0".to_owned())
}

/// Name, size and first bytes of a chosen file.
struct ChosenFile {
    name: String,
    size: u64,
    head: Vec<u8>,
}

impl ChosenFile {
    /// Returns none if no file was chosen.
    fn read(value: &JsValue) -> Result<Option<Self>, JsValue> {
        if value.is_null() || value.is_undefined() {
            return Ok(None);
        }
        let not_a_file = || JsValue::from(Error::new("a file has a name, a size and its first bytes"));
        let name = property(value, "name")?.as_string().ok_or_else(not_a_file)?;
        let size = property(value, "size")?.as_f64().ok_or_else(not_a_file)?;
        let head = property(value, "head")?.dyn_into::<Uint8Array>().map_err(|_| not_a_file())?;
        let length = u32::try_from(HEAD_LENGTH).unwrap_or(u32::MAX);
        Ok(Some(Self { name, size: to_u64(size), head: head.subarray(0, length).to_vec() }))
    }

    fn as_attachment(&self) -> Attachment<'_> {
        Attachment { name: &self.name, size: self.size, head: &self.head }
    }
}
