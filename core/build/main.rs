//! Compiles the version of the rules.

#![expect(clippy::print_stdout, reason = "cargo reads instructions from standard output")]

use std::{error::Error, path::Path};

mod version;

/// Source folders of the rules.
const SOURCES: [&str; 2] = ["src", "engine/src"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build");
    for folder in SOURCES {
        println!("cargo::rerun-if-changed={folder}");
    }

    let version = version::compile(&SOURCES.map(Path::new))?;
    println!("cargo::rustc-env=RULES_VERSION={version}");
    Ok(())
}
