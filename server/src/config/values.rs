//! Parses single settings. Every error is one sentence that names the setting.

use std::{
    ffi::OsString, fmt::Display, fs, io, net::SocketAddr, ops::RangeInclusive, path::Path, str::FromStr,
};

use anyhow::{Context as _, Result, bail};

/// The source of settings. An empty value counts as unset.
pub(super) struct Values<F>(F);

impl<F: Fn(&str) -> Option<OsString>> Values<F> {
    /// Reads settings with `variable`, such as from the environment.
    pub(super) const fn new(variable: F) -> Self {
        Self(variable)
    }

    /// Returns a setting, if it is set.
    pub(super) fn get(&self, name: &str) -> Result<Option<String>> {
        let Some(value) = (self.0)(name) else {
            return Ok(None);
        };
        let value = value.into_string().ok().with_context(|| format!("{name} must be UTF-8"))?;
        let value = value.trim();
        Ok((!value.is_empty()).then(|| value.to_owned()))
    }

    /// Returns a secret: the environment variable, or the file of that name in `CREDENTIALS_DIRECTORY`, which systemd's
    /// `LoadCredential` creates.
    pub(super) fn credential(&self, name: &str) -> Result<Option<String>> {
        let folder = (self.0)("CREDENTIALS_DIRECTORY").filter(|folder| !folder.is_empty());
        let (None, Some(folder)) = (self.get(name)?, folder) else {
            return self.get(name);
        };
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

    /// Parses an address and a port.
    pub(super) fn address(&self, name: &str) -> Result<Option<SocketAddr>> {
        let Some(value) = self.get(name)? else {
            return Ok(None);
        };
        let parsed = value.parse().ok();
        parsed.with_context(|| format!("{name} must be an address and a port, not {value:?}")).map(Some)
    }

    /// Parses a whole number within a range, with a default.
    pub(super) fn number<T>(&self, name: &str, otherwise: T, range: RangeInclusive<T>) -> Result<T>
    where
        T: FromStr + PartialOrd + Display,
    {
        Ok(self.optional_number(name, &range)?.unwrap_or(otherwise))
    }

    /// Parses a whole number within a range, if it is set.
    pub(super) fn optional_number<T>(&self, name: &str, range: &RangeInclusive<T>) -> Result<Option<T>>
    where
        T: FromStr + PartialOrd + Display,
    {
        let Some(value) = self.get(name)? else {
            return Ok(None);
        };
        let parsed = value.parse().ok().filter(|number| range.contains(number));
        let parsed = parsed.with_context(|| {
            format!("{name} must be a whole number from {} to {}, not {value:?}", range.start(), range.end())
        });
        parsed.map(Some)
    }

    /// Parses one of several words, the first of which is the default.
    pub(super) fn one_of<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<T> {
        let value = self.get(name)?;
        let found = match &value {
            None => words.first(),
            Some(value) => words.iter().find(|(word, _)| word == value),
        };
        if let Some((_, meaning)) = found {
            return Ok(*meaning);
        }
        let names = words.iter().map(|(word, _)| *word).collect::<Vec<_>>();
        let (last, others) = names.split_last().context("a setting has no words")?;
        bail!("{name} must be {} or {last}, not {:?}", others.join(", "), value.unwrap_or_default());
    }

    /// Parses values separated by commas.
    pub(super) fn list<T>(
        &self,
        name: &str,
        what: &str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<T>> {
        let value = self.get(name)?.unwrap_or_default();
        let items = value.split(',').map(str::trim).filter(|item| !item.is_empty());
        items
            .map(|item| {
                parse(item)
                    .with_context(|| format!("{name} must be {what} separated by commas, not {item:?}"))
            })
            .collect()
    }
}
