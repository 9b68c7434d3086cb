//! JavaScript files that load and call a compiled module of forms.

use std::fmt::Write as _;

use super::{Form, attachment::HEAD_LENGTH};

/// Source of `exchange.js`, which writes arguments into a module's memory and reads its results.
///
/// ```
/// assert!(agency_core::form::browser::EXCHANGE_JS.contains("export function exchange"));
/// ```
pub const EXCHANGE_JS: &str = include_str!("js/exchange.js");

/// Source of `form-rules.js`, which defines `checkForm`, `checkField` and `countCharacters`.
///
/// ```
/// assert!(agency_core::form::browser::FORM_RULES_JS.contains("export function formRules"));
/// ```
pub const FORM_RULES_JS: &str = include_str!("js/form-rules.js");

/// Returns the source of `forms.js`, which maps the positions of a module's forms and fields to their names.
///
/// ```
/// assert_eq!(agency_core::form::browser::forms_js(&[]), "export const forms = [];\nexport const headLength = 8;\n");
/// ```
#[must_use]
pub fn forms_js(forms: &[&Form]) -> String {
    let mut text = String::from("export const forms = [");
    for (position, form) in forms.iter().enumerate() {
        let comma = if position == 0 { "" } else { "," };
        let file = form.file.map_or_else(|| "null".to_owned(), |rule| format!("{:?}", rule.name));
        let texts = form.texts.iter().map(|rule| format!("{:?}", rule.name)).collect::<Vec<_>>().join(",");
        let _ = write!(text, "{comma}{{\"file\":{file},\"name\":{:?},\"texts\":[{texts}]}}", form.name);
    }
    let _ = writeln!(text, "];\nexport const headLength = {HEAD_LENGTH};");
    text
}

/// Returns the JavaScript files that a module of forms needs: file names and sources.
///
/// ```
/// let files = agency_core::form::browser::files(&[]);
/// assert_eq!(files.map(|(name, _)| name), ["exchange.js", "form-rules.js", "forms.js"]);
/// ```
#[must_use]
pub fn files(forms: &[&Form]) -> [(&'static str, String); 3] {
    [
        ("exchange.js", EXCHANGE_JS.to_owned()),
        ("form-rules.js", FORM_RULES_JS.to_owned()),
        ("forms.js", forms_js(forms)),
    ]
}

#[cfg(test)]
mod tests {
    use super::forms_js;
    use crate::form::samples::{signup, upload};

    #[test]
    fn forms_js_lists_fields_in_declared_order() {
        let expected = concat!(
            r#"export const forms = [{"file":null,"name":"signup","texts":["full_name","email","reason","password"]},"#,
            r#"{"file":"document","name":"upload","texts":["title"]}];"#,
            "\nexport const headLength = 8;\n",
        );
        assert_eq!(forms_js(&[&signup::FORM, &upload::FORM]), expected);
    }
}
