//! Compiles the e-mail pattern into a transition table, so that the module contains no regular-expression engine.

#![expect(clippy::print_stdout, reason = "cargo reads instructions from standard output")]

use std::{env, error::Error, fs, path::Path};

mod table;

#[expect(unreachable_pub, reason = "the file is a public module of the crate")]
#[path = "../src/white_space.rs"]
mod white_space;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/white_space.rs");

    let pattern = email_pattern();
    let source = table::compile(&pattern)?;
    let out = env::var("OUT_DIR")?;
    fs::write(
        Path::new(&out).join("email_table.rs"),
        format!(
            "/// Pattern of the table below.\n#[cfg(test)]\nconst PATTERN: &str = {pattern:?};\n{source}"
        ),
    )?;
    Ok(())
}

/// Returns `^[^\s@]+@[^\s@]+\.[^\s@]+$` with white space spelled out as the rules define it.
fn email_pattern() -> String {
    let spaces: String = ('\0'..=char::MAX)
        .filter(|&c| white_space::is_white_space(c))
        .map(|c| c.escape_unicode().to_string().replace('u', "x"))
        .collect();
    let word = format!("[^{spaces}@]+");
    format!(r"^{word}@{word}\.{word}$")
}
