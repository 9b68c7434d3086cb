//! The built site, listed once: no path of a client ever names a file.

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::pages::file::BuiltFile;

/// Every page and file by what it answers to.
#[derive(Default)]
pub(crate) struct Pages {
    /// What is answered at a path: pages by their address, other files by their name.
    files: HashMap<String, BuiltFile>,
    /// The page for what is not there, by the folder that it stands for.
    missing: HashMap<String, BuiltFile>,
    /// The page that refuses a form, whose sentences are filled in.
    pub(super) refusal: Option<String>,
    shell: Option<BuiltFile>,
    routes: Routes,
    rules: Option<String>,
}

/// `routes.json`, which the web build writes from its one list of routes.
#[derive(Default, Deserialize)]
struct Routes {
    /// Paths that get the empty shell; `*` at the end stands for one segment.
    shell: Vec<String>,
}

/// `rules.json`, where pages that judge by other rules find those of this site.
#[derive(Deserialize)]
struct Rules {
    version: String,
}

impl Pages {
    /// Finds the site of a folder. Without a build in it, only the API is served.
    pub(crate) fn open(root: &Path) -> Result<Self> {
        let unreadable = || format!("WEB_ROOT {} cannot be read", root.display());
        let routes = match fs::read(root.join("routes.json")) {
            Ok(text) => serde_json::from_slice(&text)
                .with_context(|| format!("WEB_ROOT {} has a broken routes.json", root.display()))?,
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                tracing::warn!("WEB_ROOT {} holds no built site: only the API is served", root.display());
                return Ok(Self::default());
            }
            Err(error) => return Err(error).with_context(unreadable),
        };
        let rules = fs::read(root.join("rules.json")).ok();
        let rules = rules.and_then(|text| serde_json::from_slice::<Rules>(&text).ok());
        let mut pages = Self { routes, rules: rules.map(|rules| rules.version), ..Self::default() };
        let mut folders = vec![PathBuf::new()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(root.join(&folder)).with_context(unreadable)? {
                let entry = entry.with_context(unreadable)?;
                let name = folder.join(entry.file_name());
                if entry.file_type().with_context(unreadable)?.is_dir() {
                    folders.push(name);
                } else if let Some(name) = name.to_str() {
                    pages.add(root, name).with_context(unreadable)?;
                }
            }
        }
        Ok(pages)
    }

    /// Files a file under the address that it answers at.
    fn add(&mut self, root: &Path, name: &str) -> io::Result<()> {
        // Compressed copies come with the file that they are copies of.
        let suffix = name.rsplit('.').next().unwrap_or_default();
        if name == "routes.json" || matches!(suffix, "br" | "gz") {
            return Ok(());
        }
        let path = root.join(name);
        if name == "answers/refused.html" {
            self.refusal = Some(fs::read_to_string(path)?);
            return Ok(());
        }
        let file = BuiltFile::read(&path)?;
        if name == "shell.html" {
            self.shell = Some(file);
        } else if let Some(folder) = address(name, "404.html") {
            self.missing.insert(folder, file);
        } else if let Some(page) = address(name, "index.html") {
            self.files.insert(if page.is_empty() { "/".to_owned() } else { page }, file);
        } else if let Some(answer) = name.strip_suffix(".html").filter(|name| name.starts_with("answers/")) {
            self.files.insert(format!("/{answer}"), file);
        } else {
            self.files.insert(format!("/{name}"), file);
        }
        Ok(())
    }

    /// The page or file at a path.
    pub(super) fn file(&self, path: &str) -> Option<&BuiltFile> {
        self.files.get(path)
    }

    /// The shell, when the app answers the path in the browser.
    pub(super) fn shell(&self, path: &str) -> Option<&BuiltFile> {
        self.shell.as_ref().filter(|_| self.shell_route(path).is_some())
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
        let page = self.files.get_key_value(path).map(|(page, _)| page);
        page.or_else(|| self.shell_route(path)).map(String::as_str)
    }

    /// The page for what is not there: that of the deepest folder on the way to the path.
    pub(super) fn not_found(&self, path: &str) -> Option<&BuiltFile> {
        let folders = path.rmatch_indices('/').filter_map(|(end, _)| path.get(..end));
        std::iter::once(path).chain(folders).find_map(|folder| self.missing.get(folder))
    }

    /// Why forms would be judged twice by different rules; none when the site was built with the server's own.
    pub(crate) fn other_rules(&self) -> Option<&'static str> {
        let is_other = self.rules.as_ref().is_some_and(|version| version != agency_core::VERSION);
        is_other.then_some(
            "the site was built with other rules than this server: put both of one release in place",
        )
    }

    /// How many pages and files there are.
    pub(crate) fn len(&self) -> usize {
        self.files.len()
    }
}

/// The address of the folder that a file of this name stands for.
fn address(name: &str, file: &str) -> Option<String> {
    match name.strip_suffix(file)? {
        "" => Some(String::new()),
        folder => folder.strip_suffix('/').map(|folder| format!("/{folder}")),
    }
}
