//! Writes the types and data of the JavaScript package: TypeScript types, `rules.json`, JSON Schemas, and small files
//! for pages that do not load a module.
//!
//! Usage: `describe OUT_DIR`

use std::{
    env,
    error::Error,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use agency_core::form::browser::forms_js;
use agency_core::{
    FORMS, STAFF_FORMS, all_forms,
    filter::{PARAMETERS, ParameterType},
    form::Form,
    metadata::{FieldRule, metadata},
    pagination::PageLink,
    rule::Kind,
    schema::FieldSchema,
    sort::SortOrder,
    spam::SpamReason,
    stored_forms,
    token::Session,
    validation::FieldError,
    work::{MOVES, NOTE, RecordAction, RecordState},
};
use serde_json::{Map, Value, json, to_string, to_string_pretty};
use ts_rs::{Config, TS};

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::args_os().nth(1).ok_or("usage: describe OUT_DIR")?);
    write(&out, "rules.json", &to_string_pretty(&metadata())?)?;
    write(&out, "schemas.json", &to_string_pretty(&schemas())?)?;
    write(&out, "resources.json", &to_string(&resources())?)?;
    write(&out, "forms.js", forms_js(&FORMS).trim_end())?;
    write(&out, "staff-forms.js", forms_js(&STAFF_FORMS).trim_end())?;
    write(&out, "filter.json", &to_string(&filter())?)?;
    write(&out, "filter.js", &format!("export const parts = {};", to_string(&filter())?))?;
    write(&out, "sessions.js", &format!("export const sessions = {};", to_string(&Session::ALL)?))?;
    write(&out, "work.js", &work()?)?;
    write(&out, "types.d.ts", &types())
}

fn write(out: &Path, name: &str, text: &str) -> Result<(), Box<dyn Error>> {
    Ok(fs::write(out.join(name), format!("{text}\n"))?)
}

/// Returns the JSON Schema of each form by its name.
fn schemas() -> Value {
    let schema = |form: &Form| {
        let fields = form.fields().collect::<Vec<_>>();
        let properties =
            fields.iter().map(|rule| (rule.name.to_owned(), json!(FieldSchema::in_form(form, rule))));
        let required = fields.iter().filter(|rule| rule.required).map(|rule| rule.name).collect::<Vec<_>>();
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": form.type_name,
            "type": "object",
            "required": required,
            "properties": properties.collect::<Map<_, _>>(),
        })
    };
    Value::Object(all_forms().map(|form| (form.name.to_owned(), schema(form))).collect())
}

/// Returns the tables of the stored forms and the name of one record of each.
fn resources() -> Vec<Value> {
    stored_forms().map(|stored| json!({"table": stored.table, "record": stored.record})).collect()
}

/// Returns the filter parameters in order, each with its default value.
fn filter() -> Vec<Value> {
    let unset = |value_type| match value_type {
        ParameterType::Words => json!(""),
        ParameterType::OneOf { default, .. } => json!(default),
        ParameterType::Text { .. } | ParameterType::Moment => Value::Null,
        ParameterType::Page => json!(1),
    };
    PARAMETERS.into_iter().map(|part| json!({"name": part.name, "unset": unset(part.value_type)})).collect()
}

/// Returns the states and actions in order, with their labels.
fn work() -> Result<String, Box<dyn Error>> {
    let states = RecordState::ALL.map(|state| json!({"name": state, "label": state.label()}));
    let actions = MOVES.map(|made| json!({"name": made.action, "label": made.label}));
    let note = FieldRule::from(&NOTE);
    let lines =
        [("states", to_string(&states)?), ("actions", to_string(&actions)?), ("noteRule", to_string(&note)?)];
    Ok(lines.map(|(name, value)| format!("export const {name} = {value};")).join("\n"))
}

fn types() -> String {
    let config = Config::default();
    let declarations = [
        FieldError::decl(&config),
        Kind::decl(&config),
        FieldRule::decl(&config),
        PageLink::decl(&config),
        SortOrder::decl(&config),
        Session::decl(&config),
        RecordState::decl(&config),
        RecordAction::decl(&config),
        SpamReason::decl(&config),
    ];
    let mut text = String::from(
        "/** A selected file: its name, its size in bytes and its first bytes. */\n\
         export type ChosenFile = { name: string; size: number; head: Uint8Array };\n\
         /** Fields of each form, by the form's name. */\n\
         export type Forms = {\n",
    );
    for form in all_forms() {
        let _ = writeln!(text, "  {}: {{ {} }};", form.name, fields(form));
    }
    text.push_str(
        "};\n\
         export type FormName = keyof Forms;\n\
         export type FieldName<N extends FormName> = keyof Forms[N] & string;\n",
    );
    text.push_str("/** Filter of a list; null for a parameter that is not set. */\nexport type Filter = {\n");
    for part in PARAMETERS {
        let _ =
            writeln!(text, "  /** {} */\n  {}: {};", part.description, part.name, values(part.value_type));
    }
    text.push_str("};\n");
    let tables = stored_forms().map(|stored| format!("\"{}\"", stored.table));
    let _ = writeln!(text, "/** Resources of the server: the tables of the stored forms. */");
    let _ = writeln!(text, "export type Resource = {};", tables.collect::<Vec<_>>().join(" | "));
    text.push_str(
        "/** Data of the rules: fields, limits and page sizes. */\n\
         export type Metadata = {\n\
         \x20 forms: Record<FormName, FieldRule[]>;\n\
         \x20 honeypot: string;\n\
         \x20 headLength: number;\n\
         \x20 dashboardPageSize: number;\n\
         \x20 portfolioPageSize: number;\n\
         };\n",
    );
    for declaration in declarations {
        let _ = writeln!(text, "export {declaration}");
    }
    text
}

fn fields(form: &Form) -> String {
    let texts = form.texts.iter().map(|rule| format!("{}: string", rule.name));
    let file = form.file.map(|rule| format!("{}: ChosenFile | undefined", rule.name));
    texts.chain(file).collect::<Vec<_>>().join("; ")
}

/// Returns the TypeScript type of a filter parameter.
fn values(value_type: ParameterType) -> String {
    match value_type {
        ParameterType::Words => "string".to_owned(),
        ParameterType::Text { .. } | ParameterType::Moment => "string | null".to_owned(),
        ParameterType::OneOf { values, default } => {
            let values = values.iter().map(|value| format!("\"{value}\""));
            values.chain(default.is_none().then(|| "null".to_owned())).collect::<Vec<_>>().join(" | ")
        }
        ParameterType::Page => "number".to_owned(),
    }
}
