//! Compiles the e-mail pattern, and the Unicode tables for search and lower case. The small tables replace those of the libraries in the
//! WebAssembly module.

#![expect(clippy::print_stdout, reason = "cargo reads instructions from standard output")]

use std::{env, error::Error, fs, path::Path};

mod email;
mod letters;
mod lowercase;
mod packed;
mod table;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/form/white_space.rs");
    let out = env::var("OUT_DIR")?;
    let out = Path::new(&out);
    fs::write(out.join("email_table.rs"), email::compile()?)?;
    fs::write(out.join("letters.rs"), letters::compile()?)?;
    fs::write(out.join("lowercase.rs"), lowercase::compile())?;
    Ok(())
}
