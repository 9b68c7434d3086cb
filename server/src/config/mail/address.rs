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

/// Parses `name@host` or `Name <name@host>`, as headers of mails have it: quotes enclose a name with other characters.
pub(crate) fn mailbox(text: &str) -> Option<Mailbox> {
    let Mailbox { name, email } = text.parse().ok()?;
    let name = name.map(|name| header_text(&name, NAME_LENGTH)).filter(|name| !name.is_empty());
    Some(Mailbox::new(name, address(email.as_ref())?))
}

#[cfg(test)]
mod tests;
