//! Compiles the Unicode tables for search and lower case, and the version of the rules. The small tables replace those
//! of the libraries in the WebAssembly module.

#![expect(clippy::print_stdout, reason = "cargo reads instructions from standard output")]

use std::{env, error::Error, fs, path::Path};

mod letters;
mod lowercase;
mod packed;
mod version;

/// Source folders of the rules.
const SOURCES: [&str; 2] = ["src", "engine/src"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build");
    for folder in SOURCES {
        println!("cargo::rerun-if-changed={folder}");
    }

    let out = env::var("OUT_DIR")?;
    let out = Path::new(&out);
    let (letters, lowercase) = (letters::compile()?, lowercase::compile());
    let version = version::compile(&SOURCES.map(Path::new), &[&letters, &lowercase])?;
    println!("cargo::rustc-env=RULES_VERSION={version}");
    fs::write(out.join("letters.rs"), letters)?;
    fs::write(out.join("lowercase.rs"), lowercase)?;
    Ok(())
}
