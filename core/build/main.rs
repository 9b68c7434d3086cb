//! Compiles the e-mail pattern into a transition table, so that no regular-expression engine is shipped, and what of
//! Unicode the words of a search need, and lower case, so that no library's tables are. From all that the rules are made of
//! follows their version.

#![expect(clippy::print_stdout, reason = "cargo reads instructions from standard output")]

use std::{env, error::Error, fs, path::Path};

mod letters;
mod lowercase;
mod packed;
mod table;
mod version;

#[expect(unreachable_pub, reason = "the file is a public module of the crate")]
#[path = "../src/white_space.rs"]
mod white_space;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src");

    let pattern = email_pattern();
    let source = table::compile(&pattern)?;
    let out = env::var("OUT_DIR")?;
    let out = Path::new(&out);
    let (letters, lowercase) = (letters::compile()?, lowercase::compile());
    let version = version::compile(Path::new("src"), &[&source, &letters, &lowercase])?;
    println!("cargo::rustc-env=RULES_VERSION={version}");
    fs::write(out.join("letters.rs"), letters)?;
    fs::write(out.join("lowercase.rs"), lowercase)?;
    fs::write(
        out.join("email_table.rs"),
        format!(
            "/// The pattern that the table below was compiled from.\n#[cfg(test)]\nconst PATTERN: &str = {pattern:?};\n{source}"
        ),
    )?;
    Ok(())
}

/// `^[^\s@]+@[^\s@]+\.[^\s@]+$`, with white space spelled out as the rules mean it.
fn email_pattern() -> String {
    let spaces: String = ('\0'..=char::MAX)
        .filter(|&c| white_space::is_white_space(c))
        .map(|c| c.escape_unicode().to_string().replace('u', "x"))
        .collect();
    let word = format!("[^{spaces}@]+");
    format!(r"^{word}@{word}\.{word}$")
}
