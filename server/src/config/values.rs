//! Parses single settings. Every error is one sentence that names the setting.

use std::{
    ffi::OsString, fmt::Display, fs, io, net::SocketAddr, ops::RangeInclusive, path::Path, str::FromStr,
};

use anyhow::{Context as _, Result};

/// The source of settings. An empty value counts as unset.
pub(super) struct Values<'a>(pub(super) &'a dyn Fn(&str) -> Option<OsString>);

impl Values<'_> {
    /// Returns a setting, if it is set.
    pub(super) fn get(&self, name: &str) -> Result<Option<String>> {
        let Some(value) = (self.0)(name) else { return Ok(None) };
        let value = value.into_string().ok().with_context(|| format!("{name} must be UTF-8"))?;
        let value = value.trim();
        Ok((!value.is_empty()).then(|| value.to_owned()))
    }

    /// Returns a secret: the environment variable, or the file of that name in `CREDENTIALS_DIRECTORY`, which systemd's
    /// `LoadCredential` creates.
    pub(super) fn credential(&self, name: &str) -> Result<Option<String>> {
        if let Some(value) = self.get(name)? {
            return Ok(Some(value));
        }
        let folder = (self.0)("CREDENTIALS_DIRECTORY").filter(|folder| !folder.is_empty());
        let Some(folder) = folder else { return Ok(None) };
        let file = Path::new(&folder).join(name);
        match fs::read_to_string(&file) {
            Ok(text) => Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => {
                Err(error).with_context(|| format!("{name} cannot be read from {}", file.display()))
            }
        }
    }

    /// Returns a secret that must be set.
    pub(super) fn required(&self, name: &str) -> Result<String> {
        self.credential(name)?.with_context(|| format!("{name} is not set"))
    }

    /// Parses a setting, if it is set.
    pub(super) fn parse<T>(
        &self,
        name: &str,
        expected: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>> {
        let Some(value) = self.get(name)? else { return Ok(None) };
        let parsed = parse(&value).with_context(|| format!("{name} must be {expected}, not {value:?}"));
        parsed.map(Some)
    }

    /// Parses an address and a port.
    pub(super) fn address(&self, name: &str) -> Result<Option<SocketAddr>> {
        self.parse(name, "an address and a port", |value| value.parse().ok())
    }

    /// Parses a whole number within a range, if it is set.
    pub(super) fn number<T>(&self, name: &str, range: &RangeInclusive<T>) -> Result<Option<T>>
    where
        T: FromStr + PartialOrd + Display,
    {
        let expected = format!("a whole number from {} to {}", range.start(), range.end());
        self.parse(name, &expected, |value| value.parse().ok().filter(|number| range.contains(number)))
    }

    /// Parses one of several words, the first of which is the default.
    pub(super) fn one_of<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<T> {
        let names = words.iter().map(|(word, _)| *word).collect::<Vec<_>>();
        let (last, others) = names.split_last().context("a setting has no words")?;
        let expected = format!("{} or {last}", others.join(", "));
        let found = self.parse(name, &expected, |value| words.iter().find(|(word, _)| *word == value))?;
        found.or(words.first()).map(|(_, meaning)| *meaning).context("a setting has no words")
    }

    /// Parses values separated by commas.
    pub(super) fn list<T>(
        &self,
        name: &str,
        what: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<T>> {
        let value = self.get(name)?.unwrap_or_default();
        let expected = |item| format!("{name} must be {what} separated by commas, not {item:?}");
        let items = value.split(',').map(str::trim).filter(|item| !item.is_empty());
        items.map(|item| parse(item).with_context(|| expected(item))).collect()
    }
}
