//! Compiles what of Unicode the words of a search need, and lower case, so that no library's tables are shipped. From all
//! that the rules are made of follows their version.

#![expect(clippy::print_stdout, reason = "cargo reads instructions from standard output")]

use std::{env, error::Error, fs, path::Path};

mod letters;
mod lowercase;
mod packed;
mod version;

/// The sources that the rules are compiled from.
const SOURCES: [&str; 3] = ["src", "engine/src", "engine/build"];

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
