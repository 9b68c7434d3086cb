//! Checks of the package's documentation.

use std::{fs, path::Path};

/// Maximum lines of code in the README.
const README_LINES: usize = 40;

#[test]
fn readme_shows_form_in_40_lines() {
    let readme = include_str!("../README.md");
    let blocks = readme.split("```").skip(1).step_by(2);
    let lines = blocks.flat_map(|block| block.lines().skip(1)).filter(|line| !line.trim().is_empty());
    let count = lines.count();
    assert!((20..=README_LINES).contains(&count), "{count} lines");
}

/// Returns whether a line declares a public item other than a module, re-export, field or variant.
fn declares_item(line: &str) -> bool {
    let line = line.trim_start();
    let kinds = ["fn ", "const ", "static ", "struct ", "enum ", "trait "];
    line.strip_prefix("pub ").is_some_and(|rest| kinds.iter().any(|kind| rest.starts_with(kind)))
        || line.starts_with("macro_rules!")
}

#[test]
fn public_items_have_examples() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut items = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        // Items that a macro generates are documented at its call.
        let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let mut docs = String::new();
        let mut is_macro = false;
        for line in text.lines() {
            let is_doc = line.trim_start().starts_with("///") || line.trim_start().starts_with("#[");
            // An attribute can span several lines.
            let is_doc = is_doc
                || (line.starts_with("    clippy::") || line.starts_with("    reason") || line == ")]");
            if declares_item(line) && !is_macro && !path.ends_with("samples.rs") {
                let is_hidden = docs.contains("#[doc(hidden)]");
                items += usize::from(!is_hidden);
                assert!(is_hidden || docs.contains("```"), "no example in {}: {line}", path.display());
            }
            is_macro = line.starts_with("macro_rules!") || (is_macro && line != "}");
            if is_doc {
                docs.push_str(line);
            } else {
                docs.clear();
            }
        }
    }
    assert!(items > 40, "only {items} items were found");
}
