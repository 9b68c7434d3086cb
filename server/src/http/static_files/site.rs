//! Paths of the built site, listed at the start, so that no path of a client names a file.

use std::{
    collections::{HashMap, HashSet},
    fs, io,
    path::Path,
};

use anyhow::{Context as _, Result};
use base64ct::{Base64UrlUnpadded, Encoding as _};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use tower_http::services::ServeFile;

/// Page for rejected forms.
const REFUSAL: &str = "answers/refused.html";

/// Built site.
pub(crate) struct StaticFiles {
    /// Pages by their path, other files by their name.
    pub(super) files: HashMap<String, ServeFile>,
    /// Paths of the public pages.
    pages: HashSet<String>,
    /// Pages for unknown paths, by folder.
    not_found: HashMap<String, ServeFile>,
    pub(super) shell: Option<ServeFile>,
    routes: Routes,
    /// Page for rejected forms, with an item for each message.
    pub(super) refusal: Option<String>,
    /// Hash of the build, for entity tags. The times of files differ between instances, or are the same for all builds if
    /// deployments set them to a constant.
    pub(super) build: String,
}

/// `routes.json`, which the web build writes from its list of routes.
#[derive(Default, Deserialize)]
struct Routes {
    /// Paths that get the empty shell; `*` at the end matches one segment.
    shell: Vec<String>,
    /// Canonical paths of the pages with several, by the other ones.
    #[serde(default)]
    aliases: HashMap<String, String>,
}

impl StaticFiles {
    /// Lists the site in a folder. Without a build, only the API is served.
    pub(crate) fn open(root: &Path) -> Result<Self> {
        let unreadable = || format!("WEB_ROOT {} cannot be read", root.display());
        let (path, mut routes, mut names) = (root.join("routes.json"), Routes::default(), Vec::new());
        if path.try_exists().with_context(unreadable)? {
            routes = serde_json::from_slice(&fs::read(path).with_context(unreadable)?)
                .with_context(|| format!("WEB_ROOT {} has a broken routes.json", root.display()))?;
            list(root, "", &mut names).with_context(unreadable)?;
            names.sort();
        } else {
            tracing::warn!("WEB_ROOT {} holds no built site: only the API is served", root.display());
        }
        let mut site = Self {
            files: HashMap::new(),
            pages: HashSet::new(),
            not_found: HashMap::new(),
            shell: None,
            routes,
            refusal: fs::read_to_string(root.join(REFUSAL)).ok(),
            build: hash_files(root, &names).with_context(unreadable)?,
        };
        for name in &names {
            site.add(root, name);
        }
        Ok(site)
    }

    /// Adds a file under its address.
    fn add(&mut self, root: &Path, name: &str) {
        let file = ServeFile::new(root.join(name)).precompressed_br().precompressed_gzip();
        let folder = |page| Some(format!("/{}", name.strip_suffix(page)?).trim_end_matches('/').to_owned());
        if matches!(name, "routes.json" | REFUSAL) || matches!(name.rsplit('.').next(), Some("br" | "gz")) {
            // Part of another file, or for the server itself.
        } else if name == "shell.html" {
            self.shell = Some(file);
        } else if let Some(folder) = folder("404.html") {
            self.not_found.insert(folder, file);
        } else if let Some(page) = folder("index.html") {
            let path = if page.is_empty() { "/".to_owned() } else { page };
            self.pages.insert(path.clone());
            self.files.insert(path, file);
        } else if let Some(answer) = name.strip_suffix(".html").filter(|name| name.starts_with("answers/")) {
            self.files.insert(format!("/{answer}"), file);
        } else {
            self.files.insert(format!("/{name}"), file);
        }
    }

    /// Returns the pattern of the dashboard's page at the path.
    pub(super) fn shell_route(&self, path: &str) -> Option<&String> {
        let is_segment = |rest: &str| !rest.is_empty() && !rest.contains('/');
        let matches = |route: &&String| match route.strip_suffix('*') {
            Some(folder) => path.strip_prefix(folder).is_some_and(is_segment),
            None => path == *route,
        };
        self.routes.shell.iter().find(matches)
    }

    /// Returns the canonical path of the public page at a path.
    pub(super) fn page(&self, path: &str) -> Option<&str> {
        let page = self.pages.get(path)?;
        Some(self.routes.aliases.get(page).unwrap_or(page))
    }

    /// Returns the site's own name for the page at a path: its address, or a pattern such as `/dashboard/consultation/*`.
    pub(crate) fn page_of(&self, path: &str) -> Option<&str> {
        let page = self.files.get_key_value(path).map(|(page, _)| page);
        page.or_else(|| self.shell_route(path)).map(String::as_str)
    }

    /// Returns the page for unknown addresses of the deepest folder on the way to the path.
    pub(super) fn not_found(&self, path: &str) -> Option<&ServeFile> {
        let is_on_the_way = |folder: &str| {
            path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        // Few folders have such a page, but a path can have thousands of segments.
        let pages = self.not_found.iter().filter(|(folder, _)| is_on_the_way(folder));
        pages.max_by_key(|(folder, _)| folder.len()).map(|(_, page)| page)
    }

    /// Returns the number of pages and files.
    pub(crate) fn len(&self) -> usize {
        self.files.len()
    }
}

/// Adds the names of all files in a folder and those in it.
fn list(root: &Path, folder: &str, names: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let name = format!("{folder}{name}");
        if entry.file_type()?.is_dir() {
            list(root, &format!("{name}/"), names)?;
        } else {
            names.push(name);
        }
    }
    Ok(())
}

/// Hashes all files but assets, which have a hash of their content in their names.
fn hash_files(root: &Path, names: &[String]) -> io::Result<String> {
    let mut hash = Sha256::new();
    for name in names.iter().filter(|name| !name.starts_with("assets/")) {
        hash.update(name);
        hash.update(fs::read(root.join(name))?);
    }
    Ok(Base64UrlUnpadded::encode_string(&hash.finalize()))
}
