//! Writes the TypeScript declarations of the types that cross the boundary, from the Rust types themselves.

use std::{env, error::Error, fs, path::Path};

use agency_core::{
    application::ApplicationForm,
    contact::ContactForm,
    login::LoginForm,
    metadata::{FieldRule, Metadata},
    pagination::PageLink,
    rule::Kind,
    sort::SortOrder,
    token::Session,
    validation::FieldError,
};
use ts_rs::{Config, TS};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let config = Config::default();
    let types = [
        ContactForm::decl(&config),
        ApplicationForm::decl(&config),
        LoginForm::decl(&config),
        FieldError::decl(&config),
        Kind::decl(&config),
        FieldRule::decl(&config),
        Metadata::decl(&config),
        PageLink::decl(&config),
        SortOrder::decl(&config),
        Session::decl(&config),
    ];
    // wasm-bindgen indents by the braces that stand first on their lines.
    let declarations =
        types.map(|declaration| format!("export {declaration}\n").replace(", }", ",\n}")).concat();
    fs::write(Path::new(&env::var("OUT_DIR")?).join("types.d.ts"), declarations)?;
    Ok(())
}
