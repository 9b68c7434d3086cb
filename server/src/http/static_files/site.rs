//! Paths of the built site, listed at the start, so that no path of a client names a file.

use std::{collections::HashMap, fs, io, path::Path};

use anyhow::{Context as _, Result};
use axum::http::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use tower_http::services::{ServeDir, fs::DefaultServeDirFallback};

use crate::http::static_files::files::BuiltFiles;

/// Characters that are escaped when a file name becomes a path.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'-').remove(b'_');

/// Page for rejected forms.
const REFUSAL: &str = "answers/refused.html";

/// Bytes of a file in memory while it is sent.
const CHUNK: usize = 32 * 1_024;

/// Built site.
pub(crate) struct StaticFiles {
    pub(super) files: ServeDir<DefaultServeDirFallback, BuiltFiles>,
    addresses: Addresses,
    routes: Routes,
    /// Page for rejected forms, with an item for each message.
    pub(super) refusal: Option<String>,
    rules: Option<String>,
}

/// Paths of files for `ServeDir`.
#[derive(Default)]
struct Addresses {
    /// Pages by their path, other files by their name.
    files: HashMap<String, Uri>,
    /// Pages for unknown paths, by folder.
    not_found: HashMap<String, Uri>,
    shell: Option<Uri>,
}

/// `routes.json`, which the web build writes from its list of routes.
#[derive(Default, Deserialize)]
struct Routes {
    /// Paths that get the empty shell; `*` at the end matches one segment.
    shell: Vec<String>,
}

/// `rules.json`, with which pages with outdated rules find the current ones.
#[derive(Deserialize)]
struct Rules {
    version: String,
}

impl StaticFiles {
    /// Lists the site in a folder. Without a build, only the API is served.
    pub(crate) fn open(root: &Path) -> Result<Self> {
        let unreadable = || format!("WEB_ROOT {} cannot be read", root.display());
        let routes = match fs::read(root.join("routes.json")) {
            Ok(text) => serde_json::from_slice(&text)
                .with_context(|| format!("WEB_ROOT {} has a broken routes.json", root.display()))?,
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                tracing::warn!("WEB_ROOT {} holds no built site: only the API is served", root.display());
                None
            }
            Err(error) => return Err(error).with_context(unreadable),
        };
        let names = if routes.is_some() { list(root).with_context(unreadable)? } else { Vec::new() };
        let rules = fs::read(root.join("rules.json")).ok();
        let rules = rules.and_then(|text| serde_json::from_slice::<Rules>(&text).ok());
        let mut addresses = Addresses::default();
        for name in &names {
            addresses.add(name)?;
        }
        let files = BuiltFiles::list_files(root, &names).with_context(unreadable)?;
        let files = ServeDir::with_backend("", files).precompressed_br().precompressed_gzip();
        Ok(Self {
            files: files.with_buf_chunk_size(CHUNK),
            addresses,
            routes: routes.unwrap_or_default(),
            refusal: fs::read_to_string(root.join(REFUSAL)).ok(),
            rules: rules.map(|rules| rules.version),
        })
    }

    /// Returns the page or file at a path.
    pub(super) fn file(&self, path: &str) -> Option<&Uri> {
        self.addresses.files.get(path)
    }

    /// Returns the shell, when the dashboard has a page at the path.
    pub(super) fn shell(&self, path: &str) -> Option<&Uri> {
        self.addresses.shell.as_ref().filter(|_| self.shell_route(path).is_some())
    }

    fn shell_route(&self, path: &str) -> Option<&String> {
        let is_segment = |rest: &str| !rest.is_empty() && !rest.contains('/');
        let matches = |route: &&String| match route.strip_suffix('*') {
            Some(folder) => path.strip_prefix(folder).is_some_and(is_segment),
            None => path == *route,
        };
        self.routes.shell.iter().find(matches)
    }

    /// Returns the site's own name for the page at a path: its address, or a pattern such as `/dashboard/consultation/*`.
    pub(crate) fn page_of(&self, path: &str) -> Option<&str> {
        let page = self.addresses.files.get_key_value(path).map(|(page, _)| page);
        page.or_else(|| self.shell_route(path)).map(String::as_str)
    }

    /// Returns the page for unknown addresses of the deepest folder on the way to the path.
    pub(super) fn not_found(&self, path: &str) -> Option<&Uri> {
        let folders = path.rmatch_indices('/').filter_map(|(end, _)| path.get(..end));
        std::iter::once(path).chain(folders).find_map(|folder| self.addresses.not_found.get(folder))
    }

    /// Returns a warning when the site was built with other rules than the server's.
    pub(crate) fn other_rules(&self) -> Option<&'static str> {
        let is_other = self.rules.as_ref().is_some_and(|version| version != agency_core::VERSION);
        is_other.then_some(
            "the site was built with other rules than this server: put both of one release in place",
        )
    }

    /// Returns the number of pages and files.
    pub(crate) fn len(&self) -> usize {
        self.addresses.files.len()
    }
}

impl Addresses {
    /// Adds a file under its address.
    fn add(&mut self, name: &str) -> Result<()> {
        let file = format!("/{}", utf8_percent_encode(name, PATH)).parse()?;
        if matches!(name, "routes.json" | REFUSAL) || is_copy(name) {
            // Part of another file, or for the server itself.
        } else if name == "shell.html" {
            self.shell = Some(file);
        } else if let Some(folder) = folder(name, "404.html") {
            self.not_found.insert(folder, file);
        } else if let Some(page) = folder(name, "index.html") {
            self.files.insert(if page.is_empty() { "/".to_owned() } else { page }, file);
        } else if let Some(answer) = name.strip_suffix(".html").filter(|name| name.starts_with("answers/")) {
            self.files.insert(format!("/{answer}"), file);
        } else {
            self.files.insert(format!("/{name}"), file);
        }
        Ok(())
    }
}

/// Lists the names of all files in a folder and those in it.
fn list(root: &Path) -> io::Result<Vec<String>> {
    let (mut names, mut folders) = (Vec::new(), vec![String::new()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root.join(&folder))? {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            if entry.file_type()?.is_dir() {
                folders.push(format!("{folder}{name}/"));
            } else {
                names.push(format!("{folder}{name}"));
            }
        }
    }
    Ok(names)
}

fn is_copy(name: &str) -> bool {
    matches!(name.rsplit('.').next(), Some("br" | "gz"))
}

/// Returns the address of the folder that a file of this name is the page of.
fn folder(name: &str, file: &str) -> Option<String> {
    match name.strip_suffix(file)? {
        "" => Some(String::new()),
        folder => folder.strip_suffix('/').map(|folder| format!("/{folder}")),
    }
}
