//! The three forms: a whole form at once, or one field.

use std::borrow::Cow;

use agency_core::{
    application::{self, ApplicationForm},
    attachment::{self, Attachment},
    contact::{self, ContactForm},
    login::{self, LoginForm},
    metadata, rule,
    rule::TextRule,
    text,
};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::value::{self, byte, number, to_js, whole};

/// Every refused field of the contact form, in the form's order.
#[wasm_bindgen(js_name = checkContact, unchecked_return_type = "FieldError[]")]
#[must_use]
pub fn check_contact(#[wasm_bindgen(unchecked_param_type = "ContactForm")] form: &JsValue) -> JsValue {
    let field = |rule: &TextRule| Cow::Owned(value::text(form, rule.name));
    let form = ContactForm {
        message: field(&contact::MESSAGE),
        full_name: field(&contact::FULL_NAME),
        email: field(&contact::EMAIL),
        referral: field(&contact::REFERRAL),
    };
    to_js(&form.check())
}

/// Every refused field of the application form, in the form's order, the CV last.
#[wasm_bindgen(js_name = checkApplication, unchecked_return_type = "FieldError[]")]
#[must_use]
pub fn check_application(
    #[wasm_bindgen(unchecked_param_type = "ApplicationForm")] form: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "{ name: string; size: number } | undefined")] cv: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Uint8Array | undefined")] head: &JsValue,
) -> JsValue {
    let field = |rule: &TextRule| Cow::Owned(value::text(form, rule.name));
    let form = ApplicationForm {
        job_title: field(&application::JOB_TITLE),
        full_name: field(&application::FULL_NAME),
        email: field(&application::EMAIL),
        cover_letter: field(&application::COVER_LETTER),
    };
    to_js(&form.check(judge_cv(cv, head)))
}

/// Every refused field of the login form, in the form's order.
#[wasm_bindgen(js_name = checkLogin, unchecked_return_type = "FieldError[]")]
#[must_use]
pub fn check_login(#[wasm_bindgen(unchecked_param_type = "LoginForm")] form: &JsValue) -> JsValue {
    let field = |rule: &TextRule| Cow::Owned(value::text(form, rule.name));
    let form = LoginForm { username: field(&login::USERNAME), password: field(&login::PASSWORD) };
    to_js(&form.check())
}

/// Why a value of one contact field is refused; undefined when it is not.
#[wasm_bindgen(js_name = checkContactField, unchecked_return_type = "string | undefined")]
#[must_use]
pub fn check_contact_field(
    #[wasm_bindgen(unchecked_param_type = "string")] field: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] value: &JsValue,
) -> JsValue {
    check_field(&contact::RULES, field, value)
}

/// Why a value of one text field of the application is refused; undefined when it is not.
#[wasm_bindgen(js_name = checkApplicationField, unchecked_return_type = "string | undefined")]
#[must_use]
pub fn check_application_field(
    #[wasm_bindgen(unchecked_param_type = "string")] field: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] value: &JsValue,
) -> JsValue {
    check_field(&application::RULES, field, value)
}

/// Why a value of one login field is refused; undefined when it is not.
#[wasm_bindgen(js_name = checkLoginField, unchecked_return_type = "string | undefined")]
#[must_use]
pub fn check_login_field(
    #[wasm_bindgen(unchecked_param_type = "string")] field: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] value: &JsValue,
) -> JsValue {
    check_field(&login::RULES, field, value)
}

/// Why a CV is refused, from its name, size and first bytes; undefined when it is not.
#[wasm_bindgen(js_name = checkCv, unchecked_return_type = "string | undefined")]
#[must_use]
pub fn check_cv(
    #[wasm_bindgen(unchecked_param_type = "{ name: string; size: number } | undefined")] cv: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Uint8Array | undefined")] head: &JsValue,
) -> JsValue {
    verdict(judge_cv(cv, head))
}

/// How many characters a text has as the rules count it: folded and trimmed, in Unicode scalar values.
#[wasm_bindgen(js_name = countCharacters)]
#[must_use]
pub fn count_characters(#[wasm_bindgen(unchecked_param_type = "string")] value: &JsValue) -> usize {
    text::length(&text::normalize(&value.as_string().unwrap_or_default()))
}

/// What the rules say about the forms and lists.
#[wasm_bindgen(unchecked_return_type = "Metadata")]
#[must_use]
pub fn rules() -> JsValue {
    to_js(&metadata::metadata())
}

fn check_field(rules: &[TextRule], field: &JsValue, value: &JsValue) -> JsValue {
    let Some(rule) = field.as_string().and_then(|field| rule::find(rules, &field)) else {
        return JsValue::UNDEFINED;
    };
    verdict(rule.check(&value.as_string().unwrap_or_default()))
}

fn verdict<T>(verdict: Result<T, &'static str>) -> JsValue {
    verdict.err().map_or(JsValue::UNDEFINED, JsValue::from_str)
}

fn judge_cv(cv: &JsValue, head: &JsValue) -> Result<(), &'static str> {
    let bytes = (0_u32..).map_while(|index| byte(head, index)).take(attachment::HEAD_LENGTH);
    let bytes = bytes.collect::<Vec<_>>();
    let name = value::text(cv, "name");
    let file = number(cv, "size").map(|size| Attachment { name: &name, size: whole(size), head: &bytes });
    attachment::judge(file).map(|_| ())
}
