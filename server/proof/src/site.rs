//! A small site, where the built one need not be there.

use anyhow::Result;

use crate::folder::Folder;

/// The address of its one page.
pub(crate) const PAGE: &str = "/";

/// A folder with a page.
pub(crate) struct Site(Folder);

impl Site {
    /// Writes it.
    pub(crate) fn new() -> Result<Self> {
        let folder = Folder::new()?;
        folder.write(
            "index.html",
            &format!("<!doctype html>\n<title>A site</title>\n{}", "<p>A page.\n".repeat(2_000)),
        )?;
        folder.write("routes.json", "{\"shell\": []}")?;
        Ok(Self(folder))
    }

    /// Its folder, as the setting wants it.
    pub(crate) fn web_root(&self) -> String {
        self.0.path().display().to_string()
    }
}
