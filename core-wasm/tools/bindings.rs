//! Writes the JavaScript package: the bindings of the compiled modules by wasm-bindgen, TypeScript types of the rules,
//! and their data for pages that do not load a module.
//!
//! Usage: `bindings MODULES OUT_DIR`, with `public.wasm`, `staff.wasm` and `documents.wasm` in MODULES

use std::{
    env,
    error::Error,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use agency_core::{
    all_forms,
    filter::{PARAMETERS, ParameterType},
    form::Form,
    metadata::{FieldRule, metadata},
    pagination::PageLink,
    rule::Kind,
    sort::SortOrder,
    spam::SpamReason,
    stored_forms,
    token::SessionState,
    validation::FieldError,
    work::{MOVES, NOTE, RecordAction, RecordState},
};
use serde_json::{Value, json, to_string, to_string_pretty};
use ts_rs::{Config, TS};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args_os().skip(1).map(PathBuf::from);
    let (modules, out) = arguments.next().zip(arguments.next()).ok_or("usage: bindings MODULES OUT_DIR")?;
    for name in ["public", "staff", "documents"] {
        let module = modules.join(name).with_extension("wasm");
        Bindgen::new().input_path(module).out_name(name).bundler(true)?.typescript(true).generate(&out)?;
    }
    let package = json!({
        "name": "agency-core-wasm",
        "private": true,
        "type": "module",
        "sideEffects": ["./public.js", "./staff.js", "./documents.js"],
    });
    write(&out, "package.json", &to_string_pretty(&package)?)?;
    write(&out, "rules.json", &to_string_pretty(&metadata())?)?;
    write(&out, "resources.json", &to_string(&resources())?)?;
    write(&out, "filter.json", &to_string(&filter())?)?;
    write(&out, "work.json", &to_string(&work())?)?;
    write(&out, "types.d.ts", &types())
}

fn write(out: &Path, name: &str, text: &str) -> Result<(), Box<dyn Error>> {
    Ok(fs::write(out.join(name), format!("{text}\n"))?)
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

/// Returns the states and actions in order, with their labels, and the rule of a note.
fn work() -> Value {
    let states = RecordState::ALL.map(|state| json!({"name": state, "label": state.label()}));
    let actions = MOVES.map(|made| json!({"name": made.action, "label": made.label}));
    json!({"states": states, "actions": actions, "noteRule": FieldRule::from(&NOTE)})
}

fn types() -> String {
    let config = Config::default();
    let declarations = [
        FieldError::decl(&config),
        Kind::decl(&config),
        FieldRule::decl(&config),
        PageLink::decl(&config),
        SortOrder::decl(&config),
        SessionState::decl(&config),
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
         export type FieldName<N extends FormName> = keyof Forms[N] & string;\n\
         /** Value of a field; missing values count as empty. */\n\
         export type FormValue = string | ChosenFile | null | undefined;\n\
         export type FormValues = Readonly<Record<string, FormValue>>;\n\
         /** Result of an action: the new state, which may be unchanged, or the reason why it is not allowed. */\n\
         export type Moved = { readonly state: RecordState } | { readonly refused: string };\n\
         /** The parts of a record that lists are sorted by. */\n\
         export type SortRecord = { readonly full_name: string; readonly created_at: string; readonly id: number };\n\
         /** Parameters of a filter that were left out, and why. */\n\
         export type FilterErrors = { field: keyof Filter; message: string }[];\n\
         /** States and actions in the order on the screen, with their labels, and the rule of a note. */\n\
         export type Work = {\n\
         \x20 states: { name: RecordState; label: string }[];\n\
         \x20 actions: { name: RecordAction; label: string }[];\n\
         \x20 noteRule: FieldRule;\n\
         };\n",
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
         \x20 plainForm: string;\n\
         \x20 headLength: number;\n\
         \x20 dashboardPageSize: number;\n\
         \x20 portfolioPageSize: number;\n\
         \x20 sourceTextLength: number;\n\
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
