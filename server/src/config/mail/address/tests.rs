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
    for (text, name) in [
        ("site@agency.example", None),
        ("Agency <site@agency.example>", Some("Agency")),
        ("\"Agency\" <site@agency.example>", Some("Agency")),
        ("Say \"Hi\" <site@agency.example>", Some("Say Hi")),
        (r#""Say \"Hi\"" <site@agency.example>"#, Some("Say \"Hi\"")),
        ("\"Agency, Inc.\" <site@agency.example>", Some("Agency, Inc.")),
        ("St. John & Söhne <site@agency.example>", Some("St. John & Söhne")),
    ] {
        let mailbox = mailbox(text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(
            (mailbox.name.as_deref(), &*mailbox.email.to_string()),
            (name, "site@agency.example"),
            "{text}"
        );
    }
    for text in [
        "Agency <site>",
        "site@agency.example <x",
        "Agency, Inc. <site@agency.example>",
        "Say \"Hi <site@agency.example>",
        "a@b.example, site@agency.example",
        "\"a b\"@agency.example",
    ] {
        assert_eq!(mailbox(text), None, "{text}");
    }
}
