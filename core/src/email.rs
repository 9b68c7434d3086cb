//! E-mail addresses: what counts as one, and which belong to one mailbox.

pub use form_rules::email::is_email;

/// Returns what the addresses of one mailbox have in common, for counting mails to it.
///
/// Many providers deliver `ada+shop@mail.example` and `a.da@mail.example` to `ada@mail.example`. Where one does not, a few
/// mailboxes share a key. No mail can be sent to a key.
#[must_use]
pub fn mailbox_key(email: &str) -> String {
    let email = email.to_lowercase();
    let Some((local, domain)) = email.rsplit_once('@') else {
        return email;
    };
    let local = local.split('+').next().unwrap_or_default().replace('.', "");
    format!("{local}@{domain}")
}

#[cfg(test)]
mod tests {
    use super::mailbox_key;

    #[test]
    fn addresses_of_one_mailbox_have_one_key() {
        for (email, key) in [
            ("ada@mail.example", "ada@mail.example"),
            ("A.D.A+shop+2@Mail.Example", "ada@mail.example"),
            ("ada+@mail.example", "ada@mail.example"),
            ("ada@a.b.example", "ada@a.b.example"),
            ("ada@b+c.example", "ada@b+c.example"),
            ("ada-lovelace@mail.example", "ada-lovelace@mail.example"),
            ("+shop@mail.example", "@mail.example"),
            ("\"a@b\"@mail.example", "\"a@b\"@mail.example"),
            ("Ada", "ada"),
            ("", ""),
        ] {
            assert_eq!(mailbox_key(email), key, "{email}");
        }
    }
}
