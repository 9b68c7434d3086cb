//! Version of the rules: a hash of their sources, so that it changes with every change of a rule.

use std::{
    error::Error,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use sha2::{Digest as _, Sha256};

/// Bytes of the hash in a version.
const LENGTH: usize = 8;

/// Hashes the sources in these folders, without comments, tests and blank lines.
pub(crate) fn compile(sources: &[&Path]) -> Result<String, Box<dyn Error>> {
    let mut hash = Sha256::new();
    let mut add = |text: &str| {
        for line in significant_lines(text) {
            hash.update(line);
            hash.update("\n");
        }
        hash.update("\0");
    };
    for folder in sources {
        for file in rust_files(folder)? {
            add(&fs::read_to_string(file)?);
        }
    }
    Ok(hash.finalize().iter().take(LENGTH).fold(String::new(), |mut version, byte| {
        let _ = write!(version, "{byte:02x}");
        version
    }))
}

/// Returns the lines before a file's tests, without comments and blank lines.
fn significant_lines(text: &str) -> impl Iterator<Item = &str> {
    let (text, _) = text.split_once("\n#[cfg(test)]\nmod tests {\n").unwrap_or((text, ""));
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"))
}

/// Returns all source files except tests, sorted by path.
fn rust_files(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs") && !path.ends_with("tests.rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}
