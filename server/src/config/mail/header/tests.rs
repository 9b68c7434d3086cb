use super::{header_text, is_plain_mailbox};

#[test]
fn cuts_header_text_at_word_end() {
    for (name, max, expected) in [
        ("Ada Lovelace", 12, "Ada Lovelace"),
        ("Augusta Ada King", 12, "Augusta Ada…"),
        ("Augusta Ada King", 11, "Augusta…"),
        ("Ada Byron-King-Lovelace", 12, "Ada Byron-K…"),
        ("Aaaaaaaaaaaaa", 5, "Aaaa…"),
        ("  Ada \r\n\t Lovelace \u{2028}", 20, "Ada Lovelace"),
        ("Ada\r\nBcc: eve@mail.example", 40, "Ada Bcc: eve@mail.example"),
        ("=?utf-8?B?QQ==?=", 40, "= ?utf-8?B?QQ== ?="),
        ("Ada\u{0}\u{7f}\u{202e}Lovelace", 40, "Ada Lovelace"),
        ("Ада Лавлейс", 8, "Ада Лав…"),
        // Accents and joined emoji are not split.
        ("aaae\u{301}\u{302}x", 5, "aaa…"),
        ("ab👩\u{200d}👧cd", 5, "ab…"),
        ("Ada", 0, ""),
    ] {
        let shown = header_text(name, max);
        assert_eq!(shown, expected, "{name:?}");
        assert!(shown.chars().count() <= max);
    }
}

#[test]
fn accepts_only_dot_atom_mailboxes() {
    for plain in ["ada", "ada.king", "a+b", "o'brien", "x_y-z=1"] {
        assert!(is_plain_mailbox(plain), "{plain}");
    }
    let long = "a".repeat(65);
    for other in
        ["", ".", "a.", ".a", "a..b", "a b", "a,b", "<a", "a>", "\"a\"", "a\r\n", "аda", "a@b", "(a)", &long]
    {
        assert!(!is_plain_mailbox(other), "{other}");
    }
}
