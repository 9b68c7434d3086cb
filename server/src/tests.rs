//! Modules import only what is below them, and no files import each other.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// The modules from top to bottom: each may import itself and those after it.
const MODULES: [&str; 18] = [
    "main",
    "cli",
    "serve",
    "router",
    "openapi",
    "state",
    "probes",
    "inbox",
    "resources",
    "client_errors",
    "intake",
    "auth",
    "background",
    "limits",
    "http",
    "storage",
    "monitoring",
    "config",
];

/// Returns the paths after `crate::` and `super::` in a file, those of nested `use` groups included, as they are from the
/// root. `module` is the file's own path.
fn imported_paths(module: &str, source: &str) -> Vec<String> {
    let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let source = lines.collect::<Vec<_>>().join("\n");
    let parent = module.rsplit_once("::").map_or(String::new(), |(parent, _)| format!("{parent}::"));
    let mut paths = Vec::new();
    for (keyword, start) in [("crate::", ""), ("super::", &*parent)] {
        for (at, _) in source.match_indices(keyword) {
            expand(start, &source[at + keyword.len()..], &mut paths);
        }
    }
    paths
}

/// Adds the paths of a `use` tree.
fn expand(start: &str, tree: &str, paths: &mut Vec<String>) {
    let tree = tree.trim_start();
    if let Some(group) = tree.strip_prefix('{') {
        let (mut depth, mut item) = (0, 0);
        for (at, character) in group.char_indices() {
            match character {
                '{' => depth += 1,
                ',' | '}' if depth == 0 => {
                    expand(start, &group[item..at], paths);
                    item = at + 1;
                    if character == '}' {
                        return;
                    }
                }
                '}' => depth -= 1,
                _ => {}
            }
        }
        return;
    }
    let end = tree.find(|character: char| !character.is_alphanumeric() && !"_:".contains(character));
    let (path, rest) = tree.split_at(end.unwrap_or(tree.len()));
    match rest.strip_prefix('{') {
        Some(_) => expand(&format!("{start}{path}"), rest, paths),
        None if path.is_empty() => {}
        None => paths.push(format!("{start}{path}")),
    }
}

/// Adds each production file below a folder by its module's path, such as `storage::retrying`.
fn production_files(folder: &Path, files: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() && name != "tests" && name != "testing" {
            production_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !name.ends_with("tests.rs") {
            let source = fs::read_to_string(&path).unwrap();
            // What follows an inline test module is test code.
            let production = source.split("#[cfg(test)]\nmod tests {").next().unwrap().to_owned();
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
            let module = path.strip_prefix(root).unwrap().with_extension("").display().to_string();
            files.insert(module.trim_end_matches("/mod").replace('/', "::"), production);
        }
    }
}

fn files() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    production_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    assert!(files.len() > 100, "{}", files.len());
    files
}

/// Returns the other files that each file imports.
fn imports_of(files: &BTreeMap<String, String>) -> BTreeMap<&str, BTreeSet<&str>> {
    let file_of = |path: &str| {
        let mut path = path;
        loop {
            match files.get_key_value(path) {
                Some((file, _)) => return Some(file.as_str()),
                None => path = path.rsplit_once("::")?.0,
            }
        }
    };
    let imports = files.iter().map(|(module, source)| {
        let paths = imported_paths(module, source);
        let imported = paths.iter().filter_map(|path| file_of(path)).filter(|file| file != module);
        (module.as_str(), imported.collect())
    });
    imports.collect()
}

/// Returns each two files that import each other, directly or by other files.
fn circles(files: &BTreeMap<String, String>) -> Vec<[&str; 2]> {
    let imports = imports_of(files);
    let mut found = Vec::new();
    for (&file, direct) in &imports {
        for &imported in direct {
            let (mut seen, mut open) = (BTreeSet::new(), vec![imported]);
            while let Some(next) = open.pop() {
                if seen.insert(next) {
                    open.extend(&imports[next]);
                }
            }
            if seen.contains(file) {
                found.push([file.min(imported), file.max(imported)]);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn level(module: &str) -> Option<usize> {
    MODULES.iter().position(|name| *name == module)
}

#[test]
fn modules_import_only_those_below_them() {
    let mut upward = Vec::new();
    for (file, source) in files() {
        let module = file.split("::").next().unwrap();
        let own = level(module).unwrap_or_else(|| panic!("{module} has no place in MODULES"));
        for imported in imported_paths(&file, &source) {
            if level(imported.split("::").next().unwrap()).is_some_and(|other| other < own) {
                upward.push(format!("{file} imports {imported}"));
            }
        }
    }
    assert!(upward.is_empty(), "imports upward:\n{}", upward.join("\n"));
}

#[test]
fn no_files_import_each_other() {
    assert!(circles(&files()).is_empty(), "{:?}", circles(&files()));
}

#[test]
fn finds_circle_of_several_files() {
    let files = [
        ("a", "use crate::b::c::{One, Two};"),
        ("b", "pub(crate) mod c;\n// use crate::a;"),
        ("b::c", "use super::d;\nuse crate::e::Three;"),
        ("b::d", "fn one() -> crate::a::Four {}"),
        ("e", ""),
    ];
    let files = files.map(|(module, source)| (module.to_owned(), source.to_owned())).into();
    assert_eq!(circles(&files), [["a", "b::c"], ["a", "b::d"], ["b::c", "b::d"]]);
}

#[test]
fn finds_imports_in_nested_groups() {
    let source = "use crate::{\n    auth::{self, token::{A, B}},\n    http,\n};\nuse super::x;\nlet x = crate::inbox::list();";
    assert_eq!(
        imported_paths("inbox::undo", source),
        ["auth::self", "auth::token::A", "auth::token::B", "http", "inbox::list", "inbox::x"]
    );
}
