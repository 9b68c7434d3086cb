//! Modules import only what is below them.

use std::{fs, path::Path};

/// The modules from top to bottom: each may import itself and those after it.
const MODULES: [&str; 18] = [
    "main",
    "cli",
    "serve",
    "router",
    "openapi",
    "state",
    "probes",
    "resources",
    "inbox",
    "client_errors",
    "intake",
    "background",
    "auth",
    "limits",
    "http",
    "storage",
    "monitoring",
    "config",
];

/// Returns the modules that a source file names after `crate::`, those of nested `use` groups included.
fn imported_modules(source: &str) -> Vec<String> {
    let mut modules = Vec::new();
    for (start, prefix) in source.match_indices("crate::") {
        let rest = &source[start + prefix.len()..];
        match rest.strip_prefix('{') {
            None => modules.push(identifier(rest)),
            Some(group) => {
                let mut depth = 0;
                let mut at_item_start = true;
                for (index, character) in group.char_indices() {
                    match character {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => at_item_start = true,
                        _ if at_item_start && !character.is_whitespace() => {
                            modules.push(identifier(&group[index..]));
                            at_item_start = false;
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    modules
}

fn identifier(text: &str) -> String {
    text.chars().take_while(|character| character.is_alphanumeric() || *character == '_').collect()
}

/// Returns each production file below a folder with its path relative to `src`.
fn production_files(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() && name != "tests" && name != "testing" {
            production_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !name.ends_with("tests.rs") {
            let source = fs::read_to_string(&path).unwrap();
            // What follows an inline test module is test code.
            let production = source.split("#[cfg(test)]\nmod tests {").next().unwrap().to_owned();
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
            found.push((path.strip_prefix(root).unwrap().to_str().unwrap().to_owned(), production));
        }
    }
}

fn level(module: &str) -> Option<usize> {
    MODULES.iter().position(|name| *name == module)
}

#[test]
fn modules_import_only_those_below_them() {
    let mut files = Vec::new();
    production_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    assert!(files.len() > 100, "{}", files.len());
    let mut upward = Vec::new();
    for (path, source) in &files {
        let module = path.split('/').next().unwrap().trim_end_matches(".rs");
        let own = level(module).unwrap_or_else(|| panic!("{module} has no place in MODULES"));
        for imported in imported_modules(source) {
            if level(&imported).is_some_and(|other| other < own) {
                upward.push(format!("{path} imports {imported}"));
            }
        }
    }
    assert!(upward.is_empty(), "imports upward:\n{}", upward.join("\n"));
}

#[test]
fn finds_imports_in_nested_groups() {
    let source =
        "use crate::{\n    auth::{self, token::{A, B}},\n    http,\n};\nlet x = crate::inbox::list();";
    assert_eq!(imported_modules(source), ["auth", "http", "inbox"]);
}
