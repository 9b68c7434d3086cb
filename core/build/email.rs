//! Compiles the e-mail pattern into a transition table, so that the module contains no regular-expression engine.

use std::error::Error;

use crate::table;

#[expect(unreachable_pub, reason = "the file is a public module of the crate")]
#[path = "../src/form/white_space.rs"]
mod white_space;

/// Returns the table as Rust.
pub(crate) fn compile() -> Result<String, Box<dyn Error>> {
    let pattern = email_pattern();
    let source = table::compile(&pattern)?;
    Ok(format!("/// Pattern of the table below.\n#[cfg(test)]\nconst PATTERN: &str = {pattern:?};\n{source}"))
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
