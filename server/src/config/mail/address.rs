//! Email addresses that every mail server accepts.

use lettre::{Address, message::Mailbox};

use crate::config::mail::header::{header_text, is_plain_mailbox};

/// The longest display name, in characters.
const NAME_LENGTH: usize = 100;

/// Parses an address, with its domain in ASCII. Returns none for one that needs quotes or SMTPUTF8.
pub(crate) fn address(text: &str) -> Option<Address> {
    let (local, domain) = text.rsplit_once('@')?;
    if !is_plain_mailbox(local) {
        return None;
    }
    let domain = idna::domain_to_ascii_strict(domain).ok()?;
    Address::new(local, domain).ok()
}

/// Parses `name@host` or `Name <name@host>`.
pub(crate) fn mailbox(text: &str) -> Option<Mailbox> {
    let Some((name, inner)) = text.strip_suffix('>').and_then(|text| text.rsplit_once('<')) else {
        return Some(Mailbox::new(None, address(text)?));
    };
    let name = header_text(name.trim().trim_matches('"'), NAME_LENGTH);
    Some(Mailbox::new(Some(name).filter(|name| !name.is_empty()), address(inner.trim())?))
}

#[cfg(test)]
mod tests;
