//! Email addresses.

pub use crate::form::email::is_email;

/// Returns a key that is the same for all addresses of one mailbox, for limiting the mails sent to it.
///
/// Many providers deliver `ada+shop@mail.example` and `a.da@mail.example` to `ada@mail.example`. With other providers,
/// a few mailboxes share a key. A key is not an address: never send mail to it.
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
    fn mailbox_key_ignores_dots_and_tags() {
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
