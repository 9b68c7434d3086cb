//! Email addresses that every mail server accepts.

use agency_core::mail::{header_text, is_plain_mailbox};
use lettre::{Address, message::Mailbox};

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
mod tests {
    use super::{address, mailbox};

    #[test]
    fn addresses_in_other_scripts_keep_their_domain() {
        for (text, expected) in [
            ("ada@lovelace.example", Some("ada@lovelace.example")),
            ("Ada.King+x@Lovelace.Example", Some("Ada.King+x@lovelace.example")),
            ("info@bücher.example", Some("info@xn--bcher-kva.example")),
            ("info@例え.テスト", Some("info@xn--r8jz45g.xn--zckzah")),
            ("root@localhost", Some("root@localhost")),
            ("аda@lovelace.example", None),
            ("\"a b\"@lovelace.example", None),
            ("a,b@lovelace.example", None),
            ("<ada@lovelace.example", None),
            ("ada@lovelace.example>", None),
            ("ada@[127.0.0.1]", None),
            ("ada@lovelace..example", None),
            ("ada@lovelace_king.example", None),
            ("ada@a b", None),
            ("ada@b\r\nBcc:eve@c", None),
            ("ada", None),
            ("@b", None),
            ("a@", None),
        ] {
            assert_eq!(address(text).map(|address| address.to_string()).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_sender_may_have_a_name() {
        let shown = |text: &str| mailbox(text).map(|mailbox| mailbox.to_string());
        assert_eq!(shown("site@agency.example").as_deref(), Some("site@agency.example"));
        assert_eq!(shown("Agency <site@agency.example>").as_deref(), Some("Agency <site@agency.example>"));
        assert_eq!(
            shown("\"Agency\" < site@agency.example >").as_deref(),
            Some("Agency <site@agency.example>")
        );
        assert_eq!(shown("Agency <site>"), None);
        assert_eq!(shown("site@agency.example <x"), None);
    }
}
